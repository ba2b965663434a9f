//! Mail: what one says and who sent it, and how the club's own mails are written.
//!
//! Bytes in, data out, and the other way round. There is no clock here, no socket and no club: [`read`] separates what a person
//! wrote from what their mail client wrapped around it, and [`Outgoing`] is a mail that recipients and mail programs can handle
//! well.
//!
//! ```
//! use crosscut_mail::{Arrival, ClubAddress, Kind, read};
//!
//! let club: ClubAddress = "club@example.org".parse()?;
//! let mail = b"From: Ann <ann@example.net>\r\nTo: club+12.17@example.org\r\nSubject: Re: your turn\r\n\r\n\
//!     A2,C3\r\n\r\n-- \r\nAnn\r\n\r\nOn Monday the club wrote:\r\n> It is your turn.\r\n";
//! let letter = read(mail, &Arrival::new(&club));
//! assert_eq!(letter.kind, Kind::Message);
//! assert_eq!(letter.from.as_deref(), Some("ann@example.net"));
//! assert_eq!(letter.tags, ["12.17"]);
//! assert_eq!(letter.body, "A2,C3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod address;
mod armour;
mod away;
mod body;
mod bounds;
mod hypertext;
mod incoming;
mod kind;
mod latin;
mod outgoing;
mod quoted;
mod vouched;
mod wrap;

pub use address::{AddressError, ClubAddress, is_address};
pub use bounds::MOST;
pub use incoming::{Arrival, Envelope, Incoming, read};
pub use kind::Kind;
pub use outgoing::{Occasion, Outgoing, Picture, WriteError};
pub use quoted::own_words;
pub use wrap::{COLUMNS, wrapped};
