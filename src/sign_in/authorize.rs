//! `/oauth/authorize`: who is asked, for which account, and what he says. Between its steps nothing is kept in the process:
//! the request travels sealed in the form, so that another replica, or the same one after a restart, goes on with it.

use askama::Template;
use axum::response::Response;
use http::StatusCode;

use crate::auth::{Caller, member};
use crate::error::{AppError, ErrorCode};
use crate::ids::{AccountId, read_public_scope_id};
use crate::oauth::authorization::{self, AuthorizationRefusal, AuthorizationRequest, Consent};
use crate::sign_in::answer;
use crate::sign_in::client_words::ClientWords;
use crate::sign_in::consent::{self, Offer, Sealed};
use crate::sign_in::form::Fields;
use crate::sign_in::permission_words::words;
use crate::sign_in::sign_in_page::first_sign_in;
use crate::sign_in::visit::{SignedIn, Visit};
use crate::store::people::{self, Membership};
use crate::store::tx::SystemPurpose;

#[derive(Template)]
#[template(path = "account_picker.html")]
struct AccountPicker<'a> {
    form_token: String,
    sealed: String,
    client: ClientWords,
    email: &'a str,
    switch: String,
    accounts: &'a [Membership],
}

#[derive(Template)]
#[template(path = "consent.html")]
struct ConsentPage<'a> {
    form_token: String,
    sealed: String,
    client: ClientWords,
    email: &'a str,
    switch: String,
    account: String,
    account_name: &'a str,
    role: &'static str,
    has_several: bool,
    allowed: Vec<&'static str>,
    refused: Vec<&'static str>,
    places: Vec<Place>,
}

/// A node that a grant can be bound to.
pub(super) struct Place {
    pub id: String,
    pub path: String,
    pub reads_only: bool,
}

/// Where a request for authorization begins.
pub(super) async fn show(visit: Visit, _: Fields) -> Result<Response, AppError> {
    let request = match read(&visit, &visit.query).await? {
        Ok(request) => request,
        Err(response) => return Ok(response),
    };
    let Some(signed_in) = visit.signed_in.clone() else {
        return first_sign_in(&format!("/oauth/authorize?{}", visit.query));
    };
    let sealed = Sealed::new(&visit, &signed_in, &visit.query, &request.correlation_id);
    let asking = Asking { visit: &visit, signed_in: &signed_in, request, sealed };
    let accounts = asking.accounts().await?;
    match accounts.as_slice() {
        [only] => asking.ask_for(only, false, true).await,
        several => asking.pick(several),
    }
}

/// What the person says: an account, then yes or no.
pub(super) async fn decide(visit: Visit, fields: Fields) -> Result<Response, AppError> {
    let Some(sealed) = Sealed::open(&visit, fields.get("request")) else {
        let sentence = "This page is out of date. Go back to the application and connect once more.";
        return Err(AppError::new(ErrorCode::Forbidden, sentence));
    };
    let Some(signed_in) = visit.signed_in.clone() else {
        return first_sign_in(&format!("/oauth/authorize?{}", sealed.query()));
    };
    if !sealed.is_for(&signed_in) {
        let sentence = "Somebody else is signed in by now. Go back to the application and connect once more.";
        return Err(AppError::new(ErrorCode::Forbidden, sentence));
    }
    let mut request = match read(&visit, sealed.query()).await? {
        Ok(request) => request,
        Err(response) => return Ok(response),
    };
    sealed.correlation_id().clone_into(&mut request.correlation_id);
    let asking = Asking { visit: &visit, signed_in: &signed_in, request, sealed };
    if fields.get("decision") == "deny" {
        return answer::see_other(&authorization::deny(&visit.door.app, &asking.request));
    }
    let accounts = asking.accounts().await?;
    if fields.get("decision") == "switch-account" {
        return asking.pick(&accounts);
    }
    let chosen: Option<AccountId> = fields.get("account").parse().ok();
    // A foreign account and one that there is not are the same here.
    let Some(account) = accounts.iter().find(|membership| Some(membership.account) == chosen) else {
        return asking.pick(&accounts);
    };
    match fields.get("decision") {
        "allow" => asking.allow(account, fields.get("place")).await,
        _ => asking.ask_for(account, accounts.len() > 1, true).await,
    }
}

async fn read(visit: &Visit, query: &str) -> Result<Result<AuthorizationRequest, Response>, AppError> {
    match authorization::read(&visit.door.app, query, &visit.request_id).await {
        Ok(request) => Ok(Ok(request)),
        Err(AuthorizationRefusal::Page(sentence)) => {
            answer::notice(StatusCode::BAD_REQUEST, "This application cannot be connected", &sentence).map(Err)
        }
        Err(AuthorizationRefusal::Redirect(to)) => answer::see_other(&to).map(Err),
        Err(AuthorizationRefusal::Fault(error)) => Err(error),
    }
}

struct Asking<'a> {
    visit: &'a Visit,
    signed_in: &'a SignedIn,
    request: AuthorizationRequest,
    sealed: Sealed,
}

impl Asking<'_> {
    async fn accounts(&self) -> Result<Vec<Membership>, AppError> {
        let mut tx = self.visit.door.app.env.store.system(SystemPurpose::SignIn).await?;
        let accounts = people::memberships(&mut tx, self.signed_in.user).await?;
        tx.commit().await?;
        Ok(accounts)
    }

    fn switch(&self) -> String {
        let again = format!("/oauth/authorize?{}", self.sealed.query());
        crate::sign_in::destination::Destination::parse(&again)
            .map_or_else(|| "/sign-in?switch=1".to_owned(), |to| format!("{}&switch=1", to.by_sign_in()))
    }

    fn pick(&self, accounts: &[Membership]) -> Result<Response, AppError> {
        if accounts.is_empty() {
            let sentence = "You belong to no account here. Ask an admin of one to invite you.";
            return answer::notice(StatusCode::FORBIDDEN, "There is no account to connect", sentence);
        }
        let page = AccountPicker {
            form_token: self.visit.form_token(),
            sealed: self.sealed.seal(self.visit)?,
            client: ClientWords::of(&self.request),
            email: &self.signed_in.email,
            switch: self.switch(),
            accounts,
        };
        self.visit.page(StatusCode::OK, &page, Some(&self.request.redirect_uri))
    }

    fn caller(&self, account: AccountId) -> Caller {
        member(account, self.signed_in.user)
    }

    /// Shows the consent page, or grants at once what is remembered.
    async fn ask_for(&self, account: &Membership, has_several: bool, remembers: bool) -> Result<Response, AppError> {
        let app = &self.visit.door.app;
        let offer = Offer::to(app, &self.caller(account.account), &self.request).await?;
        if remembers && let Some(scope) = consent::remembered(app, &self.request, &offer).await? {
            return self.grant(account.account, offer, scope).await;
        }
        let (allowed, refused) = (&offer.permissions, &offer.above_role);
        let page = ConsentPage {
            form_token: self.visit.form_token(),
            sealed: self.sealed.seal(self.visit)?,
            client: ClientWords::of(&self.request),
            email: &self.signed_in.email,
            switch: self.switch(),
            account: account.account.to_string(),
            account_name: &account.account_name,
            role: offer.role.name(),
            has_several,
            allowed: allowed.iter().copied().map(words).collect(),
            refused: refused.iter().copied().map(words).collect(),
            places: offer
                .places
                .iter()
                .filter(|place| !place.path.is_empty())
                .map(|place| Place {
                    id: place.public_id.clone(),
                    path: place.path.clone(),
                    reads_only: !offer.writable.contains(&place.id),
                })
                .collect(),
        };
        self.visit.page(StatusCode::OK, &page, Some(&self.request.redirect_uri))
    }

    async fn allow(&self, account: &Membership, place: &str) -> Result<Response, AppError> {
        let app = &self.visit.door.app;
        let offer = Offer::to(app, &self.caller(account.account), &self.request).await?;
        let scope = match place {
            "" => None,
            named => {
                let is_it = |id: &uuid::Uuid| {
                    offer.places.iter().find(|node| read_public_scope_id(&node.public_id) == Some(*id))
                };
                let found = read_public_scope_id(named).as_ref().and_then(is_it).map(|node| node.id);
                Some(found.ok_or_else(|| AppError::not_found("place"))?)
            }
        };
        consent::remember(app, &self.request, &offer, scope).await?;
        self.grant(account.account, offer, scope).await
    }

    async fn grant(
        &self,
        account: AccountId,
        offer: Offer,
        scope: Option<crate::ids::ScopeId>,
    ) -> Result<Response, AppError> {
        if offer.permissions.is_empty() {
            let sentence = "Your role in this account allows nothing of what the application asks for.";
            return Err(AppError::new(ErrorCode::Forbidden, sentence));
        }
        let allowed = Consent { user: self.signed_in.user, account, permissions: offer.permissions, scope };
        let to = authorization::grant(&self.visit.door.app, &self.request, &allowed, &self.visit.request_id).await?;
        answer::see_other(&to)
    }
}
