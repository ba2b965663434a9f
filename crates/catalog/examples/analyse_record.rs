//! Where a game was lost: `cargo run --release -p crosscut-catalog --example analyse_record`.
//!
//! A record is read and played through, and before each ply the computer says how good the best ply is, and how good the one
//! that was played. The ply that gave away the most is named at the end. Put in a record of your own; `crosscut_record::Reader`
//! reads any form that docs/records.md describes.
#![expect(clippy::print_stdout, reason = "the analysis is what this is for")]

use std::ops::ControlFlow;

use crosscut_catalog::{Budget, Line};
use crosscut_record::Record;

const RECORD: &str = r#"
[Game "hex:size=5,opening=none"]
[First "ann"]
[Second "bob"]
[Result "first"]

1. C3 2. A1 3. B4 4. D2 5. C2 6. E1 7. D1 8. E5 9. B5
first
"#;

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let record: Record = RECORD.trim_start().parse()?;
    let line = Line::from_record(&record)?;
    let budget = Budget::simulations(3_000);
    let mut worst = (0.0, String::new());
    for (at, played) in line.plies().iter().enumerate() {
        let before = line.up_to(at);
        let analysis = before.position().analyse(&budget, &mut |_| ControlFlow::Continue(()));
        let analysis = analysis.expect("a ply was played here");
        let candidates = analysis.candidates.iter();
        let share = candidates.clone().find(|it| it.ply == *played).map_or(0.0, |it| it.share);
        let best = &analysis.candidates[0];
        println!(
            "{:2}. {played:4} {:3.0} %   best: {:4} {:3.0} %",
            at + 1,
            100.0 * share,
            best.ply,
            100.0 * best.share
        );
        if best.share - share > worst.0 {
            worst = (best.share - share, format!("{}. {played}: {} was better", at + 1, best.ply));
        }
    }
    println!("{}", line.position());
    println!("the most was given away by {}", worst.1);
    Ok(())
}
