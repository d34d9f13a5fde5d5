//! Following an invitation. Whoever is known signs in first; whoever is new says a name and a password.

use askama::Template;
use axum::response::Response;
use http::StatusCode;

use crate::auth::{Role, TypedPassword, read_invitation};
use crate::error::AppError;
use crate::ids::AccountId;
use crate::sign_in::answer;
use crate::sign_in::form::Fields;
use crate::sign_in::sign_in_page::first_sign_in;
use crate::sign_in::sign_up::checked_name;
use crate::sign_in::visit::Visit;
use crate::store::accounts;
use crate::store::invitations::{self, OpenInvitation};
use crate::store::people::{self, NewPerson};
use crate::store::tx::{SystemPurpose, SystemTx};

#[derive(Template)]
#[template(path = "invitation.html")]
struct InvitationPage<'a> {
    form_token: String,
    path: &'a str,
    invitation: &'a OpenInvitation,
    role: Role,
    is_new: bool,
    name: &'a str,
    problem: &'a str,
    switch: String,
}

/// An invitation with what is known of whom it was sent to.
struct Found {
    account: AccountId,
    invitation: OpenInvitation,
    is_new: bool,
}

/// Shows who invites to what.
pub(super) async fn show(visit: Visit, _: Fields) -> Result<Response, AppError> {
    let mut tx = visit.door.app.env.store.system(SystemPurpose::SignIn).await?;
    let found = find(&visit, &mut tx).await?;
    tx.commit().await?;
    let Some(found) = found else { return gone() };
    if !found.is_new && visit.signed_in.is_none() {
        return first_sign_in(&visit.path);
    }
    form(&visit, &found, StatusCode::OK, "", "")
}

/// Joins the account.
pub(super) async fn accept(visit: Visit, fields: Fields) -> Result<Response, AppError> {
    let app = &visit.door.app;
    let mut tx = app.env.store.system(SystemPurpose::SignIn).await?;
    let found = find(&visit, &mut tx).await?;
    tx.commit().await?;
    let Some(found) = found else { return gone() };
    if !found.is_new && visit.signed_in.is_none() {
        return first_sign_in(&visit.path);
    }
    let name = fields.get("name").trim();
    let mut password_hash = String::new();
    if found.is_new {
        let read = checked_name("name", name).and_then(|()| TypedPassword::parse(fields.get("password")));
        match read {
            Ok(password) => password_hash = visit.door.desk.hash(password).await?,
            Err(error) => return form(&visit, &found, StatusCode::UNPROCESSABLE_ENTITY, name, &error.detail),
        }
    } else if !is_for_who_is_signed_in(&visit, &found) {
        return form(&visit, &found, StatusCode::FORBIDDEN, "", "");
    }
    let now = app.env.clock.now();
    // Found again, since somebody may have used it while the password was hashed; from here on it is locked.
    let mut tx = app.env.store.system(SystemPurpose::SignIn).await?;
    let Some(again) = find(&visit, &mut tx).await?.filter(|again| again.is_new == found.is_new) else {
        return gone();
    };
    let invitation = &again.invitation;
    let person = NewPerson {
        account: again.account,
        email: &invitation.email,
        display_name: (again.is_new).then_some(name),
        role: invitation.role,
        password_hash: &password_hash,
    };
    let (user, _) = people::add(&mut tx, &person).await?;
    people::confirm_email(&mut tx, user, now).await?;
    invitations::accept(&mut tx, again.account, invitation, user, now).await?;
    tx.commit().await?;
    let welcome = answer::see_other("/sign-in")?;
    if again.is_new { visit.sign_in(user, welcome).await } else { Ok(welcome) }
}

async fn find(visit: &Visit, tx: &mut SystemTx) -> Result<Option<Found>, AppError> {
    let Some((account, hash)) = read_invitation(visit.last_segment()) else { return Ok(None) };
    let now = visit.door.app.env.clock.now();
    let Some(invitation) = invitations::find_open(tx, account, &hash, now).await? else { return Ok(None) };
    let is_new = accounts::find_user(tx, &invitation.email).await?.is_none();
    Ok(Some(Found { account, invitation, is_new }))
}

/// Whether the invitation was sent to the address of whoever is signed in: a link that is passed on is nobody else's.
fn is_for_who_is_signed_in(visit: &Visit, found: &Found) -> bool {
    let email = found.invitation.email.to_lowercase();
    visit.signed_in.as_ref().is_some_and(|signed_in| signed_in.email.to_lowercase() == email)
}

fn form(visit: &Visit, found: &Found, status: StatusCode, name: &str, problem: &str) -> Result<Response, AppError> {
    if !found.is_new && !is_for_who_is_signed_in(visit, found) {
        let sentence = "This invitation was sent to another address than that of the person who is signed in. Sign out, \
                        and sign in with the address to which it was sent.";
        return answer::notice(StatusCode::FORBIDDEN, "This invitation is for somebody else", sentence);
    }
    let page = InvitationPage {
        form_token: visit.form_token(),
        path: &visit.path,
        invitation: &found.invitation,
        role: found.invitation.role,
        is_new: found.is_new,
        name,
        problem,
        switch: format!("/sign-in?switch=1&next={}", visit.path),
    };
    visit.page(status, &page, None)
}

fn gone() -> Result<Response, AppError> {
    let sentence =
        "It was used already, was taken back, or is older than 7 days. Ask whoever invited you for a new one.";
    answer::notice(StatusCode::NOT_FOUND, "This invitation does not hold any more", sentence)
}
