//! What the server counts of its own work, told to whoever runs it in the
//! form of Prometheus, at an address of its own: nobody who plays can ask.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    net::SocketAddr,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicI64, AtomicU64, Ordering},
    },
    time::Duration,
};

use axum::{Router, extract::State, http::header::CONTENT_TYPE, response::IntoResponse, routing::get};
use store::{Histogram, Reading};
use tokio::net::TcpListener;

use crate::app::{App, until_closed};

/// What was asked, and what it was answered.
type Request = (String, String, u16);

#[derive(Debug, Default)]
pub(crate) struct Metrics {
    requests: Mutex<BTreeMap<Request, Arc<Histogram>>>,
    /// Orders, by what became of them.
    submissions: Mutex<BTreeMap<&'static str, Arc<Histogram>>>,
    pushes: AtomicU64,
    live: AtomicI64,
    thoughts: Mutex<BTreeMap<&'static str, Arc<Histogram>>>,
}

fn class<K: Ord>(of: &Mutex<BTreeMap<K, Arc<Histogram>>>, key: K) -> Arc<Histogram> {
    Arc::clone(of.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_default())
}

impl Metrics {
    pub(crate) fn answered(&self, method: &str, route: &str, status: u16, took: Duration) {
        class(&self.requests, (route.to_owned(), method.to_owned(), status)).note(took);
    }

    /// `kept`, or the code of the error.
    pub(crate) fn submitted(&self, became: &'static str, took: Duration) {
        class(&self.submissions, became).note(took);
    }

    pub(crate) fn pushed(&self) {
        self.pushes.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn thought(&self, lane: &'static str, took: Duration) {
        class(&self.thoughts, lane).note(took);
    }
}

/// A live connection, for as long as it lasts.
pub(crate) struct Counted(App);

impl Counted {
    pub(crate) fn new(app: &App) -> Counted {
        app.metrics().live.fetch_add(1, Ordering::Relaxed);
        Counted(app.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.metrics().live.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Answers at an address of its own, until the server stops.
pub(crate) async fn serve(app: App, listener: TcpListener) {
    let router = Router::new().route("/metrics", get(page)).with_state(app.clone());
    let mut closing = app.closing();
    let served =
        axum::serve(listener, router).with_graceful_shutdown(async move { until_closed(&mut closing).await });
    if let Err(err) = served.await {
        tracing::error!(%err, "the metrics can no longer be served");
    }
}

async fn page(State(app): State<App>) -> impl IntoResponse {
    ([(CONTENT_TYPE, "text/plain; version=0.0.4")], text(&app).await)
}

/// Where they can be asked for.
///
/// # Errors
///
/// If the address is taken.
pub(crate) async fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    TcpListener::bind(address).await
}

async fn text(app: &App) -> String {
    let metrics = app.metrics();
    let mut page = Page(String::new());
    let version = env!("CARGO_PKG_VERSION");
    page.head("info", "gauge", "which program this is, and what it calls itself among others");
    page.line(
        "info",
        &format!("version=\"{version}\",build=\"{}\",node=\"{}\"", app.build(), app.node()),
        1.0,
    );

    page.head("request_seconds", "histogram", "requests by what was asked and answered");
    for ((route, method, status), it) in copied(&metrics.requests) {
        let labels = format!("route=\"{route}\",method=\"{method}\",status=\"{status}\"");
        page.histogram("request_seconds", &labels, &it.read());
    }
    page.head("submission_seconds", "histogram", "orders until they were kept, or refused with a code");
    for (became, it) in copied(&metrics.submissions) {
        page.histogram("submission_seconds", &format!("became=\"{became}\""), &it.read());
    }
    page.head("pushes_total", "counter", "messages to live connections");
    page.line("pushes_total", "", metrics.pushes.load(Ordering::Relaxed) as f64);
    page.head("live_connections", "gauge", "live connections");
    page.line("live_connections", "", metrics.live.load(Ordering::Relaxed) as f64);
    page.head("open_battles", "gauge", "battles in memory");
    page.line("open_battles", "", app.open_battles() as f64);

    page.head("thought_seconds", "histogram", "thoughts of computer players, by lane");
    for (lane, it) in copied(&metrics.thoughts) {
        page.histogram("thought_seconds", &format!("lane=\"{lane}\""), &it.read());
    }
    page.head("thoughts_waiting", "gauge", "computer players in line to think, by lane");
    for (lane, waiting) in app.thinkers().waiting() {
        page.line("thoughts_waiting", &format!("lane=\"{lane}\""), waiting as f64);
    }
    page.head("long_work_waiting", "gauge", "requests in line for long work, by its kind");
    for (work, waiting) in app.waiting() {
        page.line("long_work_waiting", &format!("work=\"{work}\""), waiting as f64);
    }
    jobs(app, &mut page).await;

    let meter = app.store().meter();
    page.head("database_wait_seconds", "histogram", "until a connection to the database was free");
    page.histogram("database_wait_seconds", "", &meter.waited.read());
    page.head("commit_seconds", "histogram", "until the database had answered a commit");
    page.histogram("commit_seconds", "", &meter.committed.read());
    let connections = app.store().connections();
    page.head("database_connections", "gauge", "connections to the database, and the most there may be");
    let busy = connections.open.saturating_sub(connections.idle);
    for (state, n) in [("busy", busy), ("idle", connections.idle), ("most", connections.most)] {
        page.line("database_connections", &format!("state=\"{state}\""), n as f64);
    }
    page.0
}

/// What the whole database owes, which every server on it tells.
async fn jobs(app: &App, page: &mut Page) {
    let (owed, up) = match app.store().jobs_owed().await {
        Ok(owed) => (owed, 1.0),
        Err(_) => (Vec::new(), 0.0),
    };
    page.head("database_up", "gauge", "1 if the database answers");
    page.line("database_up", "", up);
    page.head("jobs_owed", "gauge", "jobs that are owed on this database, by kind");
    for (kind, n, _) in &owed {
        page.line("jobs_owed", &format!("kind=\"{kind}\""), *n as f64);
    }
    page.head("job_overdue_seconds", "gauge", "for how long the oldest job of each kind has been due");
    let now = app.clock().millis();
    for (kind, _, due) in &owed {
        let overdue = now.saturating_sub(*due).max(0) as f64 / 1e3;
        page.line("job_overdue_seconds", &format!("kind=\"{kind}\""), overdue);
    }
}

fn copied<K: Ord + Clone>(of: &Mutex<BTreeMap<K, Arc<Histogram>>>) -> BTreeMap<K, Arc<Histogram>> {
    of.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

struct Page(String);

impl Page {
    fn head(&mut self, name: &str, kind: &str, about: &str) {
        let _ = writeln!(self.0, "# HELP flagbridge_{name} {about}\n# TYPE flagbridge_{name} {kind}");
    }

    fn line(&mut self, name: &str, labels: &str, value: f64) {
        let braced = if labels.is_empty() { String::new() } else { format!("{{{labels}}}") };
        let _ = writeln!(self.0, "flagbridge_{name}{braced} {value}");
    }

    fn histogram(&mut self, name: &str, labels: &str, reading: &Reading) {
        let comma = if labels.is_empty() { "" } else { "," };
        for (end, n) in &reading.at_most {
            self.line(&format!("{name}_bucket"), &format!("{labels}{comma}le=\"{end}\""), *n as f64);
        }
        let all = reading.count as f64;
        self.line(&format!("{name}_bucket"), &format!("{labels}{comma}le=\"+Inf\""), all);
        self.line(&format!("{name}_sum"), labels, reading.sum);
        self.line(&format!("{name}_count"), labels, all);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_histogram_is_written_as_prometheus_reads_it() {
        let (mut page, histogram) = (Page(String::new()), Histogram::default());
        histogram.note(Duration::from_millis(3));
        page.head("x_seconds", "histogram", "about x");
        page.histogram("x_seconds", "of=\"a\"", &histogram.read());
        let lines: Vec<&str> = page.0.lines().collect();
        assert_eq!(
            lines[..2],
            ["# HELP flagbridge_x_seconds about x", "# TYPE flagbridge_x_seconds histogram"]
        );
        assert_eq!(lines[3], "flagbridge_x_seconds_bucket{of=\"a\",le=\"0.0025\"} 0");
        assert_eq!(lines[4], "flagbridge_x_seconds_bucket{of=\"a\",le=\"0.005\"} 1");
        let end = &lines[lines.len() - 3..];
        assert_eq!(end[0], "flagbridge_x_seconds_bucket{of=\"a\",le=\"+Inf\"} 1");
        assert_eq!(
            end[1..],
            ["flagbridge_x_seconds_sum{of=\"a\"} 0.003", "flagbridge_x_seconds_count{of=\"a\"} 1"]
        );
    }
}
