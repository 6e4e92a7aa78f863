//! Frames of a managed runtime in a native crash, as Unity's crash handler prints them.

use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// `#00 Oak.Shelf/Reader:Read<single> (Oak.Book,int) <0x4c>`
static FRAME: Pattern = Pattern::new(r"^#[0-9]+ +(?P<function>[A-Za-z_][A-Za-z0-9_.`/<>,+]*:[A-Za-z0-9_.<>]+) \(");

/// The function of such a frame.
pub fn function(line: &str) -> Option<String> {
    Some(FRAME.captures(line.trim_start())?["function"].to_owned())
}

/// Says that managed code crashed where nothing native is named; returns the frame's line.
pub fn tell(managed: Option<(String, usize)>, failure: &mut Failure) -> Option<usize> {
    let (function, at) = managed.filter(|_| failure.symbol.is_none())?;
    failure.symbol = Some(function);
    failure.say(
        "The app crashed in native code below the managed function `{symbol}`: it reads or writes memory that it may not (a wrong offset or alignment, memory that was freed).",
        &[
            "See what `{symbol}` gets: unsafe or native memory (`NativeArray`, `UnsafeUtility`, pointers) that was disposed, is too small or not aligned; on 32-bit ARM also unaligned floats.",
            "Update the package that `{symbol}` belongs to, and try a 64-bit build (IL2CPP, ARM64).",
        ],
    );
    Some(at)
}

#[cfg(test)]
mod tests {
    use crate::Category;
    use crate::parse::parse;

    #[test]
    fn a_crash_in_managed_code_is_read() {
        let log = "2024/02/26 02:19:14.435 876 1416 Error CRASH pid: 876, tid: 1416, name: Thread-7  >>> com.example.shelf <<<\n\
            2024/02/26 02:19:14.436 876 1416 Error CRASH       #00 Oak.Shelf/Reader:Read<single> () <0x4c>\n\
            2024/02/26 02:19:14.436 876 1416 Error CRASH       #01 Oak.Book:Open (Oak.Shelf&,int) <0x7f>\n";
        let failure = parse(log).failures.remove(0);
        assert_eq!(failure.category, Category::NativeCrash);
        assert_eq!(failure.symbol.as_deref(), Some("Oak.Shelf/Reader:Read<single>"));
    }
}
