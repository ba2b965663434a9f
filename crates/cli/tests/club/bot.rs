//! The example bot plays a match in a club.

use crosscut_load::server::Server;

use crate::{Folder, program};

#[expect(dead_code, reason = "its `main` is not called here")]
#[path = "../../../club/examples/bot.rs"]
mod example;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_plays_the_computer_to_the_end() {
    let folder = Folder::new();
    let flags = ["--password-cost", "8"];
    let server = Server::begin(program(), &folder.file("club.db"), &flags).await.unwrap();
    let address = format!("http://{}", server.address);
    let played = tokio::task::spawn_blocking(move || {
        example::play(&address).map_err(|error| error.to_string())
    });
    let told = played.await.unwrap().unwrap();
    assert!(told.ends_with("result: \"first\"") || told.ends_with("result: \"second\""), "{told}");
}
