//! Forms whose fields are not known in advance: those with a game's options.

use axum::extract::rejection::FormRejection;
use axum::extract::{Form, FromRequest, Request};

use super::page::PageError;
use crate::present::sentence::sentence;

/// The fields of a form, as they came.
#[derive(Clone, Debug, Default)]
pub(crate) struct FormFields(Vec<(String, String)>);

impl FormFields {
    /// The first value of a field, trimmed; empty if it is missing.
    pub(crate) fn get(&self, name: &str) -> &str {
        self.0.iter().find(|it| it.0 == name).map_or("", |it| it.1.trim())
    }

    /// The first value of a field untrimmed: for passwords.
    pub(crate) fn raw(&self, name: &str) -> &str {
        self.0.iter().find(|it| it.0 == name).map_or("", |it| it.1.as_str())
    }

    /// Whether a box is ticked.
    pub(crate) fn has(&self, name: &str) -> bool {
        !self.get(name).is_empty()
    }

    /// The number in a field.
    ///
    /// # Errors
    /// The field is empty, or not a number.
    pub(crate) fn number<T: std::str::FromStr>(&self, name: &str) -> Result<T, PageError> {
        let text = self.get(name);
        text.parse().map_err(|_| match text {
            "" => PageError::unclear(format!("fill in the {name}")),
            text => PageError::unclear(format!("'{text}' is not a number for {name}")),
        })
    }

    /// The fields whose names have this prefix, without it.
    pub(crate) fn with<'a>(
        &'a self,
        beginning: &'a str,
    ) -> impl Iterator<Item = (&'a str, &'a str)> + 'a {
        self.0.iter().filter_map(move |(name, value)| {
            Some((name.strip_prefix(beginning)?, value.trim())).filter(|it| !it.1.is_empty())
        })
    }
}

/// A form as a page shows it: empty, or as it was sent, with the sentence that says what is wrong with it.
///
/// A page may have several forms: each names itself in a hidden field `what`.
#[derive(Clone, Debug, Default)]
pub(crate) struct SubmittedForm {
    fields: FormFields,
    /// The field that was refused, or an empty name for the form as a whole, and why.
    wrong: Option<(&'static str, String)>,
}

impl SubmittedForm {
    /// A form that is shown again because of a field.
    pub(crate) fn back(fields: FormFields, field: &'static str, refused: &PageError) -> Self {
        SubmittedForm { fields, wrong: Some((field, sentence(&refused.words))) }
    }

    /// The value of a field: what was sent, or the default.
    pub(crate) fn holds<'a>(&'a self, what: &str, field: &str, default: &'a str) -> &'a str {
        match self.is(what) {
            true => self.fields.get(field),
            false => default,
        }
    }

    /// What is wrong with a field.
    pub(crate) fn wrong(&self, what: &str, field: &str) -> Option<&str> {
        let wrong = self.wrong.as_ref().filter(|it| self.is(what) && it.0 == field)?;
        Some(&wrong.1)
    }

    /// Which of the page's forms was refused; empty if none was.
    pub(crate) fn what(&self) -> &str {
        self.fields.get("what")
    }

    /// Whether this form was refused.
    pub(crate) fn is(&self, what: &str) -> bool {
        self.wrong.is_some() && self.fields.get("what") == what
    }

    /// Whether a refused form had this box ticked.
    pub(crate) fn ticked(&self, what: &str, field: &str) -> bool {
        self.is(what) && self.fields.has(field)
    }
}

impl<S: Send + Sync> FromRequest<S> for FormFields {
    type Rejection = PageError;

    async fn from_request(request: Request, state: &S) -> Result<Self, PageError> {
        let form: Result<Form<Vec<(String, String)>>, FormRejection> =
            Form::from_request(request, state).await;
        let Form(fields) = form?;
        Ok(FormFields(fields))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_a_whole_sentence() {
        let wrong = |words: &str| {
            let sent =
                SubmittedForm::back(FormFields::default(), "name", &PageError::unclear(words));
            sent.wrong("", "name").map(String::from).unwrap()
        };
        assert_eq!(wrong("bob is taken"), "Bob is taken.");
        assert_eq!(wrong("which match?"), "Which match?");
    }
}
