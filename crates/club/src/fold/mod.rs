//! What events make of members, challenges and matches: the only place where these change.

mod challenge;
mod matches;
mod member;
