use std::fs;
use std::process::Command;

use crate::{file, good, refused};

#[test]
fn svg_goes_to_a_file_or_to_the_standard_output() {
    let to = file("board.svg");
    assert_eq!(good(&format!("svg trail-mix:size=5 c3 d4 -o {}", to.display())), "");
    let text = fs::read_to_string(&to).unwrap();
    assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"), "{text}");
    assert_eq!(good("svg trail-mix:size=5 c3 d4 --output -"), text);
    assert_eq!(good("svg -o - trail-mix:size=5 c3 d4"), text);
    assert_ne!(good("svg trail-mix:size=5 c3 d5 -o -"), text);
}

#[test]
fn sides_that_are_called_by_colours_have_them() {
    let text = good("svg trail-mix:size=3 b2 a1 -o -");
    assert!(text.contains("stroke=\"#7a4a21\"") && text.contains("stroke=\"#3f8f52\""), "{text}");
    assert!(!text.contains("#1f3a5f") && !text.contains("#e08e2b"), "{text}");
    let text = good("svg trichet -o -");
    assert!(text.contains("class=\"first\"") && text.contains("fill=\"#2f5fa8\""), "{text}");
    assert!(good("svg hex F6 -o -").contains("#1f3a5f"));
}

#[test]
fn names_of_empty_places_are_written_where_asked() {
    let plain = good("svg trichet N50ul. -o -");
    let named = good("svg trichet N50ul. --names -o -");
    assert!(!plain.contains(">L50u<") && named.contains(">L51d<"), "{named}");
    assert_eq!(good("svg hex F6 --names -o -"), good("svg hex F6 -o -"));
}

#[test]
fn png_is_as_wide_as_asked() {
    let to = file("board.png");
    assert_eq!(good(&format!("png trail-mix:size=5 c3 --width 300 -o {}", to.display())), "");
    let bytes = fs::read(&to).unwrap();
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(u32::from_be_bytes(bytes[16..20].try_into().unwrap()), 300);
    let line = ["png", "trail-mix:size=5", "c3", "--width", "300", "-o", "-"];
    let output = Command::new(env!("CARGO_BIN_EXE_crosscut")).args(line).output().unwrap();
    assert_eq!(output.stdout, bytes);
}

#[test]
fn a_name_that_promises_another_picture_is_refused() {
    let [png, jpg, none] = ["other.png", "other.JPG", "other"].map(file);
    let show = |path: &std::path::Path| path.display().to_string();
    assert_eq!(
        refused(&format!("svg trail-mix:size=5 -o {}", show(&png))),
        format!(
            "{} is not a name for an SVG picture: let it end in .svg, or draw it with crosscut png",
            show(&png)
        )
    );
    assert_eq!(
        refused(&format!("png trail-mix:size=5 -o {}", show(&jpg))),
        format!("{} is not a name for a PNG picture: let it end in .png", show(&jpg))
    );
    assert!(!png.exists() && !jpg.exists());
    good(&format!("svg trail-mix:size=5 -o {}", show(&none)));
}

#[test]
fn pictures_that_cannot_be_made_are_refused() {
    refused("svg trail-mix c3");
    refused("png trail-mix --width 0 -o -");
    refused("png trail-mix --width 1000000 -o -");
    let nowhere = file("no/such/folder/board.svg");
    let error = refused(&format!("svg trail-mix -o {}", nowhere.display()));
    assert!(error.contains("board.svg cannot be written: "), "{error}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_is_full_spoils_no_picture() {
    let there = file("kept.svg");
    fs::write(&there, "what was there").unwrap();
    // A file cannot exceed this many blocks, as on a full disk.
    let line = format!(
        "trap '' XFSZ; ulimit -f 1; exec {} svg hex -o {}",
        env!("CARGO_BIN_EXE_crosscut"),
        there.display()
    );
    let run = Command::new("sh").args(["-c", &line]).output().unwrap();
    assert!(!run.status.success());
    assert!(String::from_utf8_lossy(&run.stderr).contains("kept.svg cannot be written: "));
    assert_eq!(fs::read_to_string(&there).unwrap(), "what was there");
}
