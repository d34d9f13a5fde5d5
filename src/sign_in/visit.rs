//! One request to a page: from which browser it comes, and who is signed in there.

use std::net::IpAddr;

use askama::Template;
use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::header::{ORIGIN, SET_COOKIE};
use http::{HeaderMap, StatusCode};

use crate::auth::random_secret;
use crate::error::{AppError, ErrorCode};
use crate::ids::UserId;
use crate::sign_in::answer;
use crate::sign_in::cookies::Cookie;
use crate::sign_in::door::Door;
use crate::sign_in::form::Fields;
use crate::sign_in::sessions;
use crate::surface::{Id, client_address};

/// Who is signed in.
#[derive(Debug, Clone)]
pub(super) struct SignedIn {
    pub user: UserId,
    pub email: String,
}

/// One request to a page.
pub(super) struct Visit {
    pub door: Door,
    pub request_id: String,
    /// Where it comes from.
    pub address: IpAddr,
    pub path: String,
    pub query: String,
    /// Who is signed in.
    pub signed_in: Option<SignedIn>,
    /// The secret of the session, whether or not it still holds.
    pub session: Option<[u8; 32]>,
    browser: [u8; 32],
    is_new_browser: bool,
    is_secure: bool,
    origin: Option<String>,
}

impl Visit {
    /// Reads a request up to its body.
    pub async fn begin(door: Door, request: Request) -> Result<(Self, HeaderMap, Body), AppError> {
        let (parts, body) = request.into_parts();
        let is_secure = door.app.config.public_url.starts_with("https://");
        let known = Cookie::Browser.read(&parts.headers, is_secure);
        let session = Cookie::Session.read(&parts.headers, is_secure);
        let signed_in = match &session {
            Some(secret) => sessions::who(&door.app, secret).await?,
            None => None,
        };
        let mut origins = parts.headers.get_all(ORIGIN).iter().map(|origin| origin.to_str().unwrap_or("unreadable"));
        let visit = Self {
            request_id: parts.extensions.get::<Id>().map(|id| id.0.clone()).unwrap_or_default(),
            address: client_address(&door.app.config, &parts.headers, &parts.extensions),
            path: parts.uri.path().to_owned(),
            query: parts.uri.query().unwrap_or_default().to_owned(),
            signed_in,
            session,
            is_new_browser: known.is_none(),
            browser: known.map_or_else(random_secret, Ok)?,
            is_secure,
            origin: origins.next().map(str::to_owned),
            door,
        };
        Ok((visit, parts.headers, body))
    }

    /// What a form of this browser carries, and one of another cannot know.
    pub fn form_token(&self) -> String {
        let session = self.session.as_ref().map_or(&[] as &[u8], |secret| secret.as_slice());
        let bound = [self.browser.as_slice(), session].concat();
        URL_SAFE_NO_PAD.encode(self.door.app.env.master.keyed_hash("form", &bound))
    }

    /// Holds a form to the page that we showed in this very browser.
    ///
    /// # Errors
    /// Forbidden where it comes from elsewhere.
    pub fn check(&self, fields: &Fields) -> Result<(), AppError> {
        let foreign = self.origin.as_ref().is_some_and(|origin| *origin != self.door.app.config.public_url);
        // A keyed hash is compared with one that was made for this browser: how far they agree tells nothing about the key.
        if foreign || self.is_new_browser || fields.get("form_token") != self.form_token() {
            let sentence = "This form does not come from a page that was shown in this browser, or the page is out of \
                            date. Go back, load the page again, and try once more. Cookies must be allowed.";
            return Err(AppError::new(ErrorCode::Forbidden, sentence));
        }
        Ok(())
    }

    /// A page whose form may lead to `sends_to` besides ourselves.
    pub fn page(
        &self,
        status: StatusCode,
        template: &impl Template,
        sends_to: Option<&str>,
    ) -> Result<Response, AppError> {
        let mut response = answer::page(status, template, sends_to)?;
        if self.is_new_browser
            && let Some(cookie) = Cookie::Browser.set(&self.browser, self.is_secure)
        {
            response.headers_mut().append(SET_COOKIE, cookie);
        }
        Ok(response)
    }

    /// The last part of the path: the secret of a link.
    pub fn last_segment(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or_default()
    }

    /// Signs a person in: a new session with a new secret, in place of the one that there was.
    pub async fn sign_in(&self, user: UserId, mut response: Response) -> Result<Response, AppError> {
        let secret = sessions::begin(&self.door.app, user, self.session.as_ref()).await?;
        if let Some(cookie) = Cookie::Session.set(&secret, self.is_secure) {
            response.headers_mut().append(SET_COOKIE, cookie);
        }
        Ok(response)
    }

    /// Takes the session away.
    pub async fn sign_out(&self, mut response: Response) -> Result<Response, AppError> {
        if let Some(secret) = &self.session {
            sessions::end(&self.door.app, secret).await?;
        }
        if let Some(cookie) = Cookie::Session.take_away(self.is_secure) {
            response.headers_mut().append(SET_COOKIE, cookie);
        }
        Ok(response)
    }

    /// A page of ours as a URL.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.door.app.config.public_url)
    }
}
