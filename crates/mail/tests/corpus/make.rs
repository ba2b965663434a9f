//! Generates the corpus: what mail clients write, times languages, encodings and character sets.

use std::fmt::Write;

/// A mail, and what should be read in it.
pub(crate) struct Sample {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) want: String,
}

const HOUSE: &str = "club+12.17.3.tokentokentoken1@crosscut.example";
const TAGS: &str = "tags 12.17.3.tokentokentoken1\n";
/// What is quoted: a turn by the club that must not be taken for the sender's.
const BOARD: &str = "It is your turn.\n\n  A B C\n3 . . V\n2 . H .\n1 . . .\n\n17. B1,D1";

struct List(Vec<Sample>);

impl List {
    fn add(&mut self, name: impl Into<String>, text: impl AsRef<[u8]>, want: impl Into<String>) {
        let mut bytes = Vec::new();
        let mut last = 0;
        for &byte in text.as_ref() {
            if byte == b'\n' && last != b'\r' {
                bytes.push(b'\r');
            }
            bytes.push(byte);
            last = byte;
        }
        self.0.push(Sample { name: name.into(), bytes, want: want.into() });
    }
}

/// A letter by ann to the address of match 12, with this text.
fn want(words: &str) -> String {
    format!("letter\nfrom ann@player.example\nsubject Re: Board 12\n{TAGS}{words}\n")
}

fn head(client: &str) -> String {
    format!(
        "Return-Path: <ann@player.example>\nReceived: from mail.player.example by mx.crosscut.example with ESMTPS\n \
         for <{HOUSE}>; Mon, 2 Nov 2026 10:11:12 +0000\nFrom: Ann Lee <ann@player.example>\nTo: Crosscut <{HOUSE}>\n\
         Subject: Re: Board 12\nDate: Mon, 2 Nov 2026 11:11:10 +0100\nMessage-ID: <{client}.1@player.example>\n\
         In-Reply-To: <17.3@crosscut.example>\nReferences: <match.12@crosscut.example>\n <17.3@crosscut.example>\n\
         MIME-Version: 1.0\n"
    )
}

fn plain(client: &str, text: &str) -> String {
    format!(
        "{}Content-Type: text/plain; charset=\"UTF-8\"\nContent-Transfer-Encoding: 8bit\n\n{text}\n",
        head(client)
    )
}

fn html(client: &str, text: &str) -> String {
    format!(
        "{}Content-Type: text/html; charset=\"UTF-8\"\nContent-Transfer-Encoding: 8bit\n\n{text}\n",
        head(client)
    )
}

fn both(client: &str, text: &str, html: &str) -> String {
    format!(
        "{}Content-Type: multipart/alternative; boundary=\"bb-{client}\"\n\n--bb-{client}\n\
         Content-Type: text/plain; charset=\"UTF-8\"\n\n{text}\n\n--bb-{client}\nContent-Type: text/html; charset=\"UTF-8\"\n\n\
         {html}\n\n--bb-{client}--\n",
        head(client)
    )
}

fn quoted(text: &str) -> String {
    text.lines().map(|line| format!("> {line}").trim_end().to_string() + "\n").collect()
}

pub(crate) fn quoted_printable(bytes: &[u8]) -> String {
    let mut out = String::new();
    let mut column = 0;
    for &byte in bytes {
        if byte == b'\n' {
            out.push('\n');
            column = 0;
            continue;
        }
        let piece = match byte {
            b'=' | 0..=31 | 127.. => format!("={byte:02X}"),
            _ => char::from(byte).to_string(),
        };
        if 72 < column + piece.len() {
            out.push_str("=\n");
            column = 0;
        }
        column += piece.len();
        out.push_str(&piece);
    }
    out
}

pub(crate) fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for (n, three) in bytes.chunks(3).enumerate() {
        if n > 0 && n % 19 == 0 {
            out.push('\n');
        }
        let bits = three.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte))
            << (8 * (3 - three.len()));
        for digit in 0..4 {
            let c = DIGITS[(bits >> (18 - 6 * digit)) as usize & 63];
            out.push(if digit <= three.len() { char::from(c) } else { '=' });
        }
    }
    out
}

/// How clients introduce a quotation, by language.
const INTRODUCTIONS: &[(&str, &str)] = &[
    ("en-gmail", "On Mon, Nov 2, 2026 at 10:00 AM Crosscut <club@crosscut.example> wrote:"),
    (
        "en-gmail-wrapped",
        "On Mon, Nov 2, 2026 at 10:00 AM Crosscut <\nclub+12.17.3.tokentokentoken1@crosscut.example> wrote:",
    ),
    ("en-apple", "On Nov 2, 2026, at 10:00, Crosscut <club@crosscut.example> wrote:"),
    ("en-thunderbird", "On 02/11/2026 10:00, Crosscut wrote:"),
    ("en-mutt", "On Mon, Nov 02, 2026 at 10:00:00AM +0000, Crosscut wrote:"),
    ("en-pine", "On Mon, 2 Nov 2026, Crosscut wrote:"),
    ("en-emacs", "Crosscut <club@crosscut.example> writes:"),
    (
        "en-yahoo",
        "On Monday, November 2, 2026 at 10:00:00 AM GMT+1, Crosscut <club@crosscut.example> wrote:",
    ),
    ("de-gmail", "Am Mo., 2. Nov. 2026 um 10:00 Uhr schrieb Crosscut <club@crosscut.example>:"),
    ("de-apple", "Am 02.11.2026 um 10:00 schrieb Crosscut <club@crosscut.example>:"),
    ("de-k9", "Am 2. November 2026 10:00:00 MEZ schrieb Crosscut <club@crosscut.example>:"),
    ("fr-gmail", "Le lun. 2 nov. 2026 à 10:00, Crosscut <club@crosscut.example> a écrit :"),
    ("fr-apple", "Le 2 nov. 2026 à 10:00, Crosscut <club@crosscut.example> a écrit :"),
    ("fr-thunderbird", "Le 02/11/2026 à 10:00, Crosscut a écrit\u{a0}:"),
    ("es-gmail", "El lun, 2 nov 2026 a las 10:00, Crosscut (<club@crosscut.example>) escribió:"),
    (
        "it-gmail",
        "Il giorno lun 2 nov 2026 alle ore 10:00 Crosscut <club@crosscut.example> ha scritto:",
    ),
    ("pt-gmail", "Em seg., 2 de nov. de 2026 às 10:00, Crosscut <club@crosscut.example> escreveu:"),
    ("nl-gmail", "Op ma 2 nov 2026 om 10:00 schreef Crosscut <club@crosscut.example>:"),
    ("sv-gmail", "Den mån 2 nov. 2026 kl 10:00 skrev Crosscut <club@crosscut.example>:"),
    ("da-gmail", "man. 2. nov. 2026 10.00 skrev Crosscut <club@crosscut.example>:"),
    ("no-gmail", "man. 2. nov. 2026 kl. 10:00 skrev Crosscut <club@crosscut.example>:"),
    ("fi-gmail", "ma 2. marrask. 2026 klo 10.00 Crosscut (club@crosscut.example) kirjoitti:"),
    ("pl-gmail", "pon., 2 lis 2026 o 10:00 Crosscut <club@crosscut.example> napisał(a):"),
    ("cs-gmail", "po 2. 11. 2026 v 10:00 odesílatel Crosscut <club@crosscut.example> napsal:"),
    ("hu-gmail", "Crosscut <club@crosscut.example> ezt írta (időpont: 2026. nov. 2., H, 10:00):"),
    ("tr-gmail", "Crosscut <club@crosscut.example>, 2 Kas 2026 Pzt, 10:00 tarihinde şunu yazdı:"),
    ("ru-gmail", "пн, 2 нояб. 2026 г. в 10:00, Crosscut <club@crosscut.example> написал:"),
    ("ru-mailru", "Понедельник, 2 ноября 2026, 10:00 +03:00 от Crosscut пишет:"),
    ("ja-gmail", "2026年11月2日(月) 10:00 Crosscut <club@crosscut.example> のメール:"),
    ("zh-gmail", "Crosscut <club@crosscut.example> 于2026年11月2日周一 10:00写道："),
    ("ko-gmail", "2026년 11월 2일 (월) 오전 10:00, Crosscut <club@crosscut.example>님이 작성:"),
];

/// How Outlook and others set off a mail quoted whole.
const WHOLE: &[(&str, &str)] = &[
    (
        "en-dashes",
        "-----Original Message-----\nFrom: Crosscut <club@crosscut.example>\nSent: Monday, November 2, 2026 10:00\nTo: Ann Lee\nSubject: Board 12",
    ),
    (
        "de-dashes",
        "-----Ursprüngliche Nachricht-----\nVon: Crosscut <club@crosscut.example>\nGesendet: Montag, 2. November 2026 10:00\nAn: Ann Lee\nBetreff: Board 12",
    ),
    (
        "fr-dashes",
        "-----Message d'origine-----\nDe : Crosscut <club@crosscut.example>\nEnvoyé : lundi 2 novembre 2026 10:00\nÀ : Ann Lee\nObjet : Board 12",
    ),
    (
        "es-dashes",
        "-----Mensaje original-----\nDe: Crosscut <club@crosscut.example>\nEnviado: lunes, 2 de noviembre de 2026 10:00\nPara: Ann Lee\nAsunto: Board 12",
    ),
    (
        "it-dashes",
        "-----Messaggio originale-----\nDa: Crosscut <club@crosscut.example>\nInviato: lunedì 2 novembre 2026 10:00\nA: Ann Lee\nOggetto: Board 12",
    ),
    (
        "nl-dashes",
        "-----Oorspronkelijk bericht-----\nVan: Crosscut <club@crosscut.example>\nVerzonden: maandag 2 november 2026 10:00\nAan: Ann Lee\nOnderwerp: Board 12",
    ),
    (
        "sv-dashes",
        "-----Ursprungligt meddelande-----\nFrån: Crosscut <club@crosscut.example>\nSkickat: den 2 november 2026 10:00\nTill: Ann Lee\nÄmne: Board 12",
    ),
    (
        "pl-dashes",
        "-----Wiadomość oryginalna-----\nOd: Crosscut <club@crosscut.example>\nWysłano: poniedziałek, 2 listopada 2026 10:00\nDo: Ann Lee\nTemat: Board 12",
    ),
    (
        "gmx",
        "Gesendet: Montag, 02. November 2026 um 10:00 Uhr\nVon: \"Crosscut\" <club@crosscut.example>",
    ),
    (
        "en-head",
        "From: Crosscut <club@crosscut.example>\nSent: Monday, November 2, 2026 10:00 AM\nTo: Ann Lee <ann@player.example>\nSubject: Board 12",
    ),
    (
        "de-head",
        "Von: Crosscut <club@crosscut.example>\nGesendet: Montag, 2. November 2026 10:00\nAn: Ann Lee <ann@player.example>\nBetreff: Board 12",
    ),
    (
        "fr-head",
        "De : Crosscut <club@crosscut.example>\nDate : lundi, 2 novembre 2026 à 10:00\nÀ : Ann Lee <ann@player.example>\nObjet : Board 12",
    ),
    (
        "ru-head",
        "От: Crosscut <club@crosscut.example>\nОтправлено: 2 ноября 2026 г. 10:00\nКому: Ann Lee\nТема: Board 12",
    ),
    (
        "zh-head",
        "发件人: Crosscut <club@crosscut.example>\n发送时间: 2026年11月2日 10:00\n收件人: Ann Lee\n主题: Board 12",
    ),
    (
        "ja-head",
        "差出人: Crosscut <club@crosscut.example>\n送信日時: 2026年11月2日 10:00\n宛先: Ann Lee\n件名: Board 12",
    ),
    (
        "outlook-line",
        "________________________________\nFrom: Crosscut <club@crosscut.example>\nSent: Monday, November 2, 2026 10:00:00 AM\nTo: Ann Lee\nSubject: Board 12",
    ),
    (
        "outlook-phone",
        "Get Outlook for Android<https://phone.example/x>\n________________________________\nFrom: Crosscut <club@crosscut.example>",
    ),
    (
        "samsung",
        "-------- Original message --------\nFrom: Crosscut <club@crosscut.example>\nDate: 02/11/2026 10:00 (GMT+00:00)\nTo: ann@player.example",
    ),
    (
        "samsung-de",
        "-------- Ursprüngliche Nachricht --------\nVon: Crosscut <club@crosscut.example>\nDatum: 02.11.26 10:00 (GMT+01:00)\nAn: ann@player.example",
    ),
    ("lotus", "-----Crosscut <club@crosscut.example> wrote: -----\nTo: Ann Lee\nFrom: Crosscut"),
    (
        "forwarded",
        "---------- Forwarded message ---------\nFrom: Crosscut <club@crosscut.example>\nDate: Mon, Nov 2, 2026 at 10:00 AM",
    ),
    (
        "forwarded-apple",
        "Begin forwarded message:\n\nFrom: Crosscut <club@crosscut.example>\nSubject: Board 12",
    ),
    (
        "forwarded-thunderbird",
        "-------- Forwarded Message --------\nSubject: Board 12\nFrom: Crosscut",
    ),
    (
        "stars",
        "*From:* Crosscut <club@crosscut.example>\n*Sent:* Monday, November 2, 2026 10:00 AM\n*To:* Ann Lee",
    ),
];

const SIGNATURES: &[(&str, &str)] = &[
    ("dashes", "-- \nAnn Lee\nB1 Road 4"),
    ("dashes-bare", "--\nAnn Lee"),
    ("underscores", "__________\nAnn Lee, Lee & Sons"),
    ("two-underscores", "__\nAnn"),
    ("iphone", "Sent from my iPhone"),
    ("ipad-de", "Von meinem iPad gesendet"),
    ("iphone-fr", "Envoyé de mon iPhone"),
    ("iphone-it", "Inviato da iPhone"),
    ("iphone-es", "Enviado desde mi iPhone"),
    ("android-nl", "Verstuurd vanaf mijn Android"),
    ("iphone-sv", "Skickat från min iPhone"),
    ("windows", "Sent from Mail for Windows"),
    ("yahoo", "Sent from Yahoo Mail on Android"),
    ("k9-de", "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet."),
    ("proton", "Sent with Proton Mail secure email."),
    ("zh-phone", "发自我的iPhone"),
];

/// More signatures, found later.
const LATER_SIGNATURES: &[(&str, &str)] = &[
    ("gmail-mobile", "Sent from Gmail Mobile"),
    ("gmail-mobile-de", "Von Gmail Mobile gesendet"),
    ("gmail-mobile-fr", "Envoyé depuis Gmail Mobile"),
    ("samsung-galaxy", "Sent from my Galaxy"),
    ("samsung-mobile", "Sent from Samsung Mobile on O2"),
    ("samsung-tablet", "Sent from Samsung tablet."),
    ("samsung-mobile-de", "Von Samsung Mobile gesendet"),
    ("samsung-galaxy-it", "Inviato dal mio Galaxy"),
    ("proton-link", "Sent with [Proton Mail](https://proton.example/mail/home) secure email."),
    ("proton-phone", "Sent from [Proton Mail](https://proton.example/mail/home) for Android."),
    ("proton-old", "Sent from ProtonMail mobile"),
    ("proton-old-link", "Sent with [ProtonMail](https://proton.example) Secure Email."),
];

/// HTML as clients write it.
const PAGES: &[(&str, &str, &str)] = &[
    (
        "gmail",
        "<div dir=\"ltr\">A2,C3</div><br><div class=\"gmail_quote gmail_quote_container\"><div dir=\"ltr\" class=\"gmail_attr\">On Mon, Crosscut wrote:<br></div><blockquote class=\"gmail_quote\">17. B1,D1</blockquote></div>",
        "A2,C3",
    ),
    (
        "gmail-phone",
        "<div dir=\"auto\">A2,C3<div dir=\"auto\"><br></div><div dir=\"auto\">well met</div></div><br><div class=\"gmail_quote\"><div dir=\"ltr\">17. B1</div></div>",
        "A2,C3\n\nwell met",
    ),
    (
        "gmail-signature",
        "<div dir=\"ltr\">A2,C3<br clear=\"all\"><div><br></div>-- <br><div dir=\"ltr\" class=\"gmail_signature\" data-smartmail=\"gmail_signature\"><div>Ann<div>B1</div></div></div></div>",
        "A2,C3",
    ),
    (
        "outlook",
        "<html xmlns:o=\"urn:schemas-microsoft-com:office:office\"><head><style><!-- p.MsoNormal {margin:0} --></style></head><body lang=\"EN-GB\"><div class=\"WordSection1\"><p class=\"MsoNormal\">A2,C3<o:p></o:p></p><p class=\"MsoNormal\"><o:p>&nbsp;</o:p></p><div style=\"border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm\"><p class=\"MsoNormal\"><b>From:</b> Crosscut<br><b>Sent:</b> Monday</p></div><p>17. B1,D1</p></div></body></html>",
        "A2,C3",
    ),
    (
        "outlook-web",
        "<html><head><style type=\"text/css\" style=\"display:none;\"> P {margin-top:0;} </style></head><body dir=\"ltr\"><div class=\"elementToProof\">A2,C3</div><div id=\"appendonsend\"></div><hr style=\"display:inline-block;width:98%\" tabindex=\"-1\"><div id=\"divRplyFwdMsg\" dir=\"ltr\"><b>From:</b> Crosscut</div><div>17. B1,D1</div></body></html>",
        "A2,C3",
    ),
    (
        "outlook-phone",
        "<html><body><div dir=\"auto\">A2,C3</div><div id=\"ms-outlook-mobile-signature\"><div></div></div><div id=\"mail-editor-reference-message-container\"><div>17. B1</div></div></body></html>",
        "A2,C3",
    ),
    (
        "apple",
        "<html><head><meta http-equiv=\"content-type\" content=\"text/html; charset=utf-8\"></head><body style=\"overflow-wrap: break-word;\">A2,C3<br><div><br><blockquote type=\"cite\"><div>On Nov 2, 2026, at 10:00, Crosscut wrote:</div><div>17. B1</div></blockquote></div><br></body></html>",
        "A2,C3",
    ),
    (
        "iphone",
        "<html><body dir=\"auto\"><div>A2,C3</div><div><br></div><div>Sent from my iPhone</div><div><br><blockquote type=\"cite\">17. B1</blockquote></div></body></html>",
        "A2,C3",
    ),
    (
        "thunderbird",
        "<html><head></head><body><p>A2,C3</p><div class=\"moz-cite-prefix\">On 02/11/2026 10:00, Crosscut wrote:<br></div><blockquote type=\"cite\" cite=\"mid:17\"><pre class=\"moz-quote-pre\">17. B1</pre></blockquote><div class=\"moz-signature\">-- <br>Ann</div></body></html>",
        "A2,C3",
    ),
    (
        "thunderbird-below",
        "<html><body><blockquote type=\"cite\"><pre>17. B1</pre></blockquote><p>A2,C3</p><div class=\"moz-signature\">Ann</div></body></html>",
        "A2,C3",
    ),
    (
        "yahoo",
        "<html><body><div class=\"yahoo-style-wrap\"><div dir=\"ltr\">A2,C3</div><div><br></div></div><div id=\"yahoo_quoted_1\" class=\"yahoo_quoted\"><div>On Monday, Crosscut wrote:</div><div>17. B1</div></div></body></html>",
        "A2,C3",
    ),
    (
        "gmx",
        "<html><body><div style=\"font-family: Verdana\"><div>A2,C3</div><div>&nbsp;<div name=\"quote\" style=\"margin:10px\"><blockquote>17. B1</blockquote></div></div></div></body></html>",
        "A2,C3",
    ),
    (
        "proton",
        "<div style=\"font-family: Arial\">A2,C3</div><div class=\"protonmail_signature_block\"><div>Sent with Proton Mail</div></div><div class=\"protonmail_quote\">On Monday, Crosscut wrote:<br><blockquote>17. B1</blockquote></div>",
        "A2,C3",
    ),
    ("entities", "<p>A2&#44;C3</p><p>B&eacute;la &amp; Zo&euml; &lt;3</p>", "A2,C3\nBéla & Zoë <3"),
    (
        "table",
        "<table><tr><td>A2,C3</td></tr><tr><td>well met</td></tr></table>",
        "A2,C3\nwell met",
    ),
    ("upper-case", "<HTML><BODY><P>A2,C3</P><BLOCKQUOTE>B1</BLOCKQUOTE></BODY></HTML>", "A2,C3"),
    ("unclosed", "<div><p>A2,C3<p>well met", "A2,C3\nwell met"),
    ("script", "<script>var x = '<p>B1</p>';</script><p>A2,C3</p>", "A2,C3"),
    ("comment", "<!-- B1 --><p>A2,C3</p><!-- never closed", "A2,C3"),
    ("attribute", "<p title=\"a > b\">A2,C3</p>", "A2,C3"),
    (
        "nested-quotes",
        "<div>A2,C3</div><blockquote>x<blockquote>y<blockquote>z</blockquote></blockquote></blockquote><div>bye</div>",
        "A2,C3\nbye",
    ),
    ("zero-width", "<p>\u{200b}A2\u{ad},C3\u{feff}</p>", "A2,C3"),
];

pub(crate) fn samples() -> Vec<Sample> {
    let mut list = List(Vec::new());
    quoting(&mut list);
    encodings(&mut list);
    structures(&mut list);
    heads(&mut list);
    machines(&mut list);
    broken(&mut list);
    later(&mut list);
    list.0
}

fn quoting(list: &mut List) {
    for (name, introduction) in INTRODUCTIONS {
        let below = quoted(BOARD);
        list.add(
            format!("reply-{name}"),
            plain(name, &format!("A2,C3\n\n{introduction}\n\n{below}")),
            want("A2,C3"),
        );
    }
    for (name, introduction) in INTRODUCTIONS.iter().take(9) {
        let text = format!("{introduction}\n{}\nA2,C3\n\nwell met\n", quoted(BOARD));
        list.add(format!("below-{name}"), plain(name, &text), want("A2,C3\n\nwell met"));
        let text = format!("A2,C3\n\n{introduction}\n\n{BOARD}\n");
        list.add(format!("unmarked-{name}"), plain(name, &text), want("A2,C3"));
    }
    for (name, whole) in WHOLE {
        // Clients that add no mark at all cannot be told from ordinary text.
        if *name == "gmx" {
            let text = format!("A2,C3\n \n\n{whole}\nAn: ann@player.example\n{BOARD}\n");
            list.add(
                format!("whole-{name}"),
                plain(name, &text),
                want("A2,C3\n\nGesendet: Montag, 02. November 2026 um 10:00 Uhr"),
            );
            continue;
        }
        let text = format!("A2,C3\nwell met\n\n{whole}\n\n{BOARD}\n");
        list.add(format!("whole-{name}"), plain(name, &text), want("A2,C3\nwell met"));
    }
    for (name, signature) in SIGNATURES {
        let text = format!("A2,C3\n\nwell met\n\n{signature}\n");
        list.add(format!("signed-{name}"), plain(name, &text), want("A2,C3\n\nwell met"));
        let text = format!(
            "A2,C3\n\n{signature}\n\nOn Nov 2, 2026, at 10:00, Crosscut <club@crosscut.example> wrote:\n\n{}",
            quoted(BOARD)
        );
        list.add(format!("signed-quoted-{name}"), plain(name, &text), want("A2,C3"));
    }
    for (name, text, own) in [
        ("blank-lines", "\n\n   \n\tA2,C3   \n\n\n\n\nwell met\n\n\n", "A2,C3\n\nwell met"),
        ("inline", "> It is your turn.\nA2,C3\n> 17. B1\nwhy that?\n", "A2,C3\nwhy that?"),
        ("deep", ">>> B1\n>> D1\n> no\nA2,C3\n", "A2,C3"),
        ("deep-blanks", "> > > B1\n> > D1\nA2,C3\n", "A2,C3"),
        ("only-quoted", "> It is your turn.\n> B1,D1\n", ""),
        ("nothing", "", ""),
        (
            "own-colon",
            "A2,C3\n\nmy friend wrote: never resign\n",
            "A2,C3\n\nmy friend wrote: never resign",
        ),
        ("own-dashes", "A2,C3\n\nwell - that -- is all\n", "A2,C3\n\nwell - that -- is all"),
        ("own-from", "A2,C3\nFrom: here on it is easy\n", "A2,C3\nFrom: here on it is easy"),
        ("dot-lines", "A2,C3\n.\n..\n", "A2,C3\n.\n.."),
        (
            "long-comment",
            &format!("A2,C3\n{}\n", "word ".repeat(200)),
            &format!("A2,C3\n{}", "word ".repeat(200).trim_end()),
        ),
        ("path-move", "C3-C4\n", "C3-C4"),
        ("word-move", "swap\n", "swap"),
        ("command", "resign\n", "resign"),
        ("bar-quote", "A2,C3\n\n|\n|> B1\n", "A2,C3"),
        ("no-break-space", "A2,\u{a0}C3\u{a0}\n", "A2, C3"),
        ("right-to-left-mark", "\u{200e}A2,C3\u{200f}\n", "A2,C3"),
        ("carriage-returns", "A2,C3\r\rwell met\r", "A2,C3\n\nwell met"),
        ("tabs", "\tA2,C3\twell\n", "A2,C3 well"),
    ] {
        list.add(format!("text-{name}"), plain(name, text), want(own));
    }
}

fn encodings(list: &mut List) {
    let with = |charset: &str, encoding: &str, body: &[u8]| {
        let mut mail = format!(
            "{}Content-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: {encoding}\n\n",
            head("enc")
        )
        .into_bytes();
        mail.extend_from_slice(body);
        mail.push(b'\n');
        mail
    };
    let words = "A2,C3\n\nBéla = schön\n";
    let latin: Vec<u8> = words.chars().map(|it| it as u8).collect();
    for (name, charset, bytes) in [
        ("utf-8", "UTF-8", words.as_bytes().to_vec()),
        ("latin1", "ISO-8859-1", latin.clone()),
        ("latin9", "iso-8859-15", latin.clone()),
        ("windows-1252", "windows-1252", latin.clone()),
        ("cp1252", "cp1252", latin.clone()),
        ("quoted-name", "\"utf-8\"", words.as_bytes().to_vec()),
        ("small", "utf8", words.as_bytes().to_vec()),
    ] {
        for (encoding, body) in [
            ("8bit", bytes.clone()),
            ("quoted-printable", quoted_printable(&bytes).into_bytes()),
            ("base64", base64(&bytes).into_bytes()),
        ] {
            list.add(
                format!("{name}-{encoding}"),
                with(charset, encoding, &body),
                want("A2,C3\n\nBéla = schön"),
            );
        }
    }
    let others: &[(&str, &str, &[u8], &str)] = &[
        ("koi8-r", "koi8-r", b"A2,C3\n\xf0\xd2\xc9\xd7\xc5\xd4\n", "A2,C3\nПривет"),
        ("windows-1251", "windows-1251", b"A2,C3\n\xcf\xf0\xe8\xe2\xe5\xf2\n", "A2,C3\nПривет"),
        ("latin2", "iso-8859-2", b"A2,C3\n\xb3\xf3d\xbc\n", "A2,C3\nłódź"),
        ("windows-1250", "windows-1250", b"A2,C3\n\xb3\xf3d\x9f\n", "A2,C3\nłódź"),
        ("greek", "iso-8859-7", b"A2,C3\n\xe3\xe5\xe9\xdc\n", "A2,C3\nγειά"),
        ("iso-2022-jp", "ISO-2022-JP", b"A2,C3\n\x1b$B$3$s$K$A$O\x1b(B\n", "A2,C3\nこんにちは"),
        ("shift-jis", "Shift_JIS", b"A2,C3\n\x82\xb1\x82\xf1\n", "A2,C3\nこん"),
        ("euc-kr", "euc-kr", b"A2,C3\n\xbe\xc8\xb3\xe7\n", "A2,C3\n안녕"),
        ("gb18030", "gb18030", b"A2,C3\n\xc4\xe3\xba\xc3\n", "A2,C3\n你好"),
        ("gb2312", "gb2312", b"A2,C3\n\xc4\xe3\xba\xc3\n", "A2,C3\n你好"),
        ("big5", "big5", b"A2,C3\n\xa7A\xa6n\n", "A2,C3\n你好"),
        ("us-ascii", "us-ascii", b"A2,C3\nhello\n", "A2,C3\nhello"),
        (
            "windows-quotes",
            "windows-1252",
            b"A2,C3\nit\x92s \x93fine\x94 \x96 yes\n",
            "A2,C3\nit’s “fine” – yes",
        ),
        ("unknown-charset", "x-nowhere-9", b"A2,C3\nhello\n", "A2,C3\nhello"),
    ];
    for (name, charset, bytes, own) in others {
        let encoding = if *name == "iso-2022-jp" { "7bit" } else { "8bit" };
        list.add(*name, with(charset, encoding, bytes), want(own));
        list.add(
            format!("{name}-base64"),
            with(charset, "base64", base64(bytes).as_bytes()),
            want(own),
        );
    }
    list.add(
        "soft-breaks",
        with("utf-8", "quoted-printable", b"A2,=\nC3\n\nwell =\nmet=20\n=2D=2D=20\nAnn\n"),
        want("A2,C3\n\nwell met"),
    );
    list.add(
        "equals-at-end",
        with("utf-8", "quoted-printable", b"A2,C3\nx =3D y=\n"),
        want("A2,C3\nx = y"),
    );
    list.add(
        "broken-quoted-printable",
        with("utf-8", "quoted-printable", b"A2,C3\n100 %\n"),
        want("A2,C3\n100 %"),
    );
    list.add(
        "upper-case-encoding",
        with("UTF-8", "BASE64", base64(b"A2,C3\n").as_bytes()),
        want("A2,C3"),
    );
    list.add(
        "base64-one-line",
        with(
            "utf-8",
            "base64",
            base64(
                &b"A2,C3\nwell met, and more of that kind, in one long line without an end\n"
                    .repeat(3),
            )
            .replace('\n', "")
            .as_bytes(),
        ),
        want(
            &["A2,C3\nwell met, and more of that kind, in one long line without an end"; 3]
                .join("\n"),
        ),
    );
    list.add("byte-order-mark", with("utf-8", "8bit", "\u{feff}A2,C3\n".as_bytes()), want("A2,C3"));
    for (name, attributes, body, own) in [
        (
            "flowed",
            "format=flowed",
            "A2,C3\n\nwell met, \nwe said \nbefore\n\nOn 02/11/2026 10:00, Crosscut wrote:\n> It is \n> your turn\n",
            "A2,C3\n\nwell met, we said before",
        ),
        ("flowed-delsp", "format=flowed; delsp=yes", "A2, \nC3\nwell  \nmet\n", "A2,C3\nwell met"),
        (
            "flowed-stuffed",
            "format=flowed",
            "A2,C3\n From the start\n-- \nAnn\n",
            "A2,C3\nFrom the start",
        ),
        ("flowed-quoted", "format=\"Flowed\"", "> your \n> turn\n\nA2,C3\n", "A2,C3"),
    ] {
        let mail = format!(
            "{}Content-Type: text/plain; charset=utf-8; {attributes}\n\n{body}",
            head(name)
        );
        list.add(name, mail, want(own));
    }
}

fn structures(list: &mut List) {
    for (name, page, own) in PAGES {
        list.add(format!("page-{name}"), html(name, page), want(own));
    }
    for (name, page, own) in PAGES.iter().take(8) {
        list.add(format!("both-{name}"), both(name, own, page), want(own));
        list.add(format!("empty-text-{name}"), both(name, "", page), want(own));
    }
    let png = base64(&[0x89, b'P', b'N', b'G', 1, 2, 3, 4, 5, 6, 7, 8]);
    let picture = format!(
        "Content-Type: image/png; name=\"a.png\"\nContent-Disposition: attachment; filename=\"a.png\"\nContent-Transfer-Encoding: base64\n\n{png}\n"
    );
    let text = "Content-Type: text/plain; charset=utf-8\n\nA2,C3\n";
    let page = "Content-Type: text/html; charset=utf-8\n\n<p>A2,C3</p>\n";
    let multi = |kind: &str, boundary: &str, parts: &[&str]| {
        let mut out = format!("Content-Type: multipart/{kind}; boundary=\"{boundary}\"\n\n");
        for part in parts {
            let _ = write!(out, "--{boundary}\n{part}\n");
        }
        out + &format!("--{boundary}--\n")
    };
    let alternative = multi("alternative", "alt", &[text, page]);
    let file = "Content-Type: text/plain; name=\"notes.txt\"\nContent-Disposition: attachment; filename=\"notes.txt\"\n\nB1,D1\nnot to be played\n";
    let footer = "Content-Type: text/plain; charset=us-ascii\nContent-Disposition: inline\n\n_______________________________________________\nscanned by a machine\n";
    let calendar = "Content-Type: text/calendar; charset=utf-8; method=REPLY\n\nBEGIN:VCALENDAR\nEND:VCALENDAR\n";
    let inner = "Content-Type: message/rfc822\n\nFrom: club@crosscut.example\nSubject: Board 12\n\n17. B1,D1\n";
    for (name, body) in [
        ("mixed-picture", multi("mixed", "mix", &[text, &picture])),
        ("picture-first", multi("mixed", "mix", &[&picture, text])),
        ("mixed-alternative", multi("mixed", "mix", &[&alternative, &picture])),
        ("related", multi("related", "rel", &[page, &picture])),
        (
            "alternative-related",
            multi("alternative", "alt", &[text, &multi("related", "rel", &[page, &picture])]),
        ),
        (
            "three-deep",
            multi("mixed", "mix", &[&multi("related", "rel", &[&alternative, &picture]), &picture]),
        ),
        ("text-file", multi("mixed", "mix", &[text, file])),
        ("footer", multi("mixed", "mix", &[text, footer])),
        ("calendar", multi("alternative", "alt", &[text, calendar])),
        ("forwarded-inside", multi("mixed", "mix", &[text, inner])),
        (
            "signed",
            multi(
                "signed; protocol=\"application/pgp-signature\"; micalg=pgp-sha256",
                "sig",
                &[
                    text,
                    "Content-Type: application/pgp-signature; name=\"signature.asc\"\nContent-Disposition: attachment\n\n-----BEGIN PGP SIGNATURE-----\nx\n-----END PGP SIGNATURE-----\n",
                ],
            ),
        ),
        (
            "s-mime",
            multi(
                "signed; protocol=\"application/pkcs7-signature\"; micalg=sha-256",
                "sig",
                &[
                    &alternative,
                    "Content-Type: application/pkcs7-signature; name=\"smime.p7s\"\nContent-Transfer-Encoding: base64\nContent-Disposition: attachment; filename=\"smime.p7s\"\n\nMIIB\n",
                ],
            ),
        ),
        ("boundary-with-blank", multi("mixed", "a b'c", &[text])),
        ("never-closed", multi("mixed", "mix", &[text]).replace("--mix--\n", "")),
        (
            "prologue",
            multi("mixed", "mix", &[text]).replacen(
                "\n\n--mix",
                "\n\nThis is a multi-part message in MIME format.\nB1,D1\n--mix",
                1,
            ) + "\nepilogue B1\n",
        ),
        ("part-without-head", multi("mixed", "mix", &["\nA2,C3\n"])),
    ] {
        list.add(name, format!("{}{body}", head(name)), want("A2,C3"));
    }
    // Apple Mail splits a text in two at a picture.
    let after = "Content-Type: text/plain; charset=utf-8\n\nwell met\n";
    list.add(
        "picture-between",
        format!(
            "{}{}",
            head("between"),
            multi("mixed", "mix", &[text, &picture.replace("attachment", "inline"), after])
        ),
        want("A2,C3\nwell met"),
    );
    list.add(
        "no-text",
        format!("{}{}", head("picture"), multi("mixed", "mix", &[&picture])),
        want(""),
    );
    list.add("picture-alone", format!("{}{picture}", head("picture")), want(""));
    let large = format!(
        "{}{}",
        head("large"),
        multi("mixed", "mix", &[text, &picture.replace(&png, &base64(&[7; 60_000]))])
    );
    list.add("large-attachment", large, want("A2,C3"));
}

fn heads(list: &mut List) {
    let mail = |head: &str| format!("{head}\n\nA2,C3\n");
    let letter = |from: &str, subject: &str, tags: &str| {
        let tags = if tags.is_empty() { String::new() } else { format!("tags {tags}\n") };
        format!("letter\nfrom {from}\nsubject {subject}\n{tags}A2,C3\n")
    };
    let ann = "ann@player.example";
    let token = "12.17.3.tokentokentoken1";
    for (name, head, want) in [
        (
            "bare",
            "From: ann@player.example\nTo: club@crosscut.example".to_string(),
            letter(ann, "", ""),
        ),
        ("only-from", "From: ann@player.example".to_string(), letter(ann, "", "")),
        (
            "upper-case",
            format!("FROM: <ANN@Player.Example>\nTO: {}\nSUBJECT: Hi", HOUSE.to_uppercase()),
            letter(ann, "Hi", token),
        ),
        (
            "quoted-name",
            "From: \"Lee, Ann\" <ann@player.example>\nSubject: x".to_string(),
            letter(ann, "x", ""),
        ),
        (
            "comment",
            "From: ann@player.example (Ann Lee)\nSubject: x".to_string(),
            letter(ann, "x", ""),
        ),
        (
            "encoded-name",
            "From: =?utf-8?Q?Ann_L=C3=A9?= <ann@player.example>\nSubject: x".to_string(),
            letter(ann, "x", ""),
        ),
        (
            "encoded-subject-q",
            "From: ann@player.example\nSubject: =?iso-8859-1?Q?Sch=F6n?=".to_string(),
            letter(ann, "Schön", ""),
        ),
        (
            "encoded-subject-b",
            "From: ann@player.example\nSubject: =?UTF-8?B?U2Now7Zu?=".to_string(),
            letter(ann, "Schön", ""),
        ),
        (
            "encoded-subject-two",
            "From: ann@player.example\nSubject: =?UTF-8?Q?board?= =?UTF-8?Q?_12?=".to_string(),
            letter(ann, "board 12", ""),
        ),
        (
            "encoded-subject-jp",
            "From: ann@player.example\nSubject: =?ISO-2022-JP?B?GyRCJDMkcxsoQg==?=".to_string(),
            letter(ann, "こん", ""),
        ),
        (
            "folded-subject",
            "From: ann@player.example\nSubject: challenge\n bob\n\tsize=9".to_string(),
            letter(ann, "challenge bob size=9", ""),
        ),
        (
            "long-subject",
            format!("From: ann@player.example\nSubject: {}", "x".repeat(900)),
            letter(ann, &"x".repeat(900), ""),
        ),
        (
            "to-many",
            format!(
                "From: ann@player.example\nTo: bob@player.example, {HOUSE},\n carol@player.example"
            ),
            letter(ann, "", token),
        ),
        (
            "in-copy",
            format!("From: ann@player.example\nTo: bob@player.example\nCc: {HOUSE}"),
            letter(ann, "", token),
        ),
        (
            "delivered-to",
            format!(
                "Delivered-To: {HOUSE}\nFrom: ann@player.example\nTo: undisclosed-recipients:;"
            ),
            letter(ann, "", token),
        ),
        (
            "original-to",
            format!("X-Original-To: {HOUSE}\nFrom: ann@player.example"),
            letter(ann, "", token),
        ),
        (
            "both-copies",
            format!("Delivered-To: {HOUSE}\nFrom: ann@player.example\nTo: {HOUSE}"),
            letter(ann, "", token),
        ),
        (
            "two-tags",
            format!("From: ann@player.example\nTo: {HOUSE}, club+9.1@crosscut.example"),
            letter(ann, "", "12.17.3.tokentokentoken1 9.1"),
        ),
        (
            "other-house",
            "From: ann@player.example\nTo: club+9.1@other.example".to_string(),
            letter(ann, "", ""),
        ),
        (
            "group",
            format!("From: ann@player.example\nTo: friends: bob@player.example, {HOUSE};"),
            letter(ann, "", token),
        ),
        (
            "not-automatic",
            "From: ann@player.example\nAuto-Submitted: no".to_string(),
            letter(ann, "", ""),
        ),
        (
            "priority",
            "From: ann@player.example\nX-Priority: 1\nPrecedence: normal".to_string(),
            letter(ann, "", ""),
        ),
        (
            "reply-to-other",
            "From: ann@player.example\nReply-To: eve@other.example".to_string(),
            letter(ann, "", ""),
        ),
        (
            "sender-other",
            "From: ann@player.example\nSender: eve@other.example".to_string(),
            letter(ann, "", ""),
        ),
    ] {
        list.add(format!("head-{name}"), mail(&head), want);
    }
    let vouched = |from: &str| format!("letter\nfrom {from}, vouched for\nsubject \nA2,C3\n");
    let plain = |from: &str| format!("letter\nfrom {from}\nsubject \nA2,C3\n");
    let results = "Authentication-Results: mx.crosscut.example";
    for (name, head, want) in [
        (
            "dkim",
            format!(
                "{results};\n\tdkim=pass (2048-bit key) header.d=player.example header.i=@player.example header.s=s1\nFrom: {ann}"
            ),
            vouched(ann),
        ),
        (
            "spf",
            format!("{results}; spf=pass smtp.mailfrom=ann@player.example\nFrom: {ann}"),
            vouched(ann),
        ),
        (
            "dmarc",
            format!(
                "{results}; dmarc=pass (p=none dis=none) header.from=player.example\nFrom: {ann}"
            ),
            vouched(ann),
        ),
        (
            "several",
            format!(
                "{results};\n dkim=fail header.d=other.example;\n dkim=pass header.d=player.example;\n spf=softfail smtp.mailfrom=x@y.example\nFrom: {ann}"
            ),
            vouched(ann),
        ),
        (
            "below-domain",
            format!("{results}; dkim=pass header.d=player.example\nFrom: ann@mail.player.example"),
            vouched("ann@mail.player.example"),
        ),
        (
            "two-headers",
            format!(
                "{results}; spf=none smtp.mailfrom=player.example\n{results}; dkim=pass header.d=player.example\nFrom: {ann}"
            ),
            vouched(ann),
        ),
        (
            "failed",
            format!(
                "{results}; dkim=fail header.d=player.example; spf=fail smtp.mailfrom=player.example\nFrom: {ann}"
            ),
            plain(ann),
        ),
        ("none", format!("{results}; none\nFrom: {ann}"), plain(ann)),
        (
            "other-domain",
            format!(
                "{results}; dkim=pass header.d=list.example; spf=pass smtp.mailfrom=x@list.example\nFrom: {ann}"
            ),
            plain(ann),
        ),
        (
            "look-alike",
            format!("{results}; dkim=pass header.d=player.example\nFrom: ann@notplayer.example"),
            plain("ann@notplayer.example"),
        ),
        (
            "other-server",
            format!(
                "Authentication-Results: mx.evil.example; dkim=pass header.d=player.example\nFrom: {ann}"
            ),
            plain(ann),
        ),
        (
            "below-received",
            format!(
                "Received: by mx.crosscut.example\nReceived: by mx.evil.example\n{results}; dkim=pass header.d=player.example\nFrom: {ann}"
            ),
            plain(ann),
        ),
        (
            "in-comment",
            format!("{results}; dkim=fail (dkim=pass header.d=player.example)\nFrom: {ann}"),
            plain(ann),
        ),
        (
            "two-authors",
            format!(
                "{results}; dkim=pass header.d=player.example\nFrom: {ann}, bob@player.example"
            ),
            "unreadable\n".to_string(),
        ),
        (
            "two-froms",
            format!(
                "{results}; dkim=pass header.d=player.example\nFrom: {ann}\nFrom: bob@player.example"
            ),
            "unreadable\n".to_string(),
        ),
    ] {
        list.add(format!("proof-{name}"), mail(&head), want);
    }
}

fn machines(list: &mut List) {
    let mail = |head: &str, body: &str| {
        format!("{head}\nTo: {HOUSE}\nDate: Mon, 2 Nov 2026 10:00:00 +0000\n\n{body}\n")
    };
    for (name, head) in [
        (
            "exchange",
            "From: ann@player.example\nSubject: Automatic reply: Board 12\nAuto-Submitted: auto-generated\nX-Auto-Response-Suppress: All",
        ),
        ("exchange-de", "From: ann@player.example\nSubject: Automatische Antwort: Board 12"),
        (
            "exchange-fr",
            "From: ann@player.example\nSubject: =?utf-8?Q?R=C3=A9ponse_automatique_=3A_Board_12?=",
        ),
        ("outlook-old", "From: ann@player.example\nSubject: Out of Office: Board 12"),
        ("outlook-old-de", "From: ann@player.example\nSubject: Abwesenheitsnotiz: Board 12"),
        (
            "vacation",
            "From: ann@player.example\nSubject: Re: Board 12\nAuto-Submitted: auto-replied (vacation)",
        ),
        (
            "sieve",
            "From: ann@player.example\nSubject: Auto: Board 12\nAuto-Submitted: auto-replied\nPrecedence: bulk",
        ),
        (
            "gmail",
            "From: ann@player.example\nSubject: Away Re: Board 12\nPrecedence: bulk\nX-Autoreply: yes",
        ),
        ("old-autorespond", "From: ann@player.example\nSubject: gone fishing\nX-Autorespond: gone"),
        ("precedence", "From: ann@player.example\nSubject: thanks\nPrecedence: auto_reply"),
        ("junk", "From: ann@player.example\nSubject: thanks\nPrecedence: junk"),
        ("null-path", "Return-Path: <>\nFrom: ann@player.example\nSubject: thanks"),
        (
            "receipt",
            "From: ann@player.example\nSubject: Read: Board 12\nContent-Type: multipart/report; report-type=disposition-notification; boundary=x",
        ),
        (
            "ticket",
            "From: help@player.example\nSubject: [#99] we got it\nAuto-Submitted: auto-generated",
        ),
        (
            "cron",
            "From: root@player.example\nSubject: Cron <root> run\nAuto-Submitted: auto-generated\nPrecedence: bulk",
        ),
    ] {
        list.add(format!("automatic-{name}"), mail(head, "A2,C3"), "automatic\n");
    }
    for (name, head) in [
        (
            "mailman",
            "From: ann@player.example\nSubject: [talk] A2,C3\nList-Id: talk <talk.lists.example>\nPrecedence: list",
        ),
        (
            "google-groups",
            "From: ann@player.example\nSubject: A2,C3\nMailing-List: list talk@groups.example; contact talk+owners@groups.example\nList-Post: <mailto:talk@groups.example>",
        ),
        ("old", "From: ann@player.example\nSubject: A2,C3\nPrecedence: list"),
    ] {
        list.add(format!("list-{name}"), mail(head, "A2,C3"), "list\n");
    }
    let report = |action: &str, status: &str| {
        format!(
            "From: MAILER-DAEMON@mail.player.example (Mail Delivery System)\nTo: {HOUSE}\nSubject: Undelivered Mail Returned to Sender\n\
             Auto-Submitted: auto-replied\nMIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary=\"rep\"\n\n\
             --rep\nContent-Description: Notification\nContent-Type: text/plain; charset=us-ascii\n\nI'm sorry.\n\n--rep\n\
             Content-Description: Delivery report\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mail.player.example\n\n\
             Final-Recipient: rfc822; Bob@player.example\nAction: {action}\nStatus: {status}\nDiagnostic-Code: smtp; 550 no such user\n\n--rep\n\
             Content-Type: message/rfc822\n\nFrom: club@crosscut.example\nSubject: Board 12\n\nA2,C3\n\n--rep--\n"
        )
    };
    list.add("bounce-postfix", report("failed", "5.1.1"), "bounce for good bob@player.example\n");
    list.add(
        "bounce-postfix-delayed",
        report("delayed", "4.4.1"),
        "bounce for now bob@player.example\n",
    );
    list.add(
        "bounce-exchange",
        report("failed", "5.1.10").replace(
            "MAILER-DAEMON@mail.player.example (Mail Delivery System)",
            "postmaster@player.example",
        ),
        "bounce for good bob@player.example\n",
    );
    list.add("bounce-gmail", report("failed", "5.1.1").replace("MAILER-DAEMON@mail.player.example (Mail Delivery System)", "Mail Delivery Subsystem <mailer-daemon@googlemail.example>\nX-Failed-Recipients: bob@player.example"), "bounce for good bob@player.example\n");
    for (name, head, body, want) in [
        (
            "exim",
            "From: Mail Delivery System <Mailer-Daemon@player.example>\nSubject: Mail delivery failed: returning message to sender\nX-Failed-Recipients: bob@player.example\nAuto-Submitted: auto-replied",
            "This message was created automatically.\nThe following address(es) failed:\n\n  bob@player.example\n    Unrouteable address",
            "bounce for good bob@player.example\n",
        ),
        (
            "exim-delayed",
            "From: Mail Delivery System <Mailer-Daemon@player.example>\nSubject: Warning: message delayed 24 hours\nAuto-Submitted: auto-replied",
            "This message has been delayed. Delivery attempts will be retried.",
            "bounce for now\n",
        ),
        (
            "qmail",
            "From: MAILER-DAEMON@player.example\nSubject: failure notice",
            "Hi. This is the qmail-send program at player.example.\nI'm afraid I wasn't able to deliver your message.\n\n<bob@player.example>:\nSorry, no mailbox here by that name. (#5.1.1)",
            "bounce for good bob@player.example\n",
        ),
        (
            "sendmail",
            "From: Mail Delivery Subsystem <MAILER-DAEMON@player.example>\nSubject: Returned mail: see transcript for details",
            "   ----- The following addresses had permanent fatal errors -----\n<bob@player.example>",
            "bounce for good\n",
        ),
        (
            "opensmtpd",
            "From: Mailer Daemon <MAILER-DAEMON@player.example>\nSubject: Delivery status notification: error",
            "An error has occurred while attempting to deliver a message for\nbob@player.example: 550 no such user",
            "bounce for good\n",
        ),
    ] {
        list.add(format!("bounce-{name}"), mail(head, body), want);
    }
    for (name, head) in [
        (
            "our-mark",
            "From: ann@player.example\nX-Loop: club@crosscut.example\nSubject: Re: Board 12"
                .to_string(),
        ),
        ("our-address", "From: Crosscut <club@crosscut.example>\nSubject: Board 12".to_string()),
        ("our-tagged-address", format!("From: {HOUSE}\nSubject: Board 12")),
        (
            "many-servers",
            format!(
                "{}From: ann@player.example\nSubject: Board 12",
                "Received: by a.example\n".repeat(41)
            ),
        ),
    ] {
        list.add(format!("loop-{name}"), mail(&head, "A2,C3"), "loop\n");
    }
}

fn broken(list: &mut List) {
    let ann = "From: ann@player.example\n";
    let letter = |subject: &str, body: &str| {
        format!("letter\nfrom ann@player.example\nsubject {subject}\n{body}\n")
    };
    list.add("empty", "", "unreadable\n");
    list.add("blank", "\n\n\n", "unreadable\n");
    list.add("no-head", "\nA2,C3\n", "unreadable\n");
    list.add("no-from", "To: club@crosscut.example\nSubject: x\n\nA2,C3\n", "unreadable\n");
    list.add("from-nobody", "From: \nSubject: x\n\nA2,C3\n", "unreadable\n");
    list.add("from-name", "From: Ann Lee\nSubject: x\n\nA2,C3\n", "unreadable\n");
    list.add("from-list", "From: undisclosed-senders:;\nSubject: x\n\nA2,C3\n", "unreadable\n");
    list.add("from-two-ats", "From: ann@player@example\nSubject: x\n\nA2,C3\n", "unreadable\n");
    list.add(
        "from-quoted",
        "From: \"ann lee\"@player.example\nSubject: x\n\nA2,C3\n",
        "unreadable\n",
    );
    list.add("binary", (0..=255_u8).cycle().take(2000).collect::<Vec<_>>(), "unreadable\n");
    list.add("no-body", ann, letter("", ""));
    list.add("no-blank-line", format!("{ann}Subject: x\nA2,C3\n"), letter("x", ""));
    list.add("wrong-boundary", format!("{ann}Content-Type: multipart/mixed; boundary=aa\n\n--bb\nContent-Type: text/plain\n\nA2,C3\n--bb--\n"), letter("", "--bb\nContent-Type: text/plain\n\nA2,C3\n--bb--"));
    list.add(
        "no-boundary",
        format!("{ann}Content-Type: multipart/mixed\n\nA2,C3\n"),
        letter("", "A2,C3"),
    );
    list.add("no-type", format!("{ann}Content-Type:\n\nA2,C3\n"), letter("", "A2,C3"));
    list.add(
        "odd-type",
        format!("{ann}Content-Type: text; charset\n\nA2,C3\n"),
        letter("", "A2,C3"),
    );
    list.add(
        "unknown-encoding",
        format!("{ann}Content-Type: text/plain\nContent-Transfer-Encoding: x-odd\n\nA2,C3\n"),
        letter("", "A2,C3"),
    );
    list.add(
        "broken-base64",
        format!("{ann}Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\nQTIsQzM*=\n"),
        letter("", "QTIsQzM*="),
    );
    list.add(
        "not-utf-8",
        [ann.as_bytes(), b"Content-Type: text/plain; charset=utf-8\n\nA2,C3\n\xff\xfe\n"].concat(),
        letter("", "A2,C3\n\u{fffd}\u{fffd}"),
    );
    list.add("nul-bytes", [ann.as_bytes(), b"\nA2,\0C3\n"].concat(), letter("", "A2,C3"));
    list.add(
        "bare-line-feeds",
        format!("{ann}Subject: x\n\nA2,C3\n").into_bytes(),
        letter("x", "A2,C3"),
    );
    list.add(
        "mbox-line",
        format!("From ann@player.example Mon Nov  2 10:00:00 2026\n{ann}Subject: x\n\nA2,C3\n"),
        letter("x", "A2,C3"),
    );
    list.add(
        "raw-8bit-subject",
        format!("{ann}Subject: Schön\n\nA2,C3\n"),
        letter("Schön", "A2,C3"),
    );
    list.add(
        "deep",
        {
            let mut mail = ann.to_string();
            for n in 0..60 {
                let _ = write!(mail, "Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n");
            }
            mail + "Content-Type: text/plain\n\nA2,C3\n"
        },
        letter("", "A2,C3"),
    );
}

/// Cases learnt later from real mails: at the end, so that the others keep their numbers.
fn later(list: &mut List) {
    for (name, signature) in LATER_SIGNATURES {
        let text = format!("A2,C3\n\nwell met\n\n{signature}\n");
        list.add(format!("signed-{name}"), plain(name, &text), want("A2,C3\n\nwell met"));
    }
    let page = "<div dir=\"auto\">A2,C3</div><div id=\"composer_signature\" dir=\"auto\"><div style=\"font-size:12px\">From \
                Ann's phone</div></div><div>-------- Original message --------</div><div>From: Crosscut</div><div>17. B1</div>";
    list.add("page-samsung", html("samsung-page", page), want("A2,C3"));
    for (name, style) in [
        ("display", "display:none;max-height:0px;overflow:hidden"),
        ("size", "font-size:0px;line-height:0;color:#ffffff"),
        ("outlook", "mso-hide:all; visibility: hidden"),
    ] {
        let page = format!(
            "<html><body><div style=\"{style}\">It is your turn in match 12: B1,D1 &#847;&zwnj;</div><p>A2,C3</p></body></html>"
        );
        list.add(format!("preheader-{name}"), html("pre", &page), want("A2,C3"));
    }
    let signed = format!(
        "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\nA2,C3\n\n- -a line of mine\n- -- \nAnn\n-----BEGIN PGP \
         SIGNATURE-----\nVersion: GnuPG v2\n\niQEzBAEBCgAdFiEE\n=B1D1\n-----END PGP SIGNATURE-----\n\n{}",
        quoted(BOARD)
    );
    list.add("pgp-inline", plain("pgp", &signed), want("A2,C3\n\n-a line of mine"));
    let latin = |text: &str| text.chars().map(|it| it as u8).collect::<Vec<u8>>();
    let letter = |subject: &str, body: &str| {
        format!("letter\nfrom ann@player.example\nsubject {subject}\n{body}\n")
    };
    list.add(
        "latin1-bare",
        latin("From: Zoë <ann@player.example>\nSubject: Schön\n\nA2,C3\n\nBéla\n"),
        letter("Schön", "A2,C3\n\nBéla"),
    );
    list.add(
        "latin1-quotes-bare",
        b"From: ann@player.example\nSubject: x\n\nA2,C3\n\n\x93fine\x94\n",
        letter("x", "A2,C3\n\n“fine”"),
    );
    list.add(
        "latin1-no-charset",
        "From: ann@player.example\nSubject: x\nMIME-Version: 1.0\nContent-Type: text/plain\n\
         Content-Transfer-Encoding: quoted-printable\n\nA2,C3\n\nB=E9la\n",
        letter("x", "A2,C3\n\nBéla"),
    );
    list.add(
        "utf-8-bare",
        "From: ann@player.example\nSubject: Schön\n\nA2,C3\n\nBéla\n",
        letter("Schön", "A2,C3\n\nBéla"),
    );
    for (name, subject, body) in [
        ("the-office", "Out of the Office Re: Board 12", "I am back on Monday."),
        ("bracketed", "[Out of Office] Re: Board 12", "I am back on Monday."),
        (
            "words-alone",
            "Re: Board 12",
            "Hello,\n\nthank you for your mail. I am out of the office until January 3 and have limited\naccess to my e-mail.\n\n\
             Best regards\nAnn Lee",
        ),
        (
            "words-alone-de",
            "AW: Board 12",
            "Guten Tag,\n\nich bin bis zum 3. Januar nicht im Büro.\n\nAnn Lee\n\n> It is your turn.",
        ),
    ] {
        let mail = format!(
            "From: ann@player.example\nTo: {HOUSE}\nSubject: {subject}\nContent-Type: text/plain; charset=utf-8\n\n{body}\n"
        );
        list.add(format!("automatic-{name}"), mail, "automatic\n");
    }
    list.add(
        "away-with-a-move",
        plain("away", "A2,C3\n\nI am out of the office until Monday.\n"),
        want("A2,C3\n\nI am out of the office until Monday."),
    );
}
