//! Clients that ask for authorization.

use annals::ids::UserId;

use super::browser::Page;
use crate::support::stored;

/// A client that is known.
pub struct Client {
    pub id: String,
    pub redirect: String,
}

/// How a client became known.
#[derive(Clone, Copy)]
pub enum Kind {
    Document,
    Registered,
    Preregistered,
}

impl Client {
    /// A client with a name and redirects of one's wish; the first redirect is used.
    pub async fn known(kind: Kind, name: &str, redirects: &[&str]) -> Self {
        let random = UserId::generate().uuid().simple().to_string();
        let (id, kind) = match kind {
            Kind::Document => (format!("https://client-{random}.example/oauth/client.json"), "document"),
            Kind::Registered => (format!("registered-{random}"), "registered"),
            Kind::Preregistered => (format!("preregistered-{random}"), "preregistered"),
        };
        let list = redirects.iter().map(|uri| format!("'{uri}'")).collect::<Vec<_>>().join(", ");
        stored::execute(&format!(
            "INSERT INTO oauth_clients (client_id, kind, name, redirect_uris, auth_method, fetched_at, fresh_until)
             VALUES ('{id}', '{kind}', '{}', ARRAY[{list}], 'none', now(), now() + interval '1 day')",
            name.replace('\'', "''")
        ))
        .await;
        Self { id, redirect: redirects[0].to_owned() }
    }

    /// A client like those of hosts: a document, and a redirect to its own site.
    pub async fn of_a_host() -> Self {
        Self::known(Kind::Document, "Helpful Host", &["https://host.example/callback"]).await
    }

    /// The path of its request for these permissions.
    pub fn asks(&self, origin: &str, permissions: &str) -> String {
        self.asks_with(origin, permissions, &[])
    }

    /// The same with further parameters.
    pub fn asks_with(&self, origin: &str, permissions: &str, further: &[(&str, &str)]) -> String {
        let resource = format!("{origin}/mcp");
        let query: String = url::form_urlencoded::Serializer::new(String::new())
            .append_pair("response_type", "code")
            .append_pair("client_id", &self.id)
            .append_pair("redirect_uri", &self.redirect)
            .append_pair("code_challenge", &"c".repeat(43))
            .append_pair("code_challenge_method", "S256")
            .append_pair("state", "a state+&=")
            .append_pair("scope", permissions)
            .append_pair("resource", &resource)
            .extend_pairs(further)
            .finish();
        format!("/oauth/authorize?{query}")
    }

    /// The parameters with which a page sends the browser back to the client.
    #[track_caller]
    pub fn answer(&self, page: &Page) -> std::collections::BTreeMap<String, String> {
        let location = page.location();
        assert!(location.starts_with(&format!("{}?", self.redirect)), "{location}");
        let url = url::Url::parse(&location).unwrap();
        let parameters: std::collections::BTreeMap<String, String> =
            url.query_pairs().map(|(name, value)| (name.into_owned(), value.into_owned())).collect();
        assert_eq!(parameters["state"], "a state+&=");
        parameters
    }
}
