use crosscut_club::{Event, Fact, Key, Member, MemberId, Who};

use super::CommandQueue;
use crate::error::Error;
use crate::read::cache::{event, row};

/// The owner of the names of members who have left: nobody has this number.
pub(super) const NOBODY: MemberId = MemberId(0);

impl CommandQueue {
    /// Redacts a stream, on the disk and in memory: `change` redacts an event and says whether it has changed it. The order
    /// of events stays; only the redacted contents are gone.
    ///
    /// # Errors
    /// The database cannot be read or written.
    pub(crate) async fn redact(
        &self,
        key: &Key,
        mut change: impl FnMut(&mut Event) -> bool,
    ) -> Result<(), Error> {
        let mut rows = Vec::new();
        for old in self.store.events(&key.to_string(), 0).await? {
            let mut it = event(&old)?;
            if change(&mut it) {
                let row = row(&it, old.version.cast_unsigned()).map_err(anyhow::Error::from)?;
                rows.push(row);
            }
        }
        if !rows.is_empty() {
            self.store.rewrite(&rows).await?;
        }
        self.forget(key);
        Ok(())
    }

    /// Removes all names of a member who has left from the events. The names stay taken, by nobody. The member's own stream
    /// is where the names are listed, so it is redacted last, and an interrupted run can start again.
    pub(crate) async fn forget_names(&self, member: MemberId) -> Result<(), Error> {
        let key = Key::Member(member);
        for (_, event) in self.events(&key, 0).await? {
            let (Fact::Joined { name, guest: false, .. }
            | Fact::Registered { name }
            | Fact::Renamed { name }) = &event.fact
            else {
                continue;
            };
            let name = Key::name(name);
            let redacted = self.redact(&name, |event| match &mut event.fact {
                Fact::Taken { member: by } if *by == member => {
                    *by = NOBODY;
                    event.by = Who::Club;
                    true
                }
                _ => false,
            });
            redacted.await?;
        }
        let former = Member::former(member);
        self.redact(&key, |event| match &mut event.fact {
            // A guest's name is a number.
            Fact::Joined { guest: true, zone, .. } => {
                zone.replace_range(.., "UTC");
                true
            }
            Fact::Joined { name, zone, .. } => {
                zone.replace_range(.., "UTC");
                name.clone_from(&former);
                true
            }
            Fact::Registered { name } | Fact::Renamed { name } => {
                name.clone_from(&former);
                true
            }
            Fact::ZoneSet { zone } => {
                zone.replace_range(.., "UTC");
                true
            }
            _ => false,
        })
        .await
    }

    /// Drops a stream from memory, along with the events kept there for listeners.
    pub(crate) fn forget(&self, key: &Key) {
        self.cache.drop(std::iter::once(key.clone()));
        self.subscriptions.forget(key);
    }
}
