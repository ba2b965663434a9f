//! The pages that links in mails lead to, and the one for a forgotten password. Every link asks for confirmation: mail
//! servers follow links too.

use askama::Template;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::Uri;
use axum::response::Response;
use crosscut_club::{Key, MemberId};
use serde::Deserialize;

use super::form::FormFields;
use super::page::{Frame, PageError, page, page_with};
use super::visitor::Visitor;
use crate::App;
use crate::error::Error;
use crate::mail::{UndoableChange, tell};
use crate::post::Post;
use crate::present::sentence::sentence;
use crate::present::times;
use crate::store::PasskeyRow;
use crate::watch::{self, SecurityEvent};

/// A page with one question.
#[derive(Template)]
#[template(path = "ask.html")]
struct AskPage {
    frame: Frame,
    words: String,
    quoted: Option<String>,
    refusal: Option<String>,
    action: String,
    inputs: Vec<FormInput>,
    keys: Vec<KeptPasskey>,
    button: Option<&'static str>,
}

/// A passkey that may be kept.
struct KeptPasskey {
    id: String,
    /// Its name, when it was added, and when it was last used.
    said: String,
    ticked: bool,
}

impl KeptPasskey {
    fn is_in(id: &str, fields: &FormFields) -> bool {
        fields.get(&format!("keep-{id}")) == "yes"
    }
}

struct FormInput {
    label: &'static str,
    name: &'static str,
    kind: &'static str,
    fill: &'static str,
    value: String,
}

impl FormInput {
    fn who(value: &str) -> Self {
        let (label, name, kind, fill) = ("Name or mail address", "who", "text", "username");
        FormInput { label, name, kind, fill, value: value.to_string() }
    }

    fn password() -> Self {
        let (label, name, kind, fill) = ("New password", "new", "password", "new-password");
        FormInput { label, name, kind, fill, value: String::new() }
    }
}

impl AskPage {
    fn new(visitor: &Visitor, title: &str, words: impl Into<String>) -> Self {
        AskPage {
            frame: Frame::new(visitor, "sign", title),
            words: words.into(),
            quoted: None,
            refusal: None,
            action: String::new(),
            inputs: Vec::new(),
            keys: Vec::new(),
            button: None,
        }
    }

    /// Adds a button that posts to the page's own address.
    fn with(self, uri: &Uri, button: &'static str) -> Self {
        let action = uri.path_and_query().map_or("/", |it| it.as_str()).to_string();
        AskPage { action, button: Some(button), ..self }
    }
}

/// The proof in the address of a link.
#[derive(Debug, Deserialize)]
pub(crate) struct ProofQuery {
    #[serde(default)]
    member: u64,
    #[serde(default)]
    until: i64,
    #[serde(default)]
    address: String,
    proof: String,
}

type ProofResult = Result<Query<ProofQuery>, QueryRejection>;

/// The club's mail; without it these pages do not exist.
fn post(app: &App) -> Result<&Post, PageError> {
    app.post().ok_or_else(|| PageError::not_found("this club sends no mails"))
}

/// Shows the outcome: the refusal, if the visitor can do something about it.
fn said(
    done: Result<(), Error>,
    asked: AskPage,
    title: &str,
    words: &str,
) -> Result<Response, PageError> {
    match done {
        Ok(()) => {
            let frame = Frame { title: title.to_string(), ..asked.frame };
            page(&AskPage { frame, words: words.into(), inputs: Vec::new(), button: None, ..asked })
        }
        Err(error) => {
            let refused = PageError::from(error);
            if refused.status.is_server_error() {
                return Err(refused);
            }
            let refusal = Some(sentence(&refused.words));
            refused.over(page_with(refused.status, &AskPage { refusal, ..asked }))
        }
    }
}

fn verify_page(visitor: &Visitor, uri: &Uri, proof: &ProofQuery) -> AskPage {
    let words = format!("Shall we write to {} from now on?", proof.address);
    AskPage::new(visitor, "Your address", words).with(uri, "Yes, it is mine")
}

/// Asks whether an address belongs to the member.
pub(crate) async fn verify(
    visitor: Visitor,
    State(app): State<App>,
    uri: Uri,
    proof: ProofResult,
) -> Result<Response, PageError> {
    let post = post(&app)?;
    let Query(it) = proof?;
    let may = post.may_verify(&app, MemberId(it.member), &it.address, it.until, &it.proof).await;
    match may {
        Ok(()) => page(&verify_page(&visitor, &uri, &it)),
        // The text of a forged link is not shown.
        Err(error) => said(Err(error), AskPage::new(&visitor, "Your address", ""), "", ""),
    }
}

/// Records that the address is theirs.
pub(crate) async fn verified(
    visitor: Visitor,
    State(app): State<App>,
    uri: Uri,
    proof: ProofResult,
) -> Result<Response, PageError> {
    let Query(it) = proof?;
    let done =
        post(&app)?.verify(&app, MemberId(it.member), &it.address, it.until, &it.proof).await;
    let words =
        "From now on you hear about your matches there. How often is up to you: see the settings.";
    // After a refusal there is nothing to ask either.
    let asked = match done {
        Ok(()) => verify_page(&visitor, &uri, &it),
        Err(_) => AskPage::new(&visitor, "Your address", ""),
    };
    said(done, asked, "Address confirmed", words)
}

fn unsubscribe_page(visitor: &Visitor, uri: &Uri) -> AskPage {
    let words = "Stop all mails about your matches? Your clocks keep running all the same.";
    AskPage::new(visitor, "Stop all mails", words).with(uri, "Stop all mails")
}

/// Asks whether the member wants no more mails.
pub(crate) async fn unsubscribe(
    visitor: Visitor,
    State(app): State<App>,
    uri: Uri,
) -> Result<Response, PageError> {
    post(&app)?;
    page(&unsubscribe_page(&visitor, &uri))
}

/// Stops all mails. Mail programs request this without asking anybody (RFC 8058), so there is no other question.
pub(crate) async fn unsubscribed(
    visitor: Visitor,
    State(app): State<App>,
    uri: Uri,
    proof: ProofResult,
) -> Result<Response, PageError> {
    let Query(it) = proof?;
    let done = post(&app)?.unsubscribe(&app, MemberId(it.member), &it.proof).await;
    let words = format!(
        "You get no more mails about your matches. To get them again, go to the settings, or write to {} with the subject \
         mails each.",
        post(&app)?.club_address()
    );
    said(done, unsubscribe_page(&visitor, &uri), "Mails stopped", &words)
}

async fn confirm_page(
    app: &App,
    visitor: &Visitor,
    uri: &Uri,
    code: &str,
) -> Result<AskPage, PageError> {
    let quoted = match post(app)?.asked(app, code).await {
        Ok(asked) => asked,
        Err(Error::Hidden) => {
            return Err(PageError::not_found(
                "this link has expired, or part of it is missing: send the mail again",
            ));
        }
        Err(error) => return Err(error.into()),
    };
    let words = "We got this in a mail with your address. Is it from you?";
    let page = AskPage::new(visitor, "Did you write this?", words).with(uri, "Yes, I wrote it");
    Ok(AskPage { quoted: Some(quoted), ..page })
}

/// Asks whether the visitor wrote a mail.
pub(crate) async fn confirm(
    visitor: Visitor,
    State(app): State<App>,
    uri: Uri,
    code: Result<Path<String>, PathRejection>,
) -> Result<Response, PageError> {
    page(&confirm_page(&app, &visitor, &uri, &code?.0).await?)
}

/// Carries out the mail.
pub(crate) async fn confirmed(
    visitor: Visitor,
    State(app): State<App>,
    uri: Uri,
    code: Result<Path<String>, PathRejection>,
) -> Result<Response, PageError> {
    let Path(code) = code?;
    let asked = confirm_page(&app, &visitor, &uri, &code).await?;
    let done = post(&app)?.confirm(&app, &code).await;
    said(done, asked, "Thank you", "The answer comes by mail.")
}

fn forgotten_page(visitor: &Visitor, who: &str) -> AskPage {
    let words = "If we know a mail address of yours, we send a link there to set a new password.";
    let page = AskPage::new(visitor, "Forgot your password?", words);
    let inputs = vec![FormInput::who(who)];
    AskPage { action: "/recover".into(), inputs, button: Some("Send the link"), ..page }
}

/// Asks who has forgotten their password.
pub(crate) async fn forgotten(
    visitor: Visitor,
    State(app): State<App>,
) -> Result<Response, PageError> {
    post(&app)?;
    page(&forgotten_page(&visitor, ""))
}

/// Mails the link.
pub(crate) async fn send_link(
    visitor: Visitor,
    State(app): State<App>,
    fields: FormFields,
) -> Result<Response, PageError> {
    let done = post(&app)?.recover(&app, &visitor.person.caller, fields.get("who")).await;
    let words = "If we know a mail address of yours, a link is on its way. It works for an hour.";
    said(done, forgotten_page(&visitor, fields.get("who")), "Check your mail", words)
}

/// The form for a new password. Passkeys are kept only if selected: in a lost account, somebody else's may be among
/// them.
async fn recover_page(
    app: &App,
    visitor: &Visitor,
    uri: &Uri,
    member: MemberId,
    fields: &FormFields,
) -> Result<AskPage, PageError> {
    let state = app.queue().look(&[Key::Member(member)]).await?;
    let it = state.member(member);
    let (name, zone) = it.map_or(("", "UTC"), |it| (it.name.as_str(), it.zone.as_str()));
    let now = app.clock().now();
    let said = |it: PasskeyRow| {
        let used = match it.used {
            Some(at) => format!("last used {}", times::ago(at, now)),
            None => "not used yet".to_string(),
        };
        let said = format!("{}, added {}, {used}", it.name, times::day(it.added, zone));
        KeptPasskey { ticked: KeptPasskey::is_in(&it.id, fields), id: it.id, said }
    };
    let keys = app.passkeys().of(member).await?.into_iter().map(said).collect();
    let words = match name {
        "" => "Choose one of 10 characters or more.".to_string(),
        name => format!("For {name}: choose one of 10 characters or more."),
    };
    let page = AskPage::new(visitor, "New password", words);
    Ok(AskPage { inputs: vec![FormInput::password()], keys, ..page.with(uri, "Set the password") })
}

/// Asks for a new password.
pub(crate) async fn recover(
    visitor: Visitor,
    State(app): State<App>,
    uri: Uri,
    member: Result<Path<u64>, PathRejection>,
    proof: ProofResult,
) -> Result<Response, PageError> {
    let (Path(member), Query(it)) = (member?, proof?);
    let member = MemberId(member);
    match post(&app)?.may_recover(&app, member, it.until, &it.proof).await {
        // Somebody who has forgotten their password may have forgotten their name, too.
        Ok(()) => page(&recover_page(&app, &visitor, &uri, member, &FormFields::default()).await?),
        Err(error) => said(Err(error), AskPage::new(&visitor, "New password", ""), "", ""),
    }
}

/// Sets it, and ends every session; passkeys that were not selected are removed.
pub(crate) async fn recovered(
    visitor: Visitor,
    State(app): State<App>,
    uri: Uri,
    member: Result<Path<u64>, PathRejection>,
    proof: ProofResult,
    fields: FormFields,
) -> Result<Response, PageError> {
    let (Path(member), Query(it)) = (member?, proof?);
    let member = MemberId(member);
    let mut removed = 0;
    let done = async {
        // A link works once, even if it is followed several times in parallel.
        let _alone = app.accounts().alone(member).await;
        post(&app)
            .map_err(|_| Error::Hidden)?
            .may_recover(&app, member, it.until, &it.proof)
            .await?;
        app.accounts().set_password(member, fields.raw("new")).await?;
        for key in app.passkeys().of(member).await? {
            if !KeptPasskey::is_in(&key.id, &fields) {
                app.passkeys().remove(member, &key.id).await?;
                removed += 1;
            }
        }
        // From this address the member need not wait because of strangers' attempts.
        app.accounts().know(member, &visitor.person.caller).await?;
        watch::member(member);
        watch::tell_of(SecurityEvent::PasswordRecovered, &app.accounts().name_of(member).await?);
        app.accounts().end(member, None, "").await?;
        tell(&app, member, UndoableChange::Password).await
    };
    let done = done.await;
    let name = app.accounts().name_of(member).await?;
    let gone = match removed {
        0 => "",
        1 => " One passkey was removed.",
        _ => " Your other passkeys were removed.",
    };
    let words = format!(
        "Your new password is set, and you have been signed out everywhere.{gone} Sign in as {name} with it now."
    );
    // Only the holder of a valid link is asked again, because the page tells more than that the member exists.
    let asked = match post(&app)?.may_recover(&app, member, it.until, &it.proof).await {
        Ok(()) => recover_page(&app, &visitor, &uri, member, &fields).await?,
        Err(_) => AskPage::new(&visitor, "New password", ""),
    };
    said(done, asked, "Password changed", &words)
}

async fn undo_page(
    app: &App,
    visitor: &Visitor,
    uri: &Uri,
    code: &str,
) -> Result<AskPage, PageError> {
    let change = match post(app)?.may_undo(app, code).await {
        Ok((_, change)) => change,
        Err(Error::Hidden) => {
            return Err(PageError::not_found(
                "this link is older than a week, was used already, or is not whole",
            ));
        }
        Err(error) => return Err(error.into()),
    };
    let words = format!(
        "Was it not you who changed your account? Choose a new password of 10 characters or more. If you go on, {}you will be \
         signed out everywhere. Nobody else can use links from later mails.",
        change.back(),
    );
    let page = AskPage::new(visitor, "Take your account back", words).with(uri, "Take it back");
    Ok(AskPage { inputs: vec![FormInput::password()], ..page })
}

/// Asks whether to take back a change of an account.
pub(crate) async fn undo(
    visitor: Visitor,
    State(app): State<App>,
    uri: Uri,
    code: Result<Path<String>, PathRejection>,
) -> Result<Response, PageError> {
    page(&undo_page(&app, &visitor, &uri, &code?.0).await?)
}

/// Takes the change back.
pub(crate) async fn undone(
    visitor: Visitor,
    State(app): State<App>,
    uri: Uri,
    code: Result<Path<String>, PathRejection>,
    fields: FormFields,
) -> Result<Response, PageError> {
    let Path(code) = code?;
    let asked = undo_page(&app, &visitor, &uri, &code).await?;
    let done = post(&app)?.undo(&app, &code, fields.raw("new")).await;
    let mut words =
        "Your new password is set, and you have been signed out everywhere. Sign in with it now."
            .to_string();
    let done = done.map(|left| {
        for it in left {
            words += &format!(" {}", sentence(&it));
        }
    });
    said(done, asked, "Your account is yours again", &words)
}
