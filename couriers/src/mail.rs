//! Mail: written as plain text, and handed to a relay or laid into a folder.

use std::{
    fmt,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use lettre::{
    Address, AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor,
    message::{Mailbox, header::ContentType},
    transport::smtp::AsyncSmtpTransportBuilder,
};

/// The longest address there is.
const LONGEST: usize = 254;
/// How long a relay may take for each step.
const PATIENCE: Duration = Duration::from_secs(20);

#[cfg(feature = "tls")]
fn relay(url: &str) -> Result<AsyncSmtpTransportBuilder, String> {
    AsyncSmtpTransport::<Tokio1Executor>::from_url(url).map_err(|err| err.to_string())
}

/// The library reads addresses of relays only where it has TLS: without it there is one kind, in the clear.
#[cfg(not(feature = "tls"))]
fn relay(url: &str) -> Result<AsyncSmtpTransportBuilder, String> {
    let url = url::Url::parse(url).map_err(|err| err.to_string())?;
    let (Some(host), "smtp", None) = (url.host_str(), url.scheme(), url.query()) else {
        return Err("this program has no TLS, so only smtp://host:port will do".to_owned());
    };
    if !url.username().is_empty() || url.password().is_some() {
        return Err("this program has no TLS, so a password would be readable on the way".to_owned());
    }
    let relay = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(host);
    Ok(relay.port(url.port().unwrap_or(25)))
}

/// A letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mail {
    pub to: String,
    pub subject: String,
    pub text: String,
    /// Its own name in the world, the same however often it is tried.
    pub id: String,
    /// Where a program can end the mails of this kind, and whose they are: nothing for those that were asked for.
    pub unsubscribe: Option<String>,
}

/// Where letters are handed in.
#[derive(Clone)]
pub struct Post {
    from: Mailbox,
    by: By,
}

#[derive(Clone)]
enum By {
    Relay(AsyncSmtpTransport<Tokio1Executor>),
    Folder(PathBuf),
}

impl fmt::Debug for Post {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let by = match &self.by {
            By::Relay(_) => "a relay".to_owned(),
            By::Folder(folder) => folder.display().to_string(),
        };
        write!(f, "Post({} by {by})", self.from)
    }
}

/// Why a letter was not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PostError {
    /// It will never be.
    Refused(String),
    /// Another time perhaps.
    Failed(String),
}

impl fmt::Display for PostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PostError::Refused(why) | PostError::Failed(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for PostError {}

/// An address of mail as it is kept: what stands before the @ as typed, the rest in small letters.
///
/// # Errors
///
/// In words for whoever typed it.
pub fn address(text: &str) -> Result<String, String> {
    let text = text.trim();
    if LONGEST < text.len() {
        return Err(format!("an address of {} characters; at most {LONGEST}", text.len()));
    }
    let address: Address = text.parse().map_err(|_| format!("{text:?} is not an address of mail"))?;
    let domain = address.domain().to_ascii_lowercase();
    // A name without a dot, or a number, is nobody's mailbox in the open network.
    if !domain.contains('.') || domain.starts_with('[') || !domain.is_ascii() || !address.user().is_ascii() {
        return Err(format!("{text:?} is not an address of mail in the open network"));
    }
    Ok(format!("{}@{domain}", address.user()))
}

impl Post {
    /// By a relay: `smtps://name:password@host`, `smtp://host:25`, `smtp://name:password@host:587?tls=required`.
    ///
    /// # Errors
    ///
    /// If the sender or the relay is none.
    pub fn relay(from: &str, url: &str) -> Result<Post, String> {
        let relay = relay(url)
            .map_err(|err| format!("not a relay for mail, expected smtp://… or smtps://…: {err}"))?;
        Ok(Post { from: sender(from)?, by: By::Relay(relay.timeout(Some(PATIENCE)).build()) })
    }

    /// As files in a folder, one a letter.
    ///
    /// # Errors
    ///
    /// If the sender is none.
    pub fn folder(from: &str, folder: &Path) -> Result<Post, String> {
        Ok(Post { from: sender(from)?, by: By::Folder(folder.to_owned()) })
    }

    /// Where whoever runs the server can be reached.
    pub fn contact(&self) -> String {
        format!("mailto:{}", self.from.email)
    }

    /// Hands a letter in.
    ///
    /// # Errors
    ///
    /// If it was not taken.
    pub async fn send(&self, mail: &Mail, now: SystemTime) -> Result<(), PostError> {
        let refused = |err: &dyn fmt::Display| PostError::Refused(err.to_string());
        let to: Address = mail.to.parse().map_err(|err| refused(&err))?;
        let mut letter = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(plain(&mail.subject))
            .date(now)
            .message_id(Some(format!("<{}@{}>", mail.id, self.from.email.domain())))
            .header(ContentType::TEXT_PLAIN);
        if let Some(link) = &mail.unsubscribe {
            letter = letter.header(Unsubscribe(format!("<{link}>")));
        }
        let letter = letter.body(mail.text.clone()).map_err(|err| refused(&err))?;
        match &self.by {
            By::Relay(relay) => match relay.send(letter).await {
                Ok(_) => Ok(()),
                Err(err) if err.is_permanent() => Err(refused(&err)),
                Err(err) => Err(PostError::Failed(err.to_string())),
            },
            By::Folder(folder) => lay(folder, &mail.id, &letter.formatted()),
        }
    }
}

fn sender(from: &str) -> Result<Mailbox, String> {
    from.parse().map_err(|err| format!("{from:?} cannot send mail, expected Name <address>: {err}"))
}

/// On one line, whatever stands in it.
fn plain(text: &str) -> String {
    text.chars().map(|it| if it.is_control() { ' ' } else { it }).take(150).collect()
}

/// Under its own name it is whole, or not there. Links stand in letters, so they are for their owner alone.
fn lay(folder: &Path, id: &str, letter: &[u8]) -> Result<(), PostError> {
    let failed = |err: std::io::Error| PostError::Failed(format!("{}: {err}", folder.display()));
    std::fs::create_dir_all(folder).map_err(failed)?;
    let name: String = id.chars().filter(|it| it.is_ascii_alphanumeric() || "-_".contains(*it)).collect();
    let (half, whole) = (folder.join(format!(".{name}.half")), folder.join(format!("{name}.eml")));
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&half).map_err(failed)?;
    std::io::Write::write_all(&mut file, letter).map_err(failed)?;
    file.sync_all().map_err(failed)?;
    std::fs::rename(half, whole).map_err(failed)
}

#[derive(Clone, Debug)]
struct Unsubscribe(String);

impl lettre::message::header::Header for Unsubscribe {
    fn name() -> lettre::message::header::HeaderName {
        lettre::message::header::HeaderName::new_from_ascii_str("List-Unsubscribe")
    }

    fn parse(text: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Unsubscribe(text.to_owned()))
    }

    fn display(&self) -> lettre::message::header::HeaderValue {
        lettre::message::header::HeaderValue::new(Self::name(), self.0.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_told_from_anything_else() {
        assert_eq!(address(" Ann.B+games@Post.Example "), Ok("Ann.B+games@post.example".to_owned()));
        for odd in
            ["", "ann", "ann@", "@post.example", "ann@localhost", "ann@[127.0.0.1]", "a b@post.example"]
        {
            assert!(address(odd).is_err(), "{odd:?}");
        }
        for odd in ["a@b.example\r\nBcc: c@d.example", "a@b.example, c@d.example", "ä@b.example"] {
            assert!(address(odd).is_err(), "{odd:?}");
        }
        assert!(address(&format!("{}@b.example", "a".repeat(300))).is_err());
    }

    #[tokio::test]
    async fn a_folder_gets_a_letter_once_however_often_it_is_sent() {
        let folder = std::env::temp_dir().join(format!("flagbridge-mail-{}", std::process::id()));
        let post = Post::folder("Flagbridge <post@fleet.example>", &folder).unwrap();
        assert_eq!(post.contact(), "mailto:post@fleet.example");
        let mail = Mail {
            to: "ann@post.example".to_owned(),
            subject: "Your turn\r\nBcc: all@post.example".to_owned(),
            text: "Über den Wolken.\n".to_owned(),
            id: "n1-../x".to_owned(),
            unsubscribe: Some("https://fleet.example/#/account".to_owned()),
        };
        for _ in 0..2 {
            post.send(&mail, SystemTime::UNIX_EPOCH).await.unwrap();
        }
        let names: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|it| it.unwrap().file_name()).collect();
        assert_eq!(names, ["n1-x.eml"]);
        let text = std::fs::read_to_string(folder.join("n1-x.eml")).unwrap();
        assert!(text.contains("To: ann@post.example\r\n") && !text.contains("\r\nBcc:"), "{text}");
        assert!(text.contains("List-Unsubscribe: <https://fleet.example/#/account>"), "{text}");
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_is_no_relay_is_told() {
        assert!(Post::relay("post@fleet.example", "smtp://127.0.0.1:25").is_ok());
        assert!(Post::relay("post@fleet.example", "http://127.0.0.1").is_err());
        assert!(Post::relay("nobody", "smtp://127.0.0.1:25").is_err());
    }
}
