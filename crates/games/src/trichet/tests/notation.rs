use super::super::cell::{Cell, Colours, Tile};

fn read(text: &str) -> String {
    match text.parse::<Tile>() {
        Ok(tile) => tile.to_string(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn cells_are_named_from_the_start() {
    assert_eq!(Tile::START.map(|it| it.to_string()), ["M50uto", "M49dbo"]);
    assert_eq!("N50ul.".parse(), Ok(Tile { cell: Cell::up(1, 0), colours: Colours(0b100) }));
    assert_eq!("L49db.".parse(), Ok(Tile { cell: Cell::down(-1, -1), colours: Colours(0b100) }));
    assert_eq!("L49dro".parse(), Ok(Tile { cell: Cell::down(-1, -1), colours: Colours(0b110) }));
}

#[test]
fn columns_go_on_after_z_and_before_a() {
    let column = |q| Cell::up(q, 0).column();
    assert_eq!([12, 13, 14, 15, 39, 40].map(column), ["Y", "Z", "AA", "AB", "AZ", "BA"]);
    assert_eq!([-12, -13, -14, -38, -39].map(column), ["A", "-A", "-B", "-Z", "-AA"]);
    assert_eq!(column(13 + 26 * 26), "ZZ");
    assert_eq!(column(14 + 26 * 26), "AAA");
}

#[test]
fn every_tile_reads_back() {
    for q in -800..=800 {
        for (r, down) in [(0, false), (-50, true), (-51, false), (q, true)] {
            for colours in Colours::ALL {
                let tile = Tile { cell: Cell { q, r, down }, colours };
                assert_eq!(tile.to_string().parse(), Ok(tile));
                assert_eq!(tile.to_string().to_lowercase().parse(), Ok(tile));
            }
        }
    }
}

#[test]
fn cells_are_named_as_far_as_tiles_reach() {
    let far = Cell::FARTHEST;
    for (q, r) in [(far, 0), (-far, 0), (0, far), (0, -far), (far, -far)] {
        let tile = |q, r| Tile { cell: Cell { q, r, down: false }, colours: Colours(0b100) };
        assert_eq!(tile(q, r).to_string().parse(), Ok(tile(q, r)));
        let beyond = tile(q + q.signum(), r + r.signum()).to_string();
        assert_eq!(
            read(&beyond),
            format!("'{beyond}' is farther from the start than tiles can reach")
        );
    }
}

#[test]
fn case_and_blanks_do_not_matter_and_x_is_a_dot() {
    assert_eq!(read(" n50UL. "), "N50ul.");
    assert_eq!(read("N50ulx"), "N50ul.");
    assert_eq!(read("N50uLX"), "N50ul.");
    assert_eq!(read("m050uTO"), "M50uto");
    assert_eq!(read("d50dlo"), "D50dlo");
    assert_eq!(read("-a-3drx"), "-A-3dr.");
    assert_eq!(read("-A0ulo"), "-A0ulo");
}

#[test]
fn what_is_no_tile_is_refused_in_words() {
    let no_tile = |text: &str| {
        format!(
            "'{text}' is not a tile: write a cell (column, row, u or d), a corner and a colour, as in N50uro"
        )
    };
    for text in [
        "",
        "swap",
        "50ulo",
        "Mulo",
        "M50",
        "M50lo",
        "--A50ulo",
        "M--3ulo",
        "Ä50ulo",
        "M5\u{663}ulo",
    ] {
        assert_eq!(read(text), no_tile(text));
    }
    assert_eq!(
        read("M50u"),
        "'M50u' is only a cell: add the corner that has its colour alone, and the colour, as in N50uro"
    );
    assert_eq!(read("M50ubo"), "'M50ubo' has no such corner: an up tile has l, r and t");
    assert_eq!(read("M49dto"), "'M49dto' has no such corner: a down tile has b, l and r");
    assert_eq!(
        read("M50ut"),
        "'M50ut' has no colour: write 'o' for Oh or '.' for Dot after the corner"
    );
    assert_eq!(
        read("M50utw"),
        "'M50utw' has no colour: write 'o' for Oh or '.' for Dot after the corner"
    );
    assert_eq!(read("M50utoo"), "'M50utoo' has more in it than the tile 'M50uto'");
    for text in ["M99999999999999999999ulo", "M-1951ulo", "ZZZZZZZZZZZZZZZZ50ulo", "-CCC50ulo"] {
        assert_eq!(read(text), format!("'{text}' is farther from the start than tiles can reach"));
    }
}
