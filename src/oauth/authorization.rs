//! A request for authorization: read and checked, then granted or denied by a person.

use crate::app::App;
use crate::auth::Permission;
use crate::error::AppError;
use crate::ids::{AccountId, ScopeId, UserId};

/// How sure it is who a client is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClientTrust {
    /// Set up by the operator.
    Preregistered,
    /// Its id is a URL, from which its document was fetched.
    Document,
    /// It registered itself: its name is a claim.
    Registered,
}

/// A request that was checked: its client is known, its redirect is one of the client's, its resource is ours.
#[derive(Debug, Clone)]
pub struct AuthorizationRequest {
    /// The client's id.
    pub client_id: String,
    /// The client's name, cleaned; a claim.
    pub client_name: String,
    /// How sure it is who the client is.
    pub trust: ClientTrust,
    /// Where the answer goes.
    pub redirect_uri: String,
    /// Whether every redirect of the client is a loopback address: any program on the person's machine may stand there.
    pub loopback_only: bool,
    /// The hash of the client's redirects, by which consent is remembered.
    pub redirects_hash: Vec<u8>,
    /// The code challenge (S256).
    pub challenge: String,
    /// What the client wants back.
    pub state: Option<String>,
    /// What is asked for.
    pub permissions: Vec<Permission>,
    /// The resource that tokens will be for.
    pub resource: String,
    /// Whether the client asked that the person be asked, whatever is remembered.
    pub prompts_consent: bool,
    /// Names this connection in the audit log.
    pub correlation_id: String,
}

/// Why a request goes no further.
#[derive(Debug)]
pub enum AuthorizationRefusal {
    /// The client or its redirect is not known: the person is told, and nobody is redirected. The sentence is for the page.
    Page(String),
    /// The client is told, at this URL.
    Redirect(String),
    /// A fault or an outage of ours.
    Fault(AppError),
}

/// What a person allows.
#[derive(Debug, Clone)]
pub struct Consent {
    /// Who.
    pub user: UserId,
    /// In which account.
    pub account: AccountId,
    /// What; never more than was asked for.
    pub permissions: Vec<Permission>,
    /// The node that the grant is bound to; none for all that the person reaches.
    pub scope: Option<ScopeId>,
}

/// Reads and checks the query of an authorization request.
///
/// # Errors
/// Who is told what is wrong.
pub async fn read(_app: &App, _query: &str, _request_id: &str) -> Result<AuthorizationRequest, AuthorizationRefusal> {
    Err(AuthorizationRefusal::Fault(AppError::internal("not built yet")))
}

/// Grants a request: makes the grant and its code, and says where to send the person.
///
/// # Errors
/// Forbidden where the person is no member of the account; unavailable without a database.
pub async fn grant(
    _app: &App,
    _request: &AuthorizationRequest,
    _consent: &Consent,
    _request_id: &str,
) -> Result<String, AppError> {
    Err(AppError::internal("not built yet"))
}

/// Where to send a person who said no.
#[must_use]
pub fn deny(_app: &App, request: &AuthorizationRequest) -> String {
    request.redirect_uri.clone()
}
