//! One file per command: its entry in [`COMMANDS`], its reader, and lines of it as tests. Commands that are variants of one
//! thing share a file.

mod accept_reject;
mod all;
mod block;
mod broadcast;
mod challenge;
mod change;
mod chat;
mod confirm;
mod games;
mod help;
mod history;
mod limit;
mod list;
mod mails;
mod message;
mod move_;
mod multiple;
mod notify;
mod preview;
mod propose;
mod queue;
mod resign;
mod seek;
mod show;
mod showas;
mod signoff;
mod signup;
mod standings;
mod submit;
mod subscribe;
mod swap_pass;
mod vacation;
mod withdraw;

use crate::CommandEntry;

/// Every command, in the order in which help lists them.
pub const COMMANDS: &[CommandEntry] = &[
    help::ENTRY,
    signup::ENTRY,
    challenge::ENTRY,
    move_::ENTRY,
    queue::ENTRY,
    swap_pass::SWAP,
    swap_pass::PASS,
    submit::ENTRY,
    confirm::ENTRY,
    preview::ENTRY,
    show::ENTRY,
    showas::ENTRY,
    games::ENTRY,
    all::ENTRY,
    accept_reject::ACCEPT,
    accept_reject::REJECT,
    withdraw::ENTRY,
    propose::PROPOSE,
    propose::UNDO,
    propose::CANCEL,
    propose::REMATCH,
    resign::ENTRY,
    chat::ENTRY,
    seek::ENTRY,
    limit::ENTRY,
    standings::ENTRY,
    history::ENTRY,
    list::ENTRY,
    vacation::ENTRY,
    change::ENTRY,
    mails::ENTRY,
    message::ENTRY,
    broadcast::ENTRY,
    block::BLOCK,
    block::UNBLOCK,
    subscribe::SUBSCRIBE,
    subscribe::UNSUBSCRIBE,
    notify::ENTRY,
    multiple::ENTRY,
    signoff::ENTRY,
];
