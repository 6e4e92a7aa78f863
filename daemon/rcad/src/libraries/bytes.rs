//! Reads numbers out of bytes that may be damaged: what is not there is nothing, never a panic.

/// A place in bytes.
#[derive(Clone, Copy)]
pub struct Cursor<'b> {
    rest: &'b [u8],
}

impl<'b> Cursor<'b> {
    /// At the beginning.
    pub fn new(bytes: &'b [u8]) -> Cursor<'b> {
        Cursor { rest: bytes }
    }

    /// Whether nothing is left.
    pub fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    /// The next so many bytes.
    pub fn take(&mut self, length: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(taken)
    }

    /// Passes over so many bytes.
    pub fn skip(&mut self, length: usize) -> Option<()> {
        self.take(length).map(drop)
    }

    /// A byte.
    pub fn u1(&mut self) -> Option<u8> {
        self.take(1)?.first().copied()
    }

    /// A number of two bytes, the higher one first, as class files have them.
    pub fn u2(&mut self) -> Option<u16> {
        Some(u16::from_be_bytes(self.take(2)?.try_into().ok()?))
    }

    /// The same of four bytes.
    pub fn u4(&mut self) -> Option<u32> {
        Some(u32::from_be_bytes(self.take(4)?.try_into().ok()?))
    }

    /// A number of seven bits a byte, the lowest first, as protocol buffers have them.
    pub fn varint(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.u1()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }
}
