use std::io::Write;

use anyhow::Result;
use clap::Args;
use crosscut_server::Settings;

use super::teach;

/// Run the club server, for play in the browser
///
/// Everything is in this program; the database is a file, created if it does not exist. The address is printed once the
/// club is open. Ctrl-C or SIGTERM stops it.
#[derive(Args, Debug)]
#[command(after_long_help = teach::serve())]
pub(crate) struct ServeArgs {
    #[command(flatten)]
    settings: Settings,
}

impl ServeArgs {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        let config = self.settings.resolve()?;
        crosscut_server::log(&config)?;
        let database = config.database.clone();
        let url = config.public_url.clone();
        crosscut_server::run(crosscut_server::serve(config, |address, requests| {
            // The reader of standard output may be gone; the club is open regardless.
            let _ =
                writeln!(out, "the club is open at {}", url.unwrap_or(format!("http://{address}")))
                    .and_then(|()| match database.split_once("://") {
                        Some((kind, _)) => writeln!(out, "its database is {kind}"),
                        None => writeln!(out, "its database is {database}"),
                    })
                    .and_then(|()| requests.iter().try_for_each(|it| writeln!(out, "{it}.")))
                    .and_then(|()| out.flush());
        }))
    }
}
