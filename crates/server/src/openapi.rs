//! The interface for machines: an OpenAPI document made from the list of
//! routes and the types of the wire.

use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::routes::Route;

pub(crate) fn document(routes: &[Route]) -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
    });
    let mut schemas = settings.into_generator();
    let failure = schemas.subschema_for::<wire::Failure>();
    // Said nowhere else, since OpenAPI has no word for live connections.
    schemas.subschema_for::<wire::Hello>();
    schemas.subschema_for::<wire::Push>();
    schemas.subschema_for::<wire::LobbyHello>();
    schemas.subschema_for::<wire::LobbyPush>();
    schemas.subschema_for::<wire::BotLine>();
    let mut paths: Map<String, Value> = Map::new();
    for route in routes {
        let in_path = route.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
        let in_path = in_path
            .map(|name| json!({"name": name, "in": "path", "required": true, "schema": {"type": "string"}}));
        let in_query = route.query.iter().map(
            |(name, about)| json!({"name": name, "in": "query", "description": about, "schema": {"type": "string"}}),
        );
        let parameters: Vec<Value> = in_path.chain(in_query).collect();
        let answer = match (route.answer, route.file) {
            (Some(shape), _) => json!({"application/json": {"schema": shape(&mut schemas)}}),
            (None, Some(kind)) => json!({(kind): {}}),
            (None, None) => json!({"application/json": {}}),
        };
        let mut operation = json!({
            "summary": route.about,
            "parameters": parameters,
            "responses": {
                (route.status.to_string()): {"description": "done", "content": answer},
                "default": {
                    "description": "not done",
                    "content": {"application/json": {"schema": failure.clone()}},
                },
            },
        });
        if let Some(shape) = route.body {
            let content = json!({"application/json": {"schema": shape(&mut schemas)}});
            operation["requestBody"] = json!({"required": true, "content": content});
        }
        if route.secret {
            operation["security"] = json!([{"seat": []}]);
        } else if route.person {
            operation["security"] = json!([{"person": []}]);
        } else if route.meets {
            operation["security"] = json!([{"person": []}, {"bot": []}, {"pass": []}]);
        } else if route.bot {
            operation["security"] = json!([{"bot": []}]);
        }
        let path = paths.entry(route.path.to_owned()).or_insert_with(|| json!({}));
        path[route.method] = operation;
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Flagbridge",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Tabletop spaceship wargames. docs/server.md has the interface in words.",
        },
        "paths": paths,
        "components": {
            "schemas": schemas.take_definitions(true),
            "securitySchemes": {
                "seat": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The secret of a seat, or of the spectators",
                },
                "bot": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The token of a bot",
                },
                "pass": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "A guest's pass: 32 random bytes in base64url, of the guest's own drawing",
                },
                "person": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": "flagbridge",
                    "description": "Somebody who is logged in; behind TLS the name is __Host-flagbridge",
                },
            },
        },
    })
}

#[cfg(test)]
mod tests {
    use crate::routes::routes;

    /// Every reference leads somewhere.
    #[test]
    fn the_document_holds_together() {
        let document = super::document(&routes());
        let text = document.to_string();
        for reference in text.split("\"$ref\":\"#").skip(1) {
            let pointer = reference.split('"').next().unwrap();
            assert!(document.pointer(pointer).is_some(), "{pointer}");
        }
        for name in ["MatchInfo", "Update", "Hello", "Failure", "NewMatch"] {
            assert!(document["components"]["schemas"].get(name).is_some(), "{name}");
        }
    }

    /// docs/server.md and the list of routes are the same list.
    #[test]
    fn the_words_name_every_request() {
        let words = include_str!("../../../docs/server.md");
        for route in routes() {
            let request = format!("`{} {}", route.method.to_uppercase(), route.path);
            assert!(words.contains(&request), "docs/server.md does not name {request}`");
        }
        let (_, made) = words.split_once("## What every answer is made from").expect("the section");
        for route in routes() {
            let row = format!("| {} `{}` | ", route.method.to_uppercase(), route.path);
            assert!(made.contains(&row), "docs/server.md does not say what {row}is made from");
        }
        let methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];
        let is_request = |line: &&str| methods.iter().any(|it| line.starts_with(&format!("| `{it} /")));
        let named = words.lines().filter(is_request).count();
        // The live connection has a chapter of its own.
        assert_eq!(named, routes().len() - 1);
    }
}
