//! The service with the fixtures of the conformance suite compiled in.
fn main() -> std::process::ExitCode {
    annals::command::run()
}
