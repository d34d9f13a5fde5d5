//! What the letters say. Names in them are claims of people: one line each, without control characters.

/// A letter to be sent.
pub(super) struct Letter {
    pub to: String,
    pub subject: String,
    pub body: String,
}

pub(super) fn invitation(to: &str, link: &str, account_name: &str, inviter: &str) -> Letter {
    let (account, inviter) = (one_line(account_name), one_line(inviter));
    Letter {
        to: to.to_owned(),
        subject: format!("Invitation to {account}"),
        body: format!(
            "{inviter} invites you to “{account}”, a shared memory for AI assistants on Annals.\n\n\
             Follow this link to join; it holds for 7 days and works once:\n\n{link}\n\n\
             If you do not know the sender, ignore this letter: nothing happens.\n"
        ),
    }
}

pub(super) fn password_reset(to: &str, link: &str) -> Letter {
    Letter {
        to: to.to_owned(),
        subject: "Set a new password".to_owned(),
        body: format!(
            "Follow this link to set a new password for Annals; it works once and not for long:\n\n{link}\n\n\
             If you did not ask for it, ignore this letter: your password stays as it is.\n"
        ),
    }
}

pub(super) fn sign_up(to: &str, link: &str) -> Letter {
    Letter {
        to: to.to_owned(),
        subject: "Confirm your address".to_owned(),
        body: format!(
            "Follow this link to confirm your address and make your account on Annals; it holds for a day and works once:\n\n\
             {link}\n\nIf you did not ask for it, ignore this letter: nothing is made.\n"
        ),
    }
}

pub(super) fn known_already(to: &str, link: &str) -> Letter {
    Letter {
        to: to.to_owned(),
        subject: "You have an account already".to_owned(),
        body: format!(
            "Somebody asked to sign up on Annals with your address, for which there is a person already.\n\n\
             Sign in, or set a new password, here:\n\n{link}\n\nIf it was not you, ignore this letter.\n"
        ),
    }
}

fn one_line(text: &str) -> String {
    text.chars().map(|character| if character.is_control() { ' ' } else { character }).take(200).collect()
}
