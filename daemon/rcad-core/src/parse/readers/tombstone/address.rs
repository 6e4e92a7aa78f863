//! What the address at which a native crash happened tells: a null pointer, text in place of a pointer, memory that is
//! there and may not be used so.

/// What lies at the address, as far as signal, code and address show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Address {
    /// The log does not have it.
    Unknown,
    /// Nearly 0.
    Null,
    /// Nearly 0, from below: `0xffffffffffffffe8`.
    BelowNull,
    /// The letters of a text.
    Text,
    /// Where no process can have memory.
    Impossible,
    /// The beginning of a page that is not there.
    Page,
    /// Memory that is there, and not for this access.
    Refused,
    /// A file's memory whose file is gone.
    Gone,
    /// Somewhere without memory.
    Elsewhere,
}

/// An object at a null pointer is smaller than this.
const SMALL: u64 = 0x1000;

/// Bits of an address that a process uses; the byte above them may hold a tag.
const USED: u32 = 48;

/// What an address without memory that is far from 0 says.
pub const STALE: &str = ": native code used an address without memory, far from 0, so no null pointer but a wrong or stale one (an object that was freed, an index beyond its array)";

impl Address {
    /// `signal` such as `SIGSEGV`, `code` such as `SEGV_MAPERR`, `address` such as `0x7b10`.
    pub fn of(signal: &str, code: &str, address: Option<&str>) -> Address {
        let digits = address.map(|text| text.trim_start_matches("0x"));
        let Some((digits, at)) = digits.and_then(|text| Some((text, u64::from_str_radix(text, 16).ok()?))) else {
            return Address::Unknown;
        };
        let wide = at > u64::from(u32::MAX);
        let top = if digits.len() > 8 { u64::MAX } else { u64::from(u32::MAX) };
        match (signal, code) {
            // The processor reports no address then.
            ("SIGSEGV", "SI_KERNEL") if at == 0 => Address::Impossible,
            ("SIGSEGV", _) if at < SMALL => Address::Null,
            ("SIGSEGV", _) if top - at < SMALL => Address::BelowNull,
            ("SIGSEGV", _) if wide && is_text(at) => Address::Text,
            ("SIGSEGV", _) if (at << 8 >> 8) >> USED != 0 => Address::Impossible,
            ("SIGSEGV", "SEGV_ACCERR") => Address::Refused,
            ("SIGSEGV", "SEGV_MAPERR") if at.is_multiple_of(SMALL) => Address::Page,
            ("SIGSEGV", "SEGV_MAPERR") => Address::Elsewhere,
            ("SIGBUS", "BUS_ADRERR") => Address::Gone,
            _ => Address::Unknown,
        }
    }

    /// A sentence with a space before it; empty where the address tells nothing.
    pub fn says(self) -> &'static str {
        match self {
            Address::Unknown | Address::Elsewhere => "",
            Address::Null => " The address is (nearly) 0: a null pointer was used.",
            Address::BelowNull => {
                " The address lies just below 0: an error code such as -1 was used as a pointer, or something in front of a null one."
            }
            Address::Text => {
                " The address is no address but the letters of a text: the memory that held the pointer had been overwritten, or freed and used anew."
            }
            Address::Impossible => {
                " No process has memory at such an address: other data were used as a pointer, as a rule since its memory had been overwritten, or freed and used anew."
            }
            Address::Page => {
                " The address is the first of a page: it ran over the end of what is mapped, of a buffer most probably."
            }
            Address::Refused => {
                " There is memory at the address, but not for this access (a write to what is read-only, a jump into data, a guard page): the pointer was not null, but wrong or stale."
            }
            Address::Gone => {
                " The memory's file is gone or was made shorter while it was mapped, or the storage is full."
            }
        }
    }
}

/// Whether the upper half is letters, as UTF-16 (`0x0068006500000010`) or in single bytes (`0x6c6c656800000010`).
fn is_text(at: u64) -> bool {
    let letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b'.' | b'/' | b'_' | b'-' | b':');
    let [a, b, c, d, ..] = at.to_be_bytes();
    a == 0 && c == 0 && letter(b) && letter(d) || [a, b, c, d].into_iter().all(letter)
}

#[cfg(test)]
mod tests {
    use super::Address;

    #[test]
    fn what_an_address_shows() {
        for (signal, code, address, expected) in [
            ("SIGSEGV", "SEGV_MAPERR", Some("0x0"), Address::Null),
            ("SIGSEGV", "SEGV_MAPERR", Some("0x5c"), Address::Null),
            ("SIGSEGV", "SI_KERNEL", Some("0x0"), Address::Impossible),
            ("SIGSEGV", "SEGV_MAPERR", Some("0xffffffffffffffe8"), Address::BelowNull),
            ("SIGSEGV", "SEGV_MAPERR", Some("0xfffffff4"), Address::BelowNull),
            ("SIGSEGV", "SEGV_MAPERR", Some("0x0068006500000018"), Address::Text),
            ("SIGSEGV", "SEGV_MAPERR", Some("0x6b6f206600000010"), Address::Text),
            ("SIGSEGV", "SEGV_MAPERR", Some("0x0012f3a100000018"), Address::Impossible),
            // A tag in the top byte is no part of the address.
            ("SIGSEGV", "SEGV_MAPERR", Some("0xb400007b10c2d018"), Address::Elsewhere),
            ("SIGSEGV", "SEGV_MAPERR", Some("0x7b10c2d018"), Address::Elsewhere),
            ("SIGSEGV", "SEGV_MAPERR", Some("0x6c6c6568"), Address::Elsewhere),
            ("SIGSEGV", "SEGV_MAPERR", Some("0x7b10c2d000"), Address::Page),
            ("SIGSEGV", "SEGV_ACCERR", Some("0x7b10c2d018"), Address::Refused),
            ("SIGBUS", "BUS_ADRERR", Some("0x7b10c2d000"), Address::Gone),
            ("SIGABRT", "SI_TKILL", Some("0x1a2b"), Address::Unknown),
            ("SIGSEGV", "SEGV_MAPERR", None, Address::Unknown),
        ] {
            assert_eq!(Address::of(signal, code, address), expected, "{signal} {code} {address:?}");
        }
    }
}
