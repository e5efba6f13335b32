//! A mail server that takes everything and delivers nothing: what came is looked at.

use std::{
    io::{BufRead, BufReader, Write},
    net::{TcpListener, TcpStream},
    sync::mpsc::{self, Receiver, Sender},
    thread,
    time::Duration,
};

pub(super) struct Relay {
    pub(super) port: u16,
    letters: Receiver<String>,
}

impl Relay {
    /// It listens for as long as the program runs.
    pub(super) fn listen() -> Result<Relay, String> {
        let listener = TcpListener::bind("127.0.0.1:0").map_err(|err| err.to_string())?;
        let port = listener.local_addr().map_err(|err| err.to_string())?.port();
        let (sender, letters) = mpsc::channel();
        thread::spawn(move || {
            for caller in listener.incoming().flatten() {
                let sender = sender.clone();
                thread::spawn(move || take(&caller, &sender));
            }
        });
        Ok(Relay { port, letters })
    }

    /// The next letter that came, as its lines read.
    pub(super) fn letter(&self, within: Duration) -> Result<String, String> {
        let letter = self.letters.recv_timeout(within).map_err(|_| "no mail came".to_owned())?;
        Ok(letter.replace("=\n", "").replace("=3D", "="))
    }
}

/// As much of SMTP (RFC 5321) as it takes to be handed a letter.
fn take(caller: &TcpStream, letters: &Sender<String>) -> Option<()> {
    let mut say = caller;
    say.write_all(b"220 relay\r\n").ok()?;
    let mut lines = BufReader::new(caller).lines().map_while(Result::ok);
    while let Some(line) = lines.next() {
        let verb = line.split_whitespace().next().unwrap_or_default().to_ascii_uppercase();
        let answer: &[u8] = match verb.as_str() {
            "DATA" => {
                say.write_all(b"354 go on\r\n").ok()?;
                let body: Vec<String> = lines.by_ref().take_while(|it| it != ".").collect();
                letters.send(body.join("\n")).ok()?;
                b"250 taken\r\n"
            }
            "QUIT" => b"221 bye\r\n",
            _ => b"250 relay\r\n",
        };
        say.write_all(answer).ok()?;
    }
    Some(())
}
