//! Where anything may be sent to. People give addresses of their own (push
//! endpoints, webhooks); none of them may lead into the network the server
//! stands in. So a name is resolved here, every address it stands for is
//! looked at, and the connection is made to one of those that were looked at:
//! what the name stands for a moment later does not matter.

use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use url::{Host, Url};

/// The longest address that is kept.
const LONGEST: usize = 1_000;
/// How long a name may take to be resolved.
const PATIENCE: Duration = Duration::from_secs(5);

/// Which addresses are allowed though they are not public, and without TLS.
#[derive(Clone)]
pub struct Bounds(Arc<dyn Fn(IpAddr) -> bool + Send + Sync>);

impl Bounds {
    pub fn new(allowed: impl Fn(IpAddr) -> bool + Send + Sync + 'static) -> Bounds {
        Bounds(Arc::new(allowed))
    }

    fn allows(&self, address: IpAddr) -> bool {
        (self.0)(address.to_canonical())
    }
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds::new(|_| false)
    }
}

impl fmt::Debug for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Bounds")
    }
}

/// Why nothing is sent there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadAddress(pub(crate) String);

impl fmt::Display for BadAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadAddress {}

fn bad(words: impl Into<String>) -> BadAddress {
    BadAddress(words.into())
}

/// An address as somebody typed it, if anything may be sent there as far as can be seen without asking
/// what its name stands for.
///
/// # Errors
///
/// In words for whoever typed it.
pub fn target(text: &str, bounds: &Bounds) -> Result<Url, BadAddress> {
    if LONGEST < text.len() {
        return Err(bad(format!("an address of {} characters; at most {LONGEST}", text.len())));
    }
    let url = Url::parse(text.trim()).map_err(|err| bad(format!("not an address: {err}")))?;
    if !matches!(url.scheme(), "https" | "http") {
        return Err(bad("an address here begins with https://"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(bad("an address here has no name or password in it"));
    }
    let number = match url.host() {
        Some(Host::Ipv4(it)) => Some(IpAddr::V4(it)),
        Some(Host::Ipv6(it)) => Some(IpAddr::V6(it)),
        Some(Host::Domain(_)) => None,
        None => return Err(bad("an address without a host")),
    };
    if let Some(number) = number {
        permitted(number, &url, bounds)?;
    }
    Ok(url)
}

/// Whether this one address may be called on for this.
fn permitted(address: IpAddr, url: &Url, bounds: &Bounds) -> Result<(), BadAddress> {
    if bounds.allows(address) {
        return Ok(());
    }
    if !is_public(address) {
        return Err(bad("an address inside a network; only public ones can be reached from here"));
    }
    if url.scheme() != "https" {
        return Err(bad("an address without TLS; expected https://"));
    }
    match url.port_or_known_default() {
        Some(443 | 1024..) => Ok(()),
        Some(_) | None => Err(bad("a port kept for other services; expected 443, or 1024 and above")),
    }
}

/// What to connect to, every address looked at.
pub(crate) async fn resolve(url: &Url, bounds: &Bounds) -> Result<Vec<SocketAddr>, BadAddress> {
    let port = url.port_or_known_default().unwrap_or(443);
    let found: Vec<SocketAddr> = match url.host() {
        Some(Host::Ipv4(it)) => vec![SocketAddr::new(IpAddr::V4(it), port)],
        Some(Host::Ipv6(it)) => vec![SocketAddr::new(IpAddr::V6(it), port)],
        Some(Host::Domain(name)) => {
            let asked = tokio::time::timeout(PATIENCE, tokio::net::lookup_host((name, port))).await;
            let found = asked.map_err(|_| bad("its name is not resolved in time"))?;
            found.map_err(|err| bad(format!("its name cannot be resolved: {err}")))?.collect()
        }
        None => Vec::new(),
    };
    if found.is_empty() {
        return Err(bad("its name has no address"));
    }
    checked(found, url, bounds)
}

/// One bad address spoils all: whoever owns the name may choose which is taken.
fn checked(found: Vec<SocketAddr>, url: &Url, bounds: &Bounds) -> Result<Vec<SocketAddr>, BadAddress> {
    found.iter().try_for_each(|it| permitted(it.ip(), url, bounds))?;
    Ok(found)
}

/// Whether an address is one of the open network, and nobody's own.
pub fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(it) => is_public_v4(it),
        IpAddr::V6(it) => is_public_v6(it),
    }
}

fn is_public_v4(it: Ipv4Addr) -> bool {
    let [a, b, c, _] = it.octets();
    !(it.is_private()
        || it.is_loopback()
        || it.is_link_local()
        || it.is_documentation()
        || it.is_multicast()
        || matches!(
            (a, b, c),
            (0 | 240.., ..) | (100, 64..=127, _) | (192, 0, 0) | (192, 88, 99) | (198, 18 | 19, _)
        ))
}

/// Of those that are given out at all (`2000::/3`) without those that stand for others: tunnels, examples,
/// measurements.
fn is_public_v6(it: Ipv6Addr) -> bool {
    let [a, b, ..] = it.segments();
    let given_out = a & 0xe000 == 0x2000;
    let special = a == 0x2002 || (a == 0x2001 && (b < 0x0200 || b == 0x0db8)) || (a == 0x3fff && b < 0x1000);
    given_out && !special
}

#[cfg(test)]
mod tests {
    use super::*;

    fn may(text: &str) -> bool {
        target(text, &Bounds::default()).is_ok()
    }

    #[test]
    fn only_public_addresses_by_tls() {
        assert!(may("https://push.example/send/abc?x=1"));
        assert!(may("https://93.184.216.34/"));
        assert!(may("https://push.example:8443/"));
        for (odd, words) in [
            ("push.example", "not an address"),
            ("ftp://push.example/", "begins with https"),
            ("file:///etc/passwd", "begins with https"),
            ("https://a:b@push.example/", "no name or password"),
            ("http://93.184.216.34/", "without TLS"),
            ("https://93.184.216.34:25/", "a port kept"),
        ] {
            let err = target(odd, &Bounds::default()).unwrap_err();
            assert!(err.to_string().contains(words), "{odd}: {err}");
        }
        assert!(!may(&format!("https://push.example/{}", "a".repeat(LONGEST))));
    }

    #[test]
    fn no_way_of_writing_an_internal_address_gets_by() {
        for odd in [
            "127.0.0.1",
            "127.1",
            "2130706433",
            "0x7f.1",
            "0177.0.0.1",
            "0.0.0.0",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "192.0.0.8",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "240.0.0.1",
            "[::1]",
            "[::]",
            "[::ffff:127.0.0.1]",
            "[::ffff:7f00:1]",
            "[::127.0.0.1]",
            "[64:ff9b::7f00:1]",
            "[fe80::1]",
            "[fc00::1]",
            "[fd12::1]",
            "[ff02::1]",
            "[2002:7f00:1::]",
            "[2001::1]",
            "[2001:db8::1]",
            "[3fff::1]",
            "[::ffff:a00:1]",
            "①②⑦.0.0.1",
        ] {
            assert!(!may(&format!("https://{odd}/")), "{odd}");
        }
        for fine in ["1.1.1.1", "[2606:4700::1111]", "[2001:4860::8888]", "172.32.0.1", "100.128.0.1"] {
            assert!(may(&format!("https://{fine}/")), "{fine}");
        }
    }

    #[test]
    fn a_setting_allows_what_it_names_and_nothing_else() {
        let home = Bounds::new(|it| it == IpAddr::V4(Ipv4Addr::LOCALHOST));
        assert!(target("http://127.0.0.1:9/x", &home).is_ok());
        assert!(target("http://[::ffff:127.0.0.1]:9/x", &home).is_ok());
        assert!(target("http://127.0.0.2:9/x", &home).is_err());
        assert!(target("http://[::1]:9/x", &home).is_err());
    }

    /// A name may stand for several addresses, and for others the next time it is asked about.
    #[test]
    fn one_bad_address_spoils_all() {
        let url = target("https://push.example/", &Bounds::default()).unwrap();
        let at = |text: &str| SocketAddr::new(text.parse().unwrap(), 443);
        let (good, bad) = (at("93.184.216.34"), at("10.0.0.1"));
        assert!(checked(vec![good], &url, &Bounds::default()).is_ok());
        assert!(checked(vec![good, bad], &url, &Bounds::default()).is_err());
        assert!(checked(vec![bad, good], &url, &Bounds::default()).is_err());
    }

    #[tokio::test]
    async fn a_name_for_this_machine_is_looked_through() {
        let url = target("https://localhost/", &Bounds::default()).unwrap();
        let err = resolve(&url, &Bounds::default()).await.unwrap_err();
        assert!(err.to_string().contains("inside a network"), "{err}");
    }
}
