//! How events change members, challenges and matches: nothing else changes them.

mod challenge;
mod matches;
mod member;
