//! What can be allowed to a client, what is remembered of it, and the request as it travels through the form.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::Duration;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::auth::{Caller, Need, Permission, Role, authorize};
use crate::error::AppError;
use crate::ids::{ScopeId, UserId};
use crate::oauth::authorization::{AuthorizationRequest, ClientTrust};
use crate::sign_in::visit::{SignedIn, Visit};
use crate::store::consents::{self, Remembered};
use crate::store::scopes::{self, Node};
use crate::store::tx::SystemPurpose;

/// How long a person may think about it.
const HOLDS: Duration = Duration::minutes(15);

const PURPOSE: &str = "authorization-form";

/// What can be allowed to a client in one account, by what the person is and reaches there now.
pub(super) struct Offer {
    caller: Caller,
    pub role: Role,
    /// What is asked for and the role allows.
    pub permissions: Vec<Permission>,
    /// What is asked for and above the role.
    pub above_role: Vec<Permission>,
    /// Nodes that the person may read.
    pub places: Vec<Node>,
    /// Those that he may write.
    pub writable: Vec<ScopeId>,
}

impl Offer {
    pub async fn to(app: &App, caller: &Caller, request: &AuthorizationRequest) -> Result<Self, AppError> {
        let need = Need { permissions: &[], mcp_permissions: &[], role: Role::Viewer, writes: false };
        let proof = authorize(caller, &need)?;
        let (mut tx, access) = app.env.store.account(&proof).await?;
        let places = scopes::list(&mut tx, &access.readable).await?;
        tx.commit().await?;
        let (permissions, above_role) =
            request.permissions.iter().copied().partition(|permission| permission.least_role() <= access.role);
        Ok(Self {
            caller: caller.clone(),
            role: access.role,
            permissions,
            above_role,
            places,
            writable: access.writable,
        })
    }
}

/// Whether consent to this client can be remembered at all: not where any program could stand in for it, nor where its name
/// is nothing but a claim.
fn can_be_remembered(request: &AuthorizationRequest) -> bool {
    matches!(request.trust, ClientTrust::Document | ClientTrust::Preregistered) && !request.loopback_only
}

/// The node to which a consent was bound that covers this request; none where the person must be asked.
pub(super) async fn remembered(
    app: &App,
    request: &AuthorizationRequest,
    offer: &Offer,
) -> Result<Option<Option<ScopeId>>, AppError> {
    if !can_be_remembered(request) || request.prompts_consent || offer.permissions.is_empty() {
        return Ok(None);
    }
    let mut tx = app.env.store.system(SystemPurpose::SignIn).await?;
    let (account, user) = (offer.caller.account(), offer.caller.user());
    let found = consents::find(&mut tx, account, user, &request.client_id).await?;
    tx.commit().await?;
    let covers = |allowed: &Remembered| {
        allowed.redirects_hash == request.redirects_hash
            && offer.permissions.iter().all(|asked| allowed.permissions.iter().any(|held| held.implies(*asked)))
            && allowed.scope.is_none_or(|scope| offer.places.iter().any(|place| place.id == scope))
    };
    Ok(found.filter(covers).map(|allowed| allowed.scope))
}

/// Remembers what is allowed now, where it can be.
pub(super) async fn remember(
    app: &App,
    request: &AuthorizationRequest,
    offer: &Offer,
    scope: Option<ScopeId>,
) -> Result<(), AppError> {
    if !can_be_remembered(request) || offer.permissions.is_empty() {
        return Ok(());
    }
    let allowed =
        Remembered { redirects_hash: request.redirects_hash.clone(), permissions: offer.permissions.clone(), scope };
    let mut tx = app.env.store.system(SystemPurpose::SignIn).await?;
    let (account, user) = (offer.caller.account(), offer.caller.user());
    consents::remember(&mut tx, account, user, &request.client_id, &allowed).await?;
    tx.commit().await
}

/// An authorization request on its way through the form: nobody but us can read or change it.
#[derive(Serialize, Deserialize)]
pub(super) struct Sealed {
    query: String,
    correlation_id: String,
    user: UserId,
    until: i64,
}

impl Sealed {
    pub fn new(visit: &Visit, signed_in: &SignedIn, query: &str, correlation_id: &str) -> Self {
        Self {
            query: query.to_owned(),
            correlation_id: correlation_id.to_owned(),
            user: signed_in.user,
            until: (visit.door.app.env.clock.now() + HOLDS).timestamp(),
        }
    }

    pub fn seal(&self, visit: &Visit) -> Result<String, AppError> {
        let plain = serde_json::to_vec(self).map_err(AppError::internal)?;
        Ok(URL_SAFE_NO_PAD.encode(visit.door.app.env.master.seal(PURPOSE, &plain)?))
    }

    pub fn open(visit: &Visit, text: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let sealed: Self = serde_json::from_slice(&visit.door.app.env.master.open(PURPOSE, &bytes)?).ok()?;
        (sealed.until > visit.door.app.env.clock.now().timestamp()).then_some(sealed)
    }

    pub fn query(&self) -> &str {
        &self.query
    }

    pub fn correlation_id(&self) -> &str {
        &self.correlation_id
    }

    pub fn is_for(&self, signed_in: &SignedIn) -> bool {
        self.user == signed_in.user
    }
}
