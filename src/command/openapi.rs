//! `annals openapi`: writes the API documents.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use crate::command::output::progress;
use crate::error::AppError;
use crate::surface::openapi::documents;

#[derive(Args)]
pub struct Arguments {
    /// The folder to write to.
    #[arg(long, default_value = "openapi")]
    dir: PathBuf,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, AppError> {
    let failed = |error: std::io::Error| AppError::invalid("--dir", "cannot be written").caused_by(error);
    std::fs::create_dir_all(&arguments.dir).map_err(failed)?;
    for (name, content) in documents() {
        let path = arguments.dir.join(name);
        std::fs::write(&path, content).map_err(failed)?;
        progress(&format!("wrote {}", path.display()));
    }
    Ok(ExitCode::SUCCESS)
}
