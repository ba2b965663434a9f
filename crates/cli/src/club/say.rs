use std::io::{Read, Write};

use anyhow::{Context, Result, bail};
use clap::Args;

use super::teach;

/// The longest answer read, in bytes.
const LONGEST: u64 = 8 << 20;

/// Send a command to a club, as by mail: challenge, move, show
///
/// The words are the club's command language: the club explains it with `crosscut say help`. Its answer is printed.
#[derive(Args, Debug)]
#[command(after_long_help = teach::say())]
pub(crate) struct SayArgs {
    /// The club's address
    #[arg(
        long,
        env = "CROSSCUT_SERVER",
        value_name = "URL",
        default_value = "http://127.0.0.1:7878"
    )]
    server: String,
    /// The token by which the club knows you; `crosscut say signup NAME` prints one
    #[arg(long, env = "CROSSCUT_TOKEN", hide_env_values = true, value_name = "TOKEN")]
    token: Option<String>,
    /// The body: a comment, or with `multiple` the commands; - reads it from standard input
    #[arg(long, value_name = "TEXT")]
    body: Option<String>,
    /// An idempotency key: the command is carried out once, however often it is sent
    #[arg(long, value_name = "WORD")]
    once: Option<String>,
    /// The command
    #[arg(
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "WORD"
    )]
    words: Vec<String>,
}

impl SayArgs {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        let mut body = self.body.unwrap_or_default();
        if body == "-" {
            body.clear();
            std::io::stdin().read_to_string(&mut body).context("standard input")?;
        }
        let words = self.words.join(" ");
        if words.contains('\n') {
            bail!("a command is one line: the rest goes into --body");
        }
        let url = format!("{}/command", self.server.trim_end_matches('/'));
        // A refusal by the club is an answer too, in its own words.
        let agent: ureq::Agent =
            ureq::Agent::config_builder().http_status_as_error(false).build().into();
        let mut request = agent.post(&url).header("content-type", "text/plain; charset=utf-8");
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {}", token.trim()));
        }
        if let Some(once) = &self.once {
            request = request.header("idempotency-key", once);
        }
        let mut response = request
            .send(format!("{words}\n{body}"))
            .with_context(|| format!("the club at {} cannot be reached", self.server))?;
        let status = response.status();
        let text = response
            .body_mut()
            .with_config()
            .limit(LONGEST)
            .read_to_string()
            .with_context(|| format!("the answer of {}", self.server))?;
        if !status.is_success() {
            bail!("{}", text.trim_end());
        }
        out.write_all(text.as_bytes())?;
        Ok(())
    }
}
