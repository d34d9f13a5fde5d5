//! Signing in with a password, and signing out.

use askama::Template;
use axum::response::Response;
use http::StatusCode;

use crate::auth::{TypedPassword, Verdict};
use crate::error::{AppError, ErrorCode};
use crate::ids::UserId;
use crate::sign_in::answer;
use crate::sign_in::destination::Destination;
use crate::sign_in::form::Fields;
use crate::sign_in::throttle::Throttle;
use crate::sign_in::visit::Visit;
use crate::store::people;
use crate::store::tx::SystemPurpose;

#[derive(Template)]
#[template(path = "sign_in.html")]
struct SignInPage<'a> {
    form_token: String,
    next: &'a str,
    email: &'a str,
    problem: &'a str,
    signs_up: bool,
    sends_mail: bool,
}

#[derive(Template)]
#[template(path = "signed_in.html")]
struct SignedInPage<'a> {
    form_token: String,
    email: &'a str,
}

/// Shows the form; where somebody is signed in already, who it is, or the page that was asked for.
pub(super) async fn show(visit: Visit, fields: Fields) -> Result<Response, AppError> {
    let next = Destination::parse(fields.get("next"));
    if let Some(signed_in) = visit.signed_in.as_ref().filter(|_| fields.get("switch").is_empty()) {
        if let Some(next) = next {
            return answer::found(next.as_str());
        }
        let page = SignedInPage { form_token: visit.form_token(), email: &signed_in.email };
        return visit.page(StatusCode::OK, &page, None);
    }
    form(&visit, StatusCode::OK, next.as_ref(), "", "")
}

/// Checks the password.
pub(super) async fn sign_in(visit: Visit, fields: Fields) -> Result<Response, AppError> {
    let next = Destination::parse(fields.get("next"));
    let email = fields.get("email").trim();
    let again = |status, problem: &str| form(&visit, status, next.as_ref(), email, problem);
    let typed = match TypedPassword::parse(fields.get("password")) {
        Ok(typed) if email.chars().count() <= 320 => typed,
        _ => {
            let problem = "Give your e-mail address and your password, which has at least 8 characters.";
            return again(StatusCode::UNPROCESSABLE_ENTITY, problem);
        }
    };
    match check(&visit, email, typed).await? {
        Some(user) => {
            let to = next.as_ref().map_or("/sign-in", Destination::as_str);
            visit.sign_in(user, answer::see_other(to)?).await
        }
        None => again(StatusCode::UNPROCESSABLE_ENTITY, "E-mail address or password is wrong."),
    }
}

/// Who the person is, where the password is right.
pub(super) async fn check(visit: &Visit, email: &str, typed: TypedPassword) -> Result<Option<UserId>, AppError> {
    let app = &visit.door.app;
    let throttle = Throttle::new(app, "sign-in", email, visit.address);
    throttle.begin().await?;
    let mut tx = app.env.store.system(SystemPurpose::SignIn).await?;
    let person = people::find(&mut tx, email).await?;
    tx.commit().await?;
    let old_hash = person.as_ref().and_then(|person| person.password_hash.clone());
    let verdict = match visit.door.desk.check(typed, old_hash.clone()).await {
        Ok(verdict) => verdict,
        Err(error) => {
            throttle.given_up().await?;
            return Err(error);
        }
    };
    let Some(person) = person.filter(|_| verdict != Verdict::Wrong) else {
        throttle.failed().await?;
        return Ok(None);
    };
    throttle.succeeded().await?;
    if let (Verdict::RightWithNewHash(hash), Some(old)) = (verdict, old_hash) {
        let mut tx = app.env.store.system(SystemPurpose::SignIn).await?;
        people::replace_hash(&mut tx, person.user, &old, &hash).await?;
        tx.commit().await?;
    }
    Ok(Some(person.user))
}

/// Ends the session.
pub(super) async fn sign_out(visit: Visit, _: Fields) -> Result<Response, AppError> {
    visit.sign_out(answer::see_other("/sign-in")?).await
}

fn form(
    visit: &Visit,
    status: StatusCode,
    next: Option<&Destination>,
    email: &str,
    problem: &str,
) -> Result<Response, AppError> {
    let settings = &visit.door.app.config.people;
    let page = SignInPage {
        form_token: visit.form_token(),
        next: next.map_or("", Destination::as_str),
        email,
        problem,
        signs_up: settings.sign_up_open,
        sends_mail: settings.mail.is_some(),
    };
    let leads_to = next.and_then(Destination::leads_to);
    visit.page(status, &page, leads_to.as_deref())
}

/// Where nobody is signed in, the sign-in page that leads to this one.
pub(super) fn first_sign_in(to: &str) -> Result<Response, AppError> {
    let to = Destination::parse(to).ok_or_else(|| {
        AppError::new(ErrorCode::MalformedRequest, "The address of this page is too long to sign in for.")
    })?;
    answer::see_other(&to.by_sign_in())
}
