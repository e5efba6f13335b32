//! A program of one's own as a process: lines in, lines out, no longer than patience lasts.

use std::{
    io::{BufRead, BufReader, Read, Write},
    process::{Child, Stdio},
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender},
    thread,
    time::Duration,
};

use rulesets::{Fault, Program, Talk};

/// How it is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    name: String,
    words: Vec<String>,
    patience: Duration,
}

impl Command {
    /// # Errors
    ///
    /// If no program is named.
    pub fn new(text: &str, patience: Duration) -> Result<Command, Fault> {
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        if words.is_empty() {
            return Err(Fault::misuse("exec: expected a program after it, like exec:./program"));
        }
        Ok(Command { name: format!("exec:{}", words.join(" ")), words, patience })
    }
}

impl Program for Command {
    fn name(&self) -> &str {
        &self.name
    }

    fn patience(&self) -> Duration {
        self.patience
    }

    fn start(&self) -> Result<Box<dyn Talk>, String> {
        let mut command = std::process::Command::new(&self.words[0]);
        // What it says to people goes to them.
        command.args(&self.words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut child = command.spawn().map_err(|err| format!("it cannot be started: {err}"))?;
        let mut stdin = child.stdin.take().expect("stdin is piped");
        let stdout = child.stdout.take().expect("stdout is piped");
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            let mut reader = BufReader::new(stdout);
            loop {
                let mut line = String::new();
                // An endless line is cut short, and then it is no JSON.
                match reader.by_ref().take(LONGEST).read_line(&mut line) {
                    Ok(0) | Err(_) => return,
                    Ok(_) if sender.send(line).is_err() => return,
                    Ok(_) => {}
                }
            }
        });
        // One that does not read must not hold up whoever speaks to it.
        let (words, told) = mpsc::channel::<String>();
        thread::spawn(move || {
            for line in told {
                if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    return;
                }
            }
        });
        Ok(Box::new(Process { child, words, lines }))
    }
}

/// No answer is as long.
const LONGEST: u64 = 1 << 20;

struct Process {
    child: Child,
    words: Sender<String>,
    lines: Receiver<String>,
}

impl Talk for Process {
    fn say(&mut self, line: &str) -> Result<(), String> {
        let mut text = line.to_owned();
        text.push('\n');
        self.words.send(text).map_err(|_| self.end())
    }

    fn hear(&mut self, within: Duration) -> Result<Option<String>, String> {
        match self.lines.recv_timeout(within) {
            Ok(line) => Ok(Some(line.trim_end().to_owned())),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(self.end()),
        }
    }
}

impl Process {
    /// Nothing more is to be heard of it: how it ended.
    fn end(&mut self) -> String {
        // It may go on without a mouth.
        let ended = self.child.try_wait();
        if let Ok(None) = ended {
            thread::sleep(MOMENT);
            let _ = self.child.kill();
        }
        match self.child.wait() {
            Ok(status) => format!("it has ended ({status})"),
            Err(err) => format!("it has ended: {err}"),
        }
    }
}

/// Between closing its mouth and being gone.
const MOMENT: Duration = Duration::from_millis(50);

impl Drop for Process {
    fn drop(&mut self) {
        // It has ended already, or it is made to; either way it is not left behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
