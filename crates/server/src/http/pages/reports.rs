//! Reports as the operators' page shows them: those on one subject are one card.

use std::collections::HashMap;

use crosscut_club::{MatchId, MemberId, Player};

use super::report::cause_name;
use crate::App;
use crate::error::Error;
use crate::present::people::PlayerLink;
use crate::present::times;
use crate::read::queries::Name;
use crate::store::ReportRow;

/// How many open reports are read.
pub(super) const READ: i64 = 2000;
/// How many cards are made of them.
const CARDS: usize = 50;
/// How many further reporters of a card are named.
pub(super) const NAMED: usize = 30;

/// What a report is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum ReportSubject {
    /// A remark: the match, and which of its remarks.
    Remark(MatchId, i64),
    /// A member, in any match.
    Member(MemberId),
    /// A match, without naming one of its players.
    Match(Option<MatchId>),
}

impl ReportSubject {
    pub(super) fn of(it: &ReportRow) -> Self {
        match (it.game, it.remark, it.whom) {
            (Some(game), Some(remark), _) => ReportSubject::Remark(game, remark),
            (_, _, Some(whom)) => ReportSubject::Member(whom),
            (game, _, None) => ReportSubject::Match(game),
        }
    }
}

/// The open reports.
#[derive(Default)]
pub(super) struct OpenReports {
    pub(super) cards: Vec<ReportGroup>,
    /// How many reports are open besides those on the cards.
    pub(super) beyond: usize,
    /// The highest number that was read: acting on all reports does not cover later ones.
    pub(super) last: i64,
}

/// The reports on one subject.
pub(super) struct ReportGroup {
    /// The causes given, each once.
    pub(super) causes: String,
    pub(super) whom: Option<PlayerLink>,
    /// The report whose words come first: a member's rather than a guest's, if there is one.
    pub(super) first: ReportView,
    /// The first of the other reports on it.
    pub(super) others: Vec<ReportView>,
    /// The number of the other reports.
    pub(super) n_others: usize,
    /// The highest number of all of these reports.
    pub(super) last: i64,
}

/// One report.
pub(super) struct ReportView {
    pub(super) row: ReportRow,
    pub(super) at: String,
    pub(super) cause: &'static str,
    pub(super) by: PlayerLink,
    /// Whether the same member has reported something else too.
    pub(super) tells_more: bool,
}

/// The open reports, with times in a time zone.
///
/// # Errors
/// The database cannot be read.
pub(super) async fn waiting(app: &App, zone: &str) -> Result<OpenReports, Error> {
    let open = app.store().count_open_reports().await?;
    let rows = app.store().open_reports(READ).await?;
    let last = rows.iter().map(|it| it.number).max().unwrap_or(0);
    let mut told: HashMap<MemberId, usize> = HashMap::new();
    for it in &rows {
        *told.entry(it.reporter).or_default() += 1;
    }
    let mut groups = gathered(rows);
    groups.truncate(CARDS);
    let shown: usize = groups.iter().map(Vec::len).sum();
    let beyond = usize::try_from(open).unwrap_or(0).saturating_sub(shown);
    // Collected first: nothing may be borrowed across an await.
    let mut ids: Vec<MemberId> = Vec::new();
    for it in groups.iter().flat_map(|it| it.iter().take(1 + NAMED)) {
        ids.extend([Some(it.reporter), it.whom].into_iter().flatten());
    }
    let names = app.queries().names(ids).await?;
    let cards =
        groups.into_iter().filter_map(|it| ReportGroup::of(it, &names, &told, zone)).collect();
    Ok(OpenReports { cards, beyond, last })
}

/// The reports grouped by subject, in the order of the first report of each.
fn gathered(rows: Vec<ReportRow>) -> Vec<Vec<ReportRow>> {
    let mut groups: Vec<Vec<ReportRow>> = Vec::new();
    let mut places: HashMap<ReportSubject, usize> = HashMap::new();
    for row in rows {
        let place = *places.entry(ReportSubject::of(&row)).or_insert(groups.len());
        match groups.get_mut(place) {
            Some(group) => group.push(row),
            None => groups.push(vec![row]),
        }
    }
    groups
}

impl ReportGroup {
    /// The card of the reports on one subject; `told` is the number of reports of each reporter.
    fn of(
        rows: Vec<ReportRow>,
        names: &HashMap<MemberId, Name>,
        told: &HashMap<MemberId, usize>,
        zone: &str,
    ) -> Option<Self> {
        let called = |id: MemberId| PlayerLink::among(Player::Member(id), names);
        let n_others = rows.len().saturating_sub(1);
        let last = rows.iter().map(|it| it.number).max()?;
        let mut causes: Vec<&str> = Vec::new();
        for it in &rows {
            let cause = cause_name(&it.cause);
            if !causes.contains(&cause) {
                causes.push(cause);
            }
        }
        let causes = causes.join(" · ");
        let mut all = rows.into_iter().map(|row| ReportView {
            at: times::when(row.at, zone),
            cause: cause_name(&row.cause),
            by: called(row.reporter),
            tells_more: told.get(&row.reporter).is_some_and(|it| 1 < *it),
            row,
        });
        let first = all.next()?;
        let others = all.take(NAMED).collect();
        let whom = first.row.whom.map(called);
        Some(ReportGroup { causes, whom, first, others, n_others, last })
    }
}

#[cfg(test)]
mod tests {
    use crosscut_club::Moment;

    use super::*;

    fn row(
        number: i64,
        whom: Option<u64>,
        game: Option<u64>,
        remark: Option<i64>,
        cause: &str,
    ) -> ReportRow {
        ReportRow {
            number,
            at: Moment(0),
            reporter: MemberId(10 + number.cast_unsigned()),
            whom: whom.map(MemberId),
            game: game.map(MatchId),
            remark,
            quote: String::new(),
            cause: cause.to_string(),
            words: String::new(),
        }
    }

    #[test]
    fn what_is_told_of_the_same_is_one_card() {
        let rows = vec![
            row(4, Some(1), None, None, "name"),
            row(1, Some(1), Some(7), Some(2), "insult"),
            row(2, Some(1), Some(7), None, "spam"),
            row(3, Some(1), Some(7), Some(3), "insult"),
            row(5, None, Some(7), None, "unfair"),
            row(6, Some(1), Some(7), Some(2), "insult"),
            row(7, Some(1), Some(8), None, "name"),
        ];
        let groups = gathered(rows);
        let numbers: Vec<Vec<i64>> =
            groups.iter().map(|it| it.iter().map(|it| it.number).collect()).collect();
        assert_eq!(numbers, [vec![4, 2, 7], vec![1, 6], vec![3], vec![5]]);
        let told = HashMap::from([(MemberId(12), 2)]);
        let card = ReportGroup::of(groups[0].clone(), &HashMap::new(), &told, "UTC").unwrap();
        assert_eq!(card.causes, "An offensive name · Advertising or spam");
        assert_eq!((card.first.row.number, card.n_others, card.last), (4, 2, 7));
        assert_eq!(card.others.iter().map(|it| it.tells_more).collect::<Vec<_>>(), [true, false]);
    }

    #[test]
    fn of_many_who_say_the_same_the_first_are_named() {
        let rows = (1..=100).map(|n| row(n, Some(1), None, None, "spam")).collect();
        let card = ReportGroup::of(rows, &HashMap::new(), &HashMap::new(), "UTC").unwrap();
        assert_eq!((card.others.len(), card.n_others, card.last), (NAMED, 99, 100));
    }
}
