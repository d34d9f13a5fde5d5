//! Making an account of one's own, where the operator lets anybody do so.

use askama::Template;
use axum::response::Response;
use http::StatusCode;

use crate::auth::{Role, SIGN_UP_HOLDS, TypedPassword, read_link, sign_up_link};
use crate::error::{AppError, ErrorCode};
use crate::ids::UserId;
use crate::sign_in::answer;
use crate::sign_in::form::Fields;
use crate::sign_in::throttle::Throttle;
use crate::sign_in::visit::Visit;
use crate::store::accounts;
use crate::store::pending_sign_ups::{self, SignUp};
use crate::store::people::{self, NewPerson};
use crate::store::tx::{SystemPurpose, SystemTx};
use crate::text::checked_email;

#[derive(Template)]
#[template(path = "sign_up.html")]
struct SignUpPage<'a> {
    form_token: String,
    email: &'a str,
    name: &'a str,
    account_name: &'a str,
    problem: &'a str,
}

#[derive(Template)]
#[template(path = "confirm_sign_up.html")]
struct ConfirmPage<'a> {
    form_token: String,
    path: &'a str,
}

/// Shows the form.
pub(super) async fn show(visit: Visit, _: Fields) -> Result<Response, AppError> {
    is_open(&visit)?;
    form(&visit, &Fields::default(), StatusCode::OK, "")
}

/// Takes what somebody says who signs up. With mail, nothing is made before the link is followed that goes to the address;
/// the answer is the same where the address is known already.
pub(super) async fn sign_up(visit: Visit, fields: Fields) -> Result<Response, AppError> {
    is_open(&visit)?;
    let app = &visit.door.app;
    let (email, password) = match read(&fields) {
        Ok(read) => read,
        Err(error) => return form(&visit, &fields, StatusCode::UNPROCESSABLE_ENTITY, &error.detail),
    };
    let throttle = Throttle::new(app, "sign-up", &email, visit.address);
    throttle.begin().await?;
    throttle.failed().await?;
    let sign_up = SignUp {
        email,
        display_name: fields.get("name").trim().to_owned(),
        account_name: fields.get("account_name").trim().to_owned(),
        password_hash: visit.door.desk.hash(password).await?,
    };
    let now = app.env.clock.now();
    let mut tx = app.env.store.system(SystemPurpose::SignIn).await?;
    let is_known = accounts::find_user(&mut tx, &sign_up.email).await?.is_some();
    let Some(mail) = &app.env.mail else {
        if is_known {
            let problem = "That address cannot be used to sign up. Whoever has it can sign in.";
            return form(&visit, &fields, StatusCode::UNPROCESSABLE_ENTITY, problem);
        }
        let user = make(&mut tx, &sign_up).await?;
        tx.commit().await?;
        return visit.sign_in(user, answer::see_other("/sign-in")?).await;
    };
    let link = sign_up_link(&app.config.public_url)?;
    pending_sign_ups::insert(&mut tx, &link.secret_hash, &sign_up, now, now + SIGN_UP_HOLDS).await?;
    if is_known {
        // Dropped: the statement ran so that the answer takes as long.
        drop(tx);
        mail.known_already(&sign_up.email, &visit.url("/sign-in"));
    } else {
        tx.commit().await?;
        mail.sign_up(&sign_up.email, &link.url);
    }
    let sentence = "A letter with a link is on its way. Follow the link to make the account.";
    answer::notice(StatusCode::OK, "Look into your mail", sentence)
}

/// Shows what the link of a letter is for. Following it changes nothing yet: programs that look into letters follow links too.
pub(super) async fn show_confirmation(visit: Visit, _: Fields) -> Result<Response, AppError> {
    let app = &visit.door.app;
    let Some(hash) = read_link(visit.last_segment()) else { return gone() };
    let mut tx = app.env.store.system(SystemPurpose::SignIn).await?;
    let holds = pending_sign_ups::holds(&mut tx, &hash, app.env.clock.now()).await?;
    tx.commit().await?;
    if !holds {
        return gone();
    }
    let page = ConfirmPage { form_token: visit.form_token(), path: &visit.path };
    visit.page(StatusCode::OK, &page, None)
}

/// Makes the account.
pub(super) async fn confirm(visit: Visit, _: Fields) -> Result<Response, AppError> {
    let app = &visit.door.app;
    let Some(hash) = read_link(visit.last_segment()) else { return gone() };
    let now = app.env.clock.now();
    let mut tx = app.env.store.system(SystemPurpose::SignIn).await?;
    let Some(sign_up) = pending_sign_ups::use_up(&mut tx, &hash, now).await? else { return gone() };
    if accounts::find_user(&mut tx, &sign_up.email).await?.is_some() {
        return gone();
    }
    let user = make(&mut tx, &sign_up).await?;
    people::confirm_email(&mut tx, user, now).await?;
    tx.commit().await?;
    visit.sign_in(user, answer::see_other("/sign-in")?).await
}

async fn make(tx: &mut SystemTx, sign_up: &SignUp) -> Result<UserId, AppError> {
    let account = people::make_account(tx, &sign_up.account_name).await?;
    let person = NewPerson {
        account,
        email: &sign_up.email,
        display_name: Some(&sign_up.display_name),
        role: Role::Owner,
        password_hash: &sign_up.password_hash,
    };
    people::add(tx, &person).await.map(|(user, _)| user)
}

fn read(fields: &Fields) -> Result<(String, TypedPassword), AppError> {
    checked_name("name", fields.get("name"))?;
    checked_name("account name", fields.get("account_name"))?;
    let email = checked_email("e-mail address", fields.get("email"))?.to_owned();
    Ok((email, TypedPassword::parse(fields.get("password"))?))
}

/// A name for people: 1 to 200 characters on one line.
pub(super) fn checked_name(field: &str, text: &str) -> Result<(), AppError> {
    let name = text.trim();
    let is_sound = !name.is_empty() && name.chars().count() <= 200 && !name.chars().any(char::is_control);
    if is_sound { Ok(()) } else { Err(AppError::invalid(field, "must have 1 to 200 characters")) }
}

fn is_open(visit: &Visit) -> Result<(), AppError> {
    if visit.door.app.config.people.sign_up_open {
        return Ok(());
    }
    Err(AppError::new(ErrorCode::NotFound, "Nobody can sign up here; ask an admin of an account to invite you."))
}

fn form(visit: &Visit, fields: &Fields, status: StatusCode, problem: &str) -> Result<Response, AppError> {
    let page = SignUpPage {
        form_token: visit.form_token(),
        email: fields.get("email"),
        name: fields.get("name"),
        account_name: fields.get("account_name"),
        problem,
    };
    visit.page(status, &page, None)
}

fn gone() -> Result<Response, AppError> {
    let sentence = "It was used already, or it is too old. Sign in, or sign up once more.";
    answer::notice(StatusCode::NOT_FOUND, "This link does not hold any more", sentence)
}
