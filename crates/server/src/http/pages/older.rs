//! Style rules for browsers without `light-dark()`, which came in spring 2024: they get the light colours.

const WORD: &str = "light-dark(";

/// The addition to a style sheet for these browsers.
pub(crate) fn older(css: &str) -> String {
    let rules: String = css.split_inclusive('}').filter_map(light).collect();
    format!(
        "@supports not (color:light-dark(red,red)){{:root{{color-scheme:light!important}}{rules}}}\n"
    )
}

/// A rule with only its two-coloured declarations, reduced to the first colour of each.
fn light(rule: &str) -> Option<String> {
    let (head, body) = rule.strip_suffix('}')?.rsplit_once('{')?;
    let selector = head.rsplit('{').next().unwrap_or(head).trim();
    let two: Vec<String> = body.split(';').filter(|it| it.contains(WORD)).map(first).collect();
    (!two.is_empty()).then(|| format!("{selector}{{{}}}", two.join(";")))
}

/// A declaration with the first colour of each pair.
fn first(declaration: &str) -> String {
    let mut parts = declaration.trim().split(WORD);
    let mut out = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let (mut depth, mut comma) = (0, None);
        for (at, letter) in part.char_indices() {
            match letter {
                '(' => depth += 1,
                ',' if depth == 0 => comma = comma.or(Some(at)),
                ')' if depth == 0 => {
                    out.push_str(&part[..comma.unwrap_or(at)]);
                    out.push_str(&part[at + 1..]);
                    break;
                }
                ')' => depth -= 1,
                _ => {}
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn older_browsers_get_the_first_of_two_colours() {
        let css = "a{color:red;--x:light-dark(rgb(0,0,0),#fff)}b{margin:0}\
                   @media print{c{--y:1px solid light-dark(#111,#222) inset}}";
        let added = older(css);
        assert!(added.ends_with("a{--x:rgb(0,0,0)}c{--y:1px solid #111 inset}}\n"), "{added}");
        assert_eq!(added.matches(WORD).count(), 1, "but in its condition");
    }
}
