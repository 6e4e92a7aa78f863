//! UTF-8 that somebody read as a code page of Windows and wrote down so: `ÔòÉÔòÉ` for `══`, `â€™` for `’`. PowerShell does
//! that to what a program prints.

/// The upper halves of the code pages 437, 850 and 1252; a space stands where a byte has no letter that could be seen.
const PAGES: [&str; 3] = [
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}",
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}",
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ\u{a0}¡¢£¤¥¦§¨©ª«¬\u{ad}®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ",
];

/// What the first byte of a letter of two or three bytes becomes in each of them.
const FIRST: &[char] = &['Γ', 'Ô', 'â', '├', 'Ã', '┬', 'Â'];

/// The line with such letters read as they were meant; `None` where it has none.
pub fn repaired(line: &str) -> Option<String> {
    if !line.contains(FIRST) {
        return None;
    }
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    let mut changed = false;
    while let Some(at) = rest.find(|letter: char| !letter.is_ascii()) {
        out.push_str(&rest[..at]);
        let run = &rest[at..];
        let end = run.find(|letter: char| letter.is_ascii()).unwrap_or(run.len());
        match PAGES.iter().find_map(|page| decoded(&run[..end], page)) {
            Some(meant) => {
                out.push_str(&meant);
                changed = true;
            }
            None => out.push_str(&run[..end]),
        }
        rest = &run[end..];
    }
    out.push_str(rest);
    changed.then_some(out)
}

/// The letters as bytes of the page, read as UTF-8, if all of them are that.
fn decoded(run: &str, page: &str) -> Option<String> {
    let byte = |letter: char| {
        let at = page.chars().position(|known| known == letter)?;
        u8::try_from(0x80 + at).ok()
    };
    String::from_utf8(run.chars().map(byte).collect::<Option<Vec<u8>>>()?).ok()
}

#[cfg(test)]
mod tests {
    use super::{PAGES, repaired};

    #[test]
    fn each_page_has_its_letters() {
        assert!(PAGES.iter().all(|page| page.chars().count() == 128), "{:?}", PAGES.map(|page| page.chars().count()));
    }

    #[test]
    fn what_was_misread_is_read_as_it_was_meant() {
        for (misread, meant) in [
            ("ÔòÉÔòÉÔòí EXCEPTION CAUGHT BY OAK Ôò×ÔòÉÔòÉ", "══╡ EXCEPTION CAUGHT BY OAK ╞══"),
            ("ΓòÉΓòÉΓòí oak", "══╡ oak"),
            ("canâ€™t find â€˜Shelfâ€™", "can’t find ‘Shelf’"),
            ("n├úo foi", "não foi"),
        ] {
            assert_eq!(repaired(misread).as_deref(), Some(meant));
        }
        for plain in ["Ôtez l’étagère", "crème brûlée", "Γ is a letter", "│ ├── shelf", "São João"] {
            assert_eq!(repaired(plain), None, "{plain}");
        }
    }
}
