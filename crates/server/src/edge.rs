//! Who asks, and by which name they call us: the address behind a connection
//! or behind a proxy that is trusted, and the host a request is meant for.

use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket},
    str::FromStr,
};

use axum::{
    extract::{ConnectInfo, FromRequestParts},
    http::{HeaderMap, header, request::Parts},
};

use crate::{
    app::App,
    error::{AppError, Result},
    limits::neighbourhood,
    turns::Owner,
};

/// How the server stands in the world.
#[derive(Clone, Debug, Default)]
pub struct Edge {
    /// Only what these say about an address is believed.
    pub proxies: Vec<Network>,
    /// Names we answer to, beside `localhost` and addresses written as numbers.
    pub names: Vec<String>,
}

/// Addresses that begin alike: `10.0.0.0/8`, or one of them: `10.0.0.7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    bits: u32,
}

impl std::fmt::Display for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.address, self.bits)
    }
}

impl Network {
    pub(crate) fn contains(self, address: IpAddr) -> bool {
        let same = |a: u128, b: u128, width: u32| {
            // Shifting by the whole width is not a shift.
            self.bits == 0 || a >> (width - self.bits) == b >> (width - self.bits)
        };
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(net), IpAddr::V4(it)) => same(net.to_bits().into(), it.to_bits().into(), 32),
            (IpAddr::V6(net), IpAddr::V6(it)) => same(net.to_bits(), it.to_bits(), 128),
            (IpAddr::V4(_), IpAddr::V6(_)) | (IpAddr::V6(_), IpAddr::V4(_)) => false,
        }
    }
}

/// Why a text is not a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoNetwork(String);

impl fmt::Display for NoNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: expected an address like 10.0.0.7 or a network like 10.0.0.0/8", self.0)
    }
}

impl std::error::Error for NoNetwork {}

impl FromStr for Network {
    type Err = NoNetwork;

    fn from_str(text: &str) -> std::result::Result<Network, NoNetwork> {
        let wrong = || NoNetwork(text.to_owned());
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits.parse::<u32>().map_err(|_| wrong())?)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().map_err(|_| wrong())?;
        let widest = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.unwrap_or(widest);
        if widest < bits {
            return Err(wrong());
        }
        Ok(Network { address, bits })
    }
}

impl Edge {
    pub(crate) fn trusts(&self, address: IpAddr) -> bool {
        self.proxies.iter().any(|it| it.contains(address))
    }

    /// The address behind a connection. A proxy adds at the end whom it heard,
    /// so the last one that is not a proxy of ours is the one: whatever stands
    /// before it, the client may have written itself.
    pub(crate) fn behind(&self, connection: IpAddr, headers: &HeaderMap) -> IpAddr {
        if !self.trusts(connection) {
            return connection;
        }
        let lines = headers.get_all("x-forwarded-for").iter().filter_map(|it| it.to_str().ok());
        let named: Vec<&str> = lines.flat_map(|line| line.split(',')).map(str::trim).collect();
        let mut found = connection;
        for text in named.into_iter().rev() {
            let Some(address) = address_in(text) else { break };
            found = address;
            if !self.trusts(address) {
                break;
            }
        }
        found
    }

    /// Whether people come by TLS. Whoever has a proxy has it for that.
    pub(crate) fn has_tls(&self) -> bool {
        !self.proxies.is_empty()
    }

    /// Where others can reach a server that listens there: what a link handed to a friend begins with.
    /// Nowhere, if it listens to its own machine alone and no proxy stands before it.
    pub(crate) fn reach(&self, listening: SocketAddr) -> Vec<String> {
        // Whoever has a proxy has it for the name, and the proxy has a port and a lock of its own.
        let named = |name: &String| match self.proxies.is_empty() {
            true => format!("http://{name}:{}/", listening.port()),
            false => format!("https://{name}/"),
        };
        let by_name = self.names.iter().map(named);
        let ip = match listening.ip() {
            ip if ip.is_unspecified() => outward(),
            ip => Some(ip),
        };
        let open = ip.filter(|ip| !ip.is_loopback());
        let by_number = open.map(|ip| format!("http://{}/", SocketAddr::new(ip, listening.port())));
        if by_number.is_none() && self.proxies.is_empty() {
            return Vec::new();
        }
        by_name.chain(by_number).collect()
    }

    /// Whether a request is meant for us. A page of a stranger's can make its
    /// own name lead to this machine, but the browser then sends that name.
    ///
    /// # Errors
    ///
    /// In words, with what to do about it.
    pub(crate) fn meant_for_us(&self, headers: &HeaderMap) -> Result<()> {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
        let name = name_in(host).to_ascii_lowercase();
        let number = name.parse::<IpAddr>().is_ok()
            || name
                .strip_prefix('[')
                .and_then(|it| it.strip_suffix(']'))
                .is_some_and(|it| it.parse::<IpAddr>().is_ok());
        let local = name == "localhost" || name.ends_with(".localhost");
        if number || local || self.names.iter().any(|it| it.eq_ignore_ascii_case(&name)) {
            return Ok(());
        }
        let shown: String = name.chars().filter(|it| !it.is_control()).take(80).collect();
        Err(AppError::misdirected(format!(
            "this server does not answer to the name {shown:?}; whoever runs it can add it with --name"
        )))
    }
}

/// The address by which this machine would speak to others. Nothing is sent: the system is only
/// asked which way a packet would go.
fn outward() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // An address of nobody's, kept for examples.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    socket.local_addr().ok().map(|it| it.ip())
}

/// The host without its port.
fn name_in(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port))
            if port.bytes().all(|it| it.is_ascii_digit()) && (!name.contains(':') || name.ends_with(']')) =>
        {
            name
        }
        Some(_) | None => host,
    }
}

/// `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]:80`.
fn address_in(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|it| it.strip_suffix(']')).unwrap_or(text);
    bare.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|it| it.ip()))
}

/// Whoever asks, as limits count them: one IPv4 address, or the network of an
/// IPv6 one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Asker(pub(crate) IpAddr);

impl Asker {
    pub(crate) fn of(app: &App, connection: SocketAddr, headers: &HeaderMap) -> Asker {
        Asker(neighbourhood(app.edge().behind(connection.ip(), headers)))
    }
}

impl Asker {
    /// On whose account long work for them is done.
    pub(crate) fn owner(&self) -> Owner {
        Owner::Address(self.0)
    }
}

impl FromRequestParts<App> for Asker {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let connection = parts.extensions.get::<ConnectInfo<SocketAddr>>().ok_or_else(AppError::internal)?;
        Ok(Asker::of(app, connection.0, &parts.headers))
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn edge() -> Edge {
        let proxies = ["10.0.0.0/8", "::1", "2001:db8::/32"].map(|it| it.parse().unwrap()).to_vec();
        Edge { proxies, names: vec!["fleet.example".to_owned()] }
    }

    fn behind(connection: &str, forwarded: &[&'static str]) -> String {
        let mut headers = HeaderMap::new();
        for line in forwarded {
            headers.append("x-forwarded-for", HeaderValue::from_static(line));
        }
        edge().behind(connection.parse().unwrap(), &headers).to_string()
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        assert_eq!(behind("192.0.2.1", &["198.51.100.9"]), "192.0.2.1");
        assert_eq!(behind("10.1.2.3", &["198.51.100.9"]), "198.51.100.9");
        assert_eq!(behind("10.1.2.3", &[]), "10.1.2.3");
        // What the client wrote itself comes first and counts for nothing.
        assert_eq!(behind("10.1.2.3", &["203.0.113.5, 198.51.100.9"]), "198.51.100.9");
        assert_eq!(behind("10.1.2.3", &["203.0.113.5", "198.51.100.9, 10.0.0.2"]), "198.51.100.9");
        assert_eq!(behind("::1", &["[2001:db9::7]:4711"]), "2001:db9::7");
        assert_eq!(behind("::ffff:10.0.0.1", &["198.51.100.9:80"]), "198.51.100.9");
        // Nonsense is not passed over: it may hide who is behind it.
        assert_eq!(behind("10.1.2.3", &["198.51.100.9, unknown"]), "10.1.2.3");
        assert_eq!(behind("10.1.2.3", &["10.0.0.9"]), "10.0.0.9");
    }

    #[test]
    fn links_begin_where_friends_can_go() {
        let at = |text: &str| text.parse::<SocketAddr>().unwrap();
        let plain = Edge::default();
        assert_eq!(plain.reach(at("127.0.0.1:7878")), Vec::<String>::new());
        assert_eq!(plain.reach(at("192.168.1.5:7878")), ["http://192.168.1.5:7878/"]);
        assert_eq!(plain.reach(at("[2001:db8::1]:80")), ["http://[2001:db8::1]:80/"]);
        let named = Edge { names: vec!["bridge.lan".to_owned()], ..Edge::default() };
        assert_eq!(named.reach(at("127.0.0.1:7878")), Vec::<String>::new());
        assert_eq!(
            named.reach(at("192.168.1.5:7878")),
            ["http://bridge.lan:7878/", "http://192.168.1.5:7878/"]
        );
        assert_eq!(edge().reach(at("127.0.0.1:7878")), ["https://fleet.example/"]);
    }

    #[test]
    fn networks_are_read_and_refused_in_words() {
        for good in ["0.0.0.0/0", "10.0.0.0/8", "10.0.0.1", "::/0", "fe80::1/128"] {
            assert!(good.parse::<Network>().is_ok(), "{good}");
        }
        for bad in ["", "10.0.0.0/33", "x", "10.0.0.0/", "::/129", "10.0.0.0/-1"] {
            assert!(bad.parse::<Network>().unwrap_err().to_string().contains("expected"), "{bad}");
        }
        assert!("0.0.0.0/0".parse::<Network>().unwrap().contains("192.0.2.1".parse().unwrap()));
        assert!(!"0.0.0.0/0".parse::<Network>().unwrap().contains("2001:db8::1".parse().unwrap()));
    }

    #[test]
    fn a_name_of_a_strangers_is_not_ours() {
        let meant = |host: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static(host));
            edge().meant_for_us(&headers).is_ok()
        };
        for ours in [
            "127.0.0.1",
            "127.0.0.1:7878",
            "[::1]:7878",
            "[::1]",
            "localhost",
            "LocalHost:1",
            "Fleet.example",
            "a.localhost",
        ] {
            assert!(meant(ours), "{ours}");
        }
        for theirs in
            ["evil.example", "evil.example:7878", "fleet.example.evil.example", "", "127.0.0.1.evil.example"]
        {
            assert!(!meant(theirs), "{theirs}");
        }
        assert!(edge().meant_for_us(&HeaderMap::new()).is_err());
    }
}
