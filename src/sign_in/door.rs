//! What the pages work with.

use crate::app::App;
use crate::auth::PasswordDesk;
use crate::error::AppError;

/// What the pages work with. Cheap to clone.
#[derive(Clone)]
pub(super) struct Door {
    pub app: App,
    pub desk: PasswordDesk,
}

impl Door {
    pub fn open(app: &App) -> Result<Self, AppError> {
        Ok(Self { app: app.clone(), desk: PasswordDesk::open()? })
    }
}
