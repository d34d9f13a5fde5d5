//! A forgotten password: a link is asked for, and followed.

use askama::Template;
use axum::response::Response;
use http::StatusCode;

use crate::auth::{PASSWORD_RESET_HOLDS, TypedPassword, password_reset_link, read_link};
use crate::error::AppError;
use crate::sign_in::answer;
use crate::sign_in::form::Fields;
use crate::sign_in::throttle::Throttle;
use crate::sign_in::visit::Visit;
use crate::store::tx::SystemPurpose;
use crate::store::{password_resets, people, web_sessions};

#[derive(Template)]
#[template(path = "password_reset_request.html")]
struct RequestPage {
    form_token: String,
    sends_mail: bool,
}

#[derive(Template)]
#[template(path = "password_reset.html")]
struct ResetPage<'a> {
    form_token: String,
    path: &'a str,
    problem: &'a str,
}

/// Asks for an address.
pub(super) async fn show_request(visit: Visit, _: Fields) -> Result<Response, AppError> {
    let sends_mail = visit.door.app.env.mail.is_some();
    visit.page(StatusCode::OK, &RequestPage { form_token: visit.form_token(), sends_mail }, None)
}

/// Sends a link, where there is such a person. The answer is the same where there is not, and takes as long: the same
/// statements run, and the letter leaves afterwards.
pub(super) async fn request(visit: Visit, fields: Fields) -> Result<Response, AppError> {
    let app = &visit.door.app;
    let email = fields.get("email").trim();
    let throttle = Throttle::new(app, "password-reset", email, visit.address);
    throttle.begin().await?;
    throttle.failed().await?;
    if let Some(mail) = &app.env.mail {
        let now = app.env.clock.now();
        let link = password_reset_link(&app.config.public_url)?;
        let mut tx = app.env.store.system(SystemPurpose::SignIn).await?;
        let is_known =
            password_resets::insert_by_email(&mut tx, &link.secret_hash, email, now, now + PASSWORD_RESET_HOLDS)
                .await?;
        tx.commit().await?;
        if is_known {
            mail.password_reset(email, &link.url);
        }
    }
    let sentence = "If there is a person with that address, a letter with a link is on its way. Where no letter comes, ask \
                    an admin of your account for a link.";
    answer::notice(StatusCode::OK, "Look into your mail", sentence)
}

/// Asks for the new password.
pub(super) async fn show(visit: Visit, _: Fields) -> Result<Response, AppError> {
    let holds = match read_link(visit.last_segment()) {
        Some(hash) => {
            let mut tx = visit.door.app.env.store.system(SystemPurpose::SignIn).await?;
            let user = password_resets::find(&mut tx, &hash, visit.door.app.env.clock.now()).await?;
            tx.commit().await?;
            user.is_some()
        }
        None => false,
    };
    if holds { form(&visit, StatusCode::OK, "") } else { gone() }
}

/// Sets the new password, and ends all sessions of the person.
pub(super) async fn reset(visit: Visit, fields: Fields) -> Result<Response, AppError> {
    let app = &visit.door.app;
    let Some(hash) = read_link(visit.last_segment()) else { return gone() };
    let password = match TypedPassword::parse(fields.get("password")) {
        Ok(password) => password,
        Err(error) => return form(&visit, StatusCode::UNPROCESSABLE_ENTITY, &error.detail),
    };
    let now = app.env.clock.now();
    // A made-up link does not cost a hash.
    let mut tx = app.env.store.system(SystemPurpose::SignIn).await?;
    let holds = password_resets::find(&mut tx, &hash, now).await?.is_some();
    tx.commit().await?;
    if !holds {
        return gone();
    }
    let password_hash = visit.door.desk.hash(password).await?;
    let mut tx = app.env.store.system(SystemPurpose::SignIn).await?;
    let Some(user) = password_resets::use_up(&mut tx, &hash, now).await? else { return gone() };
    people::set_password(&mut tx, user, &password_hash, now).await?;
    web_sessions::end_all(&mut tx, user, now).await?;
    tx.commit().await?;
    answer::see_other("/sign-in?switch=1")
}

fn form(visit: &Visit, status: StatusCode, problem: &str) -> Result<Response, AppError> {
    visit.page(status, &ResetPage { form_token: visit.form_token(), path: &visit.path, problem }, None)
}

fn gone() -> Result<Response, AppError> {
    let sentence = "It was used already, or it is too old. Ask for a new one.";
    answer::notice(StatusCode::NOT_FOUND, "This link does not hold any more", sentence)
}
