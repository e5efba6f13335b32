//! docs/hosting.md in an empty Debian, as it stands there: its files are written, its commands are
//! run one by one, and between them a browser signs up and plays through the proxy, a mail comes,
//! and who is shut out stays out. Ports are others, since the machine has its own.

mod relay;

use std::{
    fs,
    net::TcpListener,
    path::{Path, PathBuf},
    process::Command,
    thread,
    time::{Duration, Instant},
};

use serde_json::Value;

use crate::{
    run,
    trial::{self, System},
    web,
};
use relay::Relay;

/// What the page wants from Debian besides the package; `systemd` for its way of making users.
const DEBIAN: [&str; 5] = ["systemd", "nginx", "openssl", "curl", "ca-certificates"];

/// The sections whose files and commands are tried, by the first words of their headings.
const SECTIONS: [&str; 6] = ["Install it", "Settings", "TLS in front", "Mail", "Backups", "Moderation"];

/// Commands that need more than a folder: a name on the net, or what systemd keeps.
const ELSEWHERE: [&str; 3] = ["certbot", "journalctl", "systemctl cat"];

/// What the browser's script calls its person, and what it has for a password.
const NAME: &str = "Nelson";
const PASSWORD: &str = "six small moons";

const LONG_ENOUGH: Duration = Duration::from_secs(60);

/// Tries the page with the package that lies in `packages`.
pub(crate) fn run(packages: &Path) -> Result<(), String> {
    let system = System::empty(&run::root().join("target/place"), "apt", &DEBIAN)?;
    system.take_in(&trial::one(packages, ".deb")?)?;
    let relay = Relay::listen()?;
    let place = Place { system, ports: Ports::free(relay.port)? };
    place.prepare()?;
    let file = run::root().join("docs/hosting.md");
    let text = fs::read_to_string(&file).map_err(|err| format!("{}: {err}", file.display()))?;
    let page = sections(&place.ports.put(&text));
    for name in SECTIONS {
        let section = page.iter().find(|it| it.heading.contains(name));
        let section = section.ok_or(format!("docs/hosting.md has no section {name:?}"))?;
        place.follow(section)?;
        match name {
            "TLS in front" => place.is_met_behind_tls()?,
            "Mail" => place.sends_mail(&relay)?,
            "Backups" => place.is_as_before()?,
            "Moderation" => place.keeps_out()?,
            _ => {}
        }
    }
    place.end()?;
    fs::remove_dir_all(&place.system.root).map_err(|err| format!("{}: {err}", place.system.root.display()))
}

/// One section of the page: what is written into files, and what is typed.
#[derive(Debug, PartialEq, Eq)]
struct Section {
    heading: String,
    blocks: Vec<Block>,
}

#[derive(Debug, PartialEq, Eq)]
enum Block {
    /// A file, by the language its fence names.
    File(String, String),
    Commands(Vec<String>),
}

/// Fences are files, and what is indented is typed; a backslash at its end goes on with a line.
fn sections(page: &str) -> Vec<Section> {
    let mut all: Vec<Section> = Vec::new();
    let mut lines = page.lines();
    let (mut typed, mut open) = (Vec::new(), String::new());
    while let Some(line) = lines.next() {
        if let Some(command) = line.strip_prefix("    ") {
            open.push_str(command.trim_end_matches('\\'));
            if !command.ends_with('\\') {
                typed.push(std::mem::take(&mut open));
            }
            continue;
        }
        if let Some(section) = all.last_mut()
            && !typed.is_empty()
        {
            section.blocks.push(Block::Commands(std::mem::take(&mut typed)));
        }
        if let Some(heading) = line.strip_prefix("## ") {
            all.push(Section { heading: heading.to_owned(), blocks: Vec::new() });
        } else if let (Some(language), Some(section)) = (line.strip_prefix("```"), all.last_mut()) {
            let body: String =
                lines.by_ref().take_while(|it| *it != "```").map(|it| format!("{it}\n")).collect();
            section.blocks.push(Block::File(language.to_owned(), body));
        }
    }
    all
}

/// Ports instead of those that the page names.
struct Ports {
    own: u16,
    http: u16,
    https: u16,
    smtp: u16,
}

impl Ports {
    fn free(smtp: u16) -> Result<Ports, String> {
        let bind = || TcpListener::bind("127.0.0.1:0").map_err(|err| err.to_string());
        let held = [bind()?, bind()?, bind()?];
        let port = |n: usize| held[n].local_addr().map(|it| it.port()).map_err(|err| err.to_string());
        Ok(Ports { own: port(0)?, http: port(1)?, https: port(2)?, smtp })
    }

    fn put(&self, text: &str) -> String {
        let Ports { own, http, https, smtp } = self;
        text.replace("listen 80;", &format!("listen {http};"))
            .replace("listen 443 ssl;", &format!("listen {https} ssl;"))
            .replace("fleet.example:443:", &format!("fleet.example:{https}:"))
            .replace("https://fleet.example/", &format!("https://fleet.example:{https}/"))
            .replace("127.0.0.1:25\"", &format!("127.0.0.1:{smtp}\""))
            .replace("flagbridge health ", &format!("flagbridge health 127.0.0.1:{own} "))
            .replace("7878", &own.to_string())
    }
}

/// There is no systemd in a folder: what the units say is done by hand.
const SYSTEMCTL: &str = r#"#!/bin/sh
set -e
unit() { sed -n "s/^$2=//p" "/usr/lib/systemd/system/$1.service" | sed 's/%%/%/g' | head -n 1; }
folder() { install -d -m "$(unit "$1" StateDirectoryMode)" -o flagbridge -g flagbridge \
    "/var/lib/$(unit "$1" StateDirectory)"; }
begin() {
    folder flagbridge
    umask "$(unit flagbridge UMask)"
    setpriv --reuid="$(unit flagbridge User)" --regid="$(unit flagbridge Group)" --init-groups \
        $(unit flagbridge ExecStart) >>/var/log/flagbridge.log 2>&1 </dev/null &
    echo $! >/run/flagbridge.pid
    for n in $(seq 300); do
        if flagbridge health 127.0.0.1:PORT >/dev/null 2>&1; then return; fi
        sleep 0.1
    done
    cat /var/log/flagbridge.log >&2
    return 1
}
end() {
    pid=$(cat /run/flagbridge.pid)
    kill -TERM "$pid"
    while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
    rm /run/flagbridge.pid
}
case "$*" in
    "enable --now flagbridge" | "start flagbridge") begin ;;
    "stop flagbridge") end ;;
    "restart flagbridge") end; begin ;;
    "reload nginx") if [ -s /run/nginx.pid ]; then nginx -s reload; else nginx; fi ;;
    "enable --now flagbridge-backup.timer")
        folder flagbridge-backup
        umask "$(unit flagbridge-backup UMask)"
        command=$(unit flagbridge-backup ExecStart)
        eval "setpriv --reuid=flagbridge --regid=flagbridge --init-groups $command" ;;
    *) echo "systemctl $*: nothing is done for that here" >&2; exit 1 ;;
esac
"#;

/// The place as it grows.
struct Place {
    system: System,
    ports: Ports,
}

impl Drop for Place {
    /// Whatever happened, nothing of it goes on.
    fn drop(&mut self) {
        for pid in ["run/flagbridge.pid", "run/nginx.pid"] {
            let Ok(pid) = fs::read_to_string(self.system.root.join(pid)) else { continue };
            let _ = Command::new("kill").arg(pid.trim()).status();
        }
    }
}

impl Place {
    fn inside(&self, path: &str) -> PathBuf {
        self.system.root.join(path.trim_start_matches('/'))
    }

    fn write(&self, path: &str, text: &str) -> Result<(), String> {
        fs::write(self.inside(path), text).map_err(|err| format!("{path}: {err}"))
    }

    fn prepare(&self) -> Result<(), String> {
        let stub = SYSTEMCTL.replace("PORT", &self.ports.own.to_string());
        self.write("/usr/local/bin/systemctl", &stub)?;
        self.system.succeed(&["chmod", "755", "/usr/local/bin/systemctl"])?;
        // It would listen where the machine may have something else.
        self.system.succeed(&["rm", "-f", "/etc/nginx/sites-enabled/default"])
    }

    /// Writes what is to be written, and types what is to be typed.
    fn follow(&self, section: &Section) -> Result<(), String> {
        println!("\n## {}", section.heading);
        for block in &section.blocks {
            match block {
                Block::File(language, text) => self.lay(language, text)?,
                Block::Commands(commands) => {
                    for command in commands.iter().filter(|it| !ELSEWHERE.iter().any(|no| it.contains(no))) {
                        self.type_in(command)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn lay(&self, language: &str, text: &str) -> Result<(), String> {
        match language {
            "toml" => {
                let path = "/etc/flagbridge/serve.toml";
                // What begins with a table of its own is to stand at the end of the file.
                let before = match text.starts_with('[') {
                    true => fs::read_to_string(self.inside(path)).map_err(|err| format!("{path}: {err}"))?,
                    false => String::new(),
                };
                self.write(path, &format!("{before}\n{text}"))
            }
            "nginx" => {
                self.write("/etc/nginx/sites-available/flagbridge", text)?;
                let link = "/etc/nginx/sites-enabled/flagbridge";
                self.system.succeed(&["ln", "-s", "/etc/nginx/sites-available/flagbridge", link])
            }
            other => Err(format!("docs/hosting.md has a file of {other:?}: where does it go?")),
        }
    }

    fn type_in(&self, command: &str) -> Result<(), String> {
        println!("    {command}");
        let command = match command.strip_prefix("apt install ./") {
            Some(_) => "dpkg --install /tmp/package.deb".to_owned(),
            None => command.replace("NAME", NAME),
        };
        let path = "export PATH=/usr/local/bin:$PATH; cd /tmp;";
        let said = self.system.said(&["sh", "-ec", &format!("{path} {command}")])?;
        said.lines().for_each(|line| println!("        {line}"));
        Ok(())
    }

    /// A request through the proxy, as somebody with a jar of cookies: status and answer.
    fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> Result<(u16, String), String> {
        let https = self.ports.https;
        let (url, at) =
            (format!("https://fleet.example:{https}{path}"), format!("fleet.example:{https}:127.0.0.1"));
        let body = body.map(Value::to_string);
        let mut words = vec!["curl", "--silent", "--show-error", "--request", method, &url, "--resolve", &at];
        words.extend(["--cacert", "/etc/flagbridge/tls/cert.pem", "--cookie", "/tmp/jar"]);
        words.extend(["--cookie-jar", "/tmp/jar", "--header", "Sec-Fetch-Site: same-origin"]);
        words.extend(["--write-out", "\n%{http_code}"]);
        if let Some(body) = &body {
            words.extend(["--header", "Content-Type: application/json", "--data", body]);
        }
        let said = self.system.said(&words)?;
        let (answer, status) = said.trim_end().rsplit_once('\n').ok_or("curl said no status")?;
        Ok((status.parse().map_err(|_| format!("curl said {status:?}"))?, answer.to_owned()))
    }

    fn expect(&self, method: &str, path: &str, body: Option<&Value>, status: u16) -> Result<String, String> {
        match self.ask(method, path, body)? {
            (found, answer) if found == status => Ok(answer),
            (found, answer) => Err(format!("{method} {path}: {found} instead of {status}: {answer}")),
        }
    }

    fn log_in(&self, status: u16) -> Result<String, String> {
        let body = serde_json::json!({"name": NAME, "password": PASSWORD});
        self.expect("POST", "/api/session", Some(&body), status)
    }

    /// What is not encrypted is sent where it is; somebody signs up on a phone and plays.
    fn is_met_behind_tls(&self) -> Result<(), String> {
        let plain = format!("http://127.0.0.1:{}/", self.ports.http);
        let said = self.system.said(&["curl", "--silent", "--head", "-H", "Host: fleet.example", &plain])?;
        if !said.contains("301") || !said.contains("https://fleet.example/") {
            return Err(format!("without TLS one is not sent where it is: {said}"));
        }
        web::first_evening_on("fleet.example", self.ports.https)?;
        self.log_in(200)?;
        let jar = fs::read_to_string(self.inside("/tmp/jar")).map_err(|err| format!("the jar: {err}"))?;
        if !jar.contains("__Host-flagbridge") {
            return Err(format!("behind TLS the cookie has another name: {jar}"));
        }
        Ok(())
    }

    /// An address is given, and the link that comes proves it.
    fn sends_mail(&self, relay: &Relay) -> Result<(), String> {
        let body = serde_json::json!({"address": "nelson@post.example", "password": PASSWORD});
        self.expect("POST", "/api/me/mail", Some(&body), 200)?;
        let letter = relay.letter(LONG_ENOUGH)?;
        let at = format!("https://fleet.example:{}/#/verify/", self.ports.https);
        // The page says nothing of ports: neither do links.
        let at = if letter.contains(&at) { at } else { "https://fleet.example/#/verify/".to_owned() };
        let (_, link) = letter.split_once(&at).ok_or(format!("a mail without a link: {letter}"))?;
        let link: String =
            link.chars().take_while(|it| it.is_ascii_alphanumeric() || "-_".contains(*it)).collect();
        self.expect("POST", "/api/verify", Some(&serde_json::json!({"link": link})), 200)?;
        let page = self.expect("GET", "/api/me/mail", None, 200)?;
        println!("        a mail came, and its link proved the address: {page}");
        if page.contains("nelson@post.example") { Ok(()) } else { Err(format!("not proven: {page}")) }
    }

    /// After a backup and its restoring people and their battles are there.
    fn is_as_before(&self) -> Result<(), String> {
        let folder = self.inside("/var/lib/flagbridge-backups");
        let kept = fs::read_dir(&folder).map_err(|err| format!("{}: {err}", folder.display()))?;
        println!("        {} backup of the night", kept.count());
        self.log_in(200)?;
        let battles = self.expect("GET", "/api/me/battles", None, 200)?;
        if battles.contains("\"outcome\":{") || battles.contains("\"outcome\":\"draw\"") {
            return Ok(());
        }
        Err(format!("the battle is not there any more: {battles}"))
    }

    fn keeps_out(&self) -> Result<(), String> {
        let begun = Instant::now();
        // A server hears of what is done beside it within moments.
        while begun.elapsed() < LONG_ENOUGH {
            if let (403, said) = self.ask(
                "POST",
                "/api/session",
                Some(&serde_json::json!({"name": NAME, "password": PASSWORD})),
            )? && said.contains("insults")
            {
                println!("        shut out: {said}");
                return Ok(());
            }
            thread::sleep(Duration::from_millis(200));
        }
        Err("whoever is shut out is let in".to_owned())
    }

    fn end(&self) -> Result<(), String> {
        self.type_in("systemctl stop flagbridge")?;
        self.type_in("nginx -s quit")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_taken_apart_into_files_and_commands() {
        let page = "# Page\n\n## 1. One\n\ntext\n\n    first \\\n        goes on\n    second\n\n\
                    ```toml\nport = 7878\n```\n";
        let found = sections(page);
        assert_eq!(found.len(), 1);
        assert_eq!(
            found[0].blocks,
            [
                Block::Commands(vec!["first     goes on".to_owned(), "second".to_owned()]),
                Block::File("toml".to_owned(), "port = 7878\n".to_owned()),
            ]
        );
    }

    #[test]
    fn every_section_that_is_tried_is_in_the_page_and_has_something_to_do() {
        let page = sections(include_str!("../../docs/hosting.md"));
        for name in SECTIONS {
            let section = page.iter().find(|it| it.heading.contains(name));
            assert!(section.is_some_and(|it| !it.blocks.is_empty()), "{name}");
        }
    }

    #[test]
    fn ports_of_the_page_are_exchanged() {
        let ports = Ports { own: 1, http: 2, https: 3, smtp: 4 };
        let page =
            "port = 7878\nlisten 80;\nlisten 443 ssl;\nhttps://fleet.example/health smtp://127.0.0.1:25\"";
        let put = "port = 1\nlisten 2;\nlisten 3 ssl;\nhttps://fleet.example:3/health smtp://127.0.0.1:4\"";
        assert_eq!(ports.put(page), put);
    }
}
