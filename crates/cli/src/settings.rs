//! The settings file of `serve`: everything a command line can say, and what
//! a place for the public needs, in TOML. What the command line says counts.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use anyhow::Context;
use serde::Deserialize;

use crate::{Misuse, data::LogFormat};

/// docs/server.md says what each of them means.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Settings {
    pub(crate) port: Option<u16>,
    pub(crate) host: Option<String>,
    pub(crate) names: Vec<String>,
    pub(crate) trust_proxy: Vec<String>,
    pub(crate) data: Option<std::path::PathBuf>,
    pub(crate) database: Option<String>,
    pub(crate) metrics: Option<std::net::SocketAddr>,
    pub(crate) log_format: Option<LogFormat>,
    pub(crate) public: bool,
    pub(crate) limits: BTreeMap<String, u64>,
    /// Commands of programs that may be given a seat, by name.
    pub(crate) exec: BTreeMap<String, String>,
    pub(crate) exec_seconds: Option<f64>,
    pub(crate) people: People,
    pub(crate) mail: Mail,
    pub(crate) notices: Notices,
}

/// Where mail is handed in: to a relay, or else into a folder.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Mail {
    from: Option<String>,
    pub(crate) smtp: Option<String>,
    folder: Option<PathBuf>,
}

impl Mail {
    /// What the command line or the environment says counts. Whoever names a relay there wants no folder.
    pub(crate) fn said(&mut self, from: Option<&str>, smtp: Option<&str>) {
        if let Some(from) = from {
            self.from = Some(from.to_owned());
        }
        if let Some(smtp) = smtp {
            (self.smtp, self.folder) = (Some(smtp.to_owned()), None);
        }
    }

    pub(crate) fn from(&self, names: &[String]) -> String {
        let place = names.first().map_or("localhost", String::as_str);
        self.from.clone().unwrap_or_else(|| format!("Flagbridge <flagbridge@{place}>"))
    }

    /// The folder, where there is no relay: the one that is named, or `usual`.
    pub(crate) fn folder<'a>(&'a self, usual: &'a Path) -> &'a Path {
        self.folder.as_deref().unwrap_or(usual)
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Notices {
    pub(crate) allow: Vec<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct People {
    pub(crate) sign_up: Option<bool>,
    pub(crate) password_memory: Option<u32>,
    pub(crate) password_passes: Option<u32>,
    pub(crate) work: Option<u32>,
}

impl Settings {
    /// # Errors
    ///
    /// If there is no such file, or something in it is none of the settings, with its place.
    pub(crate) fn read(file: &Path) -> anyhow::Result<Settings> {
        let text = fs::read_to_string(file).with_context(|| format!("{}: cannot be read", file.display()))?;
        let settings = plain::from_toml(&text).map_err(|err| Misuse(format!("{}:{err}", file.display())))?;
        Ok(settings)
    }
}

impl Settings {
    /// How what leaves the server gets to where it goes. Where no relay is named, mail is laid into a folder:
    /// the one that is named, or `folder`.
    ///
    /// # Errors
    ///
    /// If a relay, a sender or a network is none.
    pub(crate) fn outward(&self, names: &[String], folder: &Path) -> anyhow::Result<server::Outward> {
        let from = self.mail.from(names);
        let post = match (&self.mail.smtp, &self.mail.folder) {
            (Some(_), Some(_)) => Err("expected smtp or folder, and not both".to_owned()),
            (Some(relay), None) => server::Post::relay(&from, relay),
            (None, _) => server::Post::folder(&from, self.mail.folder(folder)),
        };
        let post = post.map_err(|err| Misuse(format!("mail: {err}")))?;
        let allow = self.notices.allow.iter().map(|it| it.parse()).collect::<Result<_, _>>();
        let allow = allow.map_err(|err| Misuse(format!("notices.allow: {err}")))?;
        Ok(server::Outward { post: Some(post), allow })
    }
}

impl People {
    /// What the server is to do.
    ///
    /// # Errors
    ///
    /// If it is more than can be done.
    pub(crate) fn rules(&self) -> anyhow::Result<server::People> {
        let usual = server::People::default();
        let cost = server::Cost {
            memory: self.password_memory.unwrap_or(usual.cost.memory),
            passes: self.password_passes.unwrap_or(usual.cost.passes),
        };
        cost.check()
            .map_err(|err| Misuse(format!("people.password_memory, people.password_passes: {err}")))?;
        let work = self.work.unwrap_or(usual.work);
        if server::MOST_WORK < work {
            return Err(
                Misuse(format!("people.work: {work} bits, expected at most {}", server::MOST_WORK)).into()
            );
        }
        Ok(server::People { sign_up: self.sign_up.unwrap_or(usual.sign_up), cost, work })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example in the documentation, word for word.
    #[test]
    fn the_documented_file_is_understood() {
        let words = include_str!("../../../docs/server.md");
        let example =
            words.split("```toml\n").nth(1).and_then(|it| it.split("```").next()).expect("an example");
        let settings: Settings = plain::from_toml(example).unwrap();
        assert!(settings.public && settings.names == ["fleet.example"]);
        assert_eq!(settings.limits["accounts"], 6);
        settings.people.rules().unwrap();
        let outward = settings.outward(&settings.names, Path::new("mail")).unwrap();
        assert!(format!("{:?}", outward.post).contains("post@fleet.example> by a relay"), "{outward:?}");
    }

    #[test]
    fn mail_goes_to_a_relay_or_into_a_folder() {
        let read = |text: &str| plain::from_toml::<Settings>(text).unwrap();
        let outward = |text: &str| read(text).outward(&["fleet.example".to_owned()], Path::new("usual"));
        let post = |text: &str| format!("{:?}", outward(text).unwrap().post);
        assert_eq!(post(""), "Some(Post(Flagbridge <flagbridge@fleet.example> by usual))");
        assert_eq!(
            post("[mail]\nfolder = 'own'"),
            "Some(Post(Flagbridge <flagbridge@fleet.example> by own))"
        );
        for odd in [
            "[mail]\nsmtp = 'http://x'",
            "[mail]\nfrom = 'nobody'",
            "[mail]\nsmtp = 'smtp://127.0.0.1'\nfolder = 'own'",
            "[notices]\nallow = ['localhost']",
        ] {
            assert!(outward(odd).is_err(), "{odd}");
        }
        assert_eq!(outward("[notices]\nallow = ['127.0.0.1', '10.0.0.0/8']").unwrap().allow.len(), 2);
    }

    #[test]
    fn what_is_no_setting_is_told_with_its_place() {
        let err = plain::from_toml::<Settings>("port = 1\n[people]\nsign-up = true\n").unwrap_err();
        assert_eq!(err.place.0, 3, "{err}");
        let people = People { password_memory: Some(1), ..People::default() };
        assert!(people.rules().is_err());
    }
}
