//! One request to somebody else's server: to an address that was looked at,
//! within seconds, without following anybody anywhere, and without reading
//! more of the answer than its first line.

use std::time::Duration;

use http_body_util::Full;
use hyper::{
    Request, StatusCode,
    body::Bytes,
    client::conn::http1,
    header::{HeaderName, HeaderValue},
};
use hyper_util::rt::TokioIo;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
    time::timeout,
};
use url::{Position, Url};

use crate::address::{BadAddress, Bounds, resolve};

/// How long it may take to be let in, and all of it together.
const KNOCK: Duration = Duration::from_secs(5);
const LONGEST: Duration = Duration::from_secs(15);
/// More than a push service or a webhook takes.
const LARGEST: usize = 8 << 10;
/// What is read of the head of an answer at most.
const HEAD: usize = 16 << 10;

/// What is brought somewhere.
#[derive(Clone, Debug, Default)]
pub struct Parcel {
    pub headers: Vec<(&'static str, String)>,
    pub body: Vec<u8>,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    Taken,
    /// There is nobody there any more (404, 410).
    Gone,
    /// It cannot be done, and trying again changes nothing.
    Refused(String),
    /// It may go better another time.
    Failed(String),
}

/// Brings it there.
pub async fn post(url: &Url, parcel: Parcel, bounds: &Bounds) -> Told {
    match timeout(LONGEST, bring(url, parcel, bounds)).await {
        Ok(told) => told,
        Err(_) => Told::Failed(format!("no answer within {} seconds", LONGEST.as_secs())),
    }
}

async fn bring(url: &Url, parcel: Parcel, bounds: &Bounds) -> Told {
    if LARGEST < parcel.body.len() {
        return Told::Refused(format!("{} bytes are too many", parcel.body.len()));
    }
    let addresses = match resolve(url, bounds).await {
        Ok(addresses) => addresses,
        // What a name stands for may be mended.
        Err(BadAddress(why)) => return Told::Failed(why),
    };
    let mut stream = None;
    for address in addresses {
        if let Ok(Ok(open)) = timeout(KNOCK, TcpStream::connect(address)).await {
            stream = Some(open);
            break;
        }
    }
    let Some(stream) = stream else { return Told::Failed("nobody answers there".to_owned()) };
    let request = match request(url, parcel) {
        Ok(request) => request,
        Err(why) => return Told::Refused(why),
    };
    match url.scheme() {
        "https" => match lock(url, stream).await {
            Ok(stream) => exchange(stream, request).await,
            Err(why) => Told::Failed(why),
        },
        _ => exchange(stream, request).await,
    }
}

fn request(url: &Url, parcel: Parcel) -> Result<Request<Full<Bytes>>, String> {
    let host = &url[Position::BeforeHost..Position::AfterPort];
    let path = &url[Position::BeforePath..Position::AfterQuery];
    let mut request = Request::post(path)
        .header("host", host)
        .header("user-agent", "flagbridge")
        .body(Full::new(Bytes::from(parcel.body)))
        .map_err(|err| err.to_string())?;
    for (name, value) in parcel.headers {
        let value = HeaderValue::from_str(&value).map_err(|err| err.to_string())?;
        request.headers_mut().insert(HeaderName::from_static(name), value);
    }
    Ok(request)
}

async fn exchange(
    stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
    request: Request<Full<Bytes>>,
) -> Told {
    let made = http1::Builder::new().max_buf_size(HEAD).handshake(TokioIo::new(stream)).await;
    let (mut sender, connection) = match made {
        Ok(made) => made,
        Err(err) => return Told::Failed(err.to_string()),
    };
    // It ends with the connection, which ends when the answer is dropped.
    let running = tokio::spawn(connection);
    let answer = sender.send_request(request).await;
    let told = match answer {
        Ok(answer) => judge(answer.status()),
        Err(err) => Told::Failed(err.to_string()),
    };
    running.abort();
    told
}

fn judge(status: StatusCode) -> Told {
    match status.as_u16() {
        200..=299 => Told::Taken,
        404 | 410 => Told::Gone,
        // A redirect might lead anywhere, and is not followed.
        300..=399 => Told::Failed(format!("it points elsewhere (status {status}), which is not followed")),
        429 | 408 | 500.. => Told::Failed(format!("it answered with status {status}")),
        _ => Told::Refused(format!("it answered with status {status}")),
    }
}

#[cfg(feature = "tls")]
async fn lock(url: &Url, stream: TcpStream) -> Result<tokio_rustls::client::TlsStream<TcpStream>, String> {
    use std::sync::{Arc, OnceLock};

    use tokio_rustls::{
        TlsConnector,
        rustls::{ClientConfig, RootCertStore, crypto::ring, pki_types::ServerName},
    };

    static CONFIG: OnceLock<Result<Arc<ClientConfig>, String>> = OnceLock::new();
    let config = CONFIG.get_or_init(|| {
        let mut roots = RootCertStore::empty();
        let (added, _) = roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        if added == 0 {
            return Err(
                "this machine has no certificates of authorities to trust (ca-certificates)".to_owned()
            );
        }
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|err| err.to_string())?;
        Ok(Arc::new(config.with_root_certificates(roots).with_no_client_auth()))
    });
    let name = url.host_str().unwrap_or_default().trim_matches(['[', ']']).to_owned();
    let name = ServerName::try_from(name).map_err(|err| err.to_string())?;
    TlsConnector::from(config.clone()?).connect(name, stream).await.map_err(|err| err.to_string())
}

#[cfg(not(feature = "tls"))]
async fn lock(_: &Url, _: TcpStream) -> Result<TcpStream, String> {
    Err("this program was built to play at home, without TLS".to_owned())
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use tokio::{
        io::{AsyncReadExt as _, AsyncWriteExt as _},
        net::TcpListener,
    };

    use super::*;
    use crate::address::target;

    fn home() -> Bounds {
        Bounds::new(|it| it == IpAddr::V4(Ipv4Addr::LOCALHOST))
    }

    /// Whether a request has come to its end.
    fn is_whole(heard: &str) -> bool {
        let Some((head, body)) = heard.split_once("\r\n\r\n") else { return false };
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        length.map_or(0, |it| it.parse().unwrap()) <= body.len()
    }

    /// A server that answers everything with `answer`, and says what it heard.
    async fn answering(answer: &'static str) -> (Url, tokio::task::JoinHandle<String>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/in?a=1", listener.local_addr().unwrap());
        let heard = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let (mut heard, mut part) = (String::new(), [0; 4096]);
            // All of it: what is left unread when the line is closed takes the answer with it.
            while !is_whole(&heard) {
                let n = stream.read(&mut part).await.unwrap();
                assert_ne!(n, 0, "it breaks off: {heard}");
                heard.push_str(&String::from_utf8_lossy(&part[..n]));
            }
            stream.write_all(answer.as_bytes()).await.unwrap();
            heard
        });
        (target(&url, &home()).unwrap(), heard)
    }

    #[tokio::test]
    async fn what_is_brought_arrives_and_its_answer_is_understood() {
        for (answer, told) in [
            ("HTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n", Told::Taken),
            ("HTTP/1.1 410 Gone\r\ncontent-length: 0\r\n\r\n", Told::Gone),
        ] {
            let (url, heard) = answering(answer).await;
            let parcel = Parcel { headers: vec![("ttl", "60".to_owned())], body: b"hello".to_vec() };
            assert_eq!(post(&url, parcel, &home()).await, told);
            let heard = heard.await.unwrap();
            assert!(heard.starts_with("POST /in?a=1 HTTP/1.1\r\n"), "{heard}");
            assert!(heard.contains("ttl: 60") && heard.contains("content-length: 5"), "{heard}");
        }
    }

    #[tokio::test]
    async fn nobody_is_followed_anywhere() {
        let (inner, inside) = answering("HTTP/1.1 200 OK\r\n\r\n").await;
        let answer =
            format!("HTTP/1.1 307 Temporary Redirect\r\nlocation: {inner}\r\ncontent-length: 0\r\n\r\n");
        let (url, _heard) = answering(answer.leak()).await;
        let told = post(&url, Parcel::default(), &home()).await;
        assert!(matches!(&told, Told::Failed(why) if why.contains("not followed")), "{told:?}");
        assert!(!inside.is_finished());
    }

    #[tokio::test]
    async fn what_is_not_public_is_not_even_knocked_at() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let url = Url::parse(&format!("https://localhost:{port}/")).unwrap();
        let told = post(&url, Parcel::default(), &Bounds::default()).await;
        assert!(matches!(&told, Told::Failed(why) if why.contains("inside a network")), "{told:?}");
        let knocked = timeout(Duration::from_millis(50), listener.accept()).await;
        assert!(knocked.is_err());
    }

    #[tokio::test]
    async fn a_head_without_end_is_given_up() {
        let long = format!("HTTP/1.1 200 OK\r\nx: {}", "a".repeat(64 << 10));
        let (url, _heard) = answering(long.leak()).await;
        assert!(matches!(post(&url, Parcel::default(), &home()).await, Told::Failed(_)));
    }
}
