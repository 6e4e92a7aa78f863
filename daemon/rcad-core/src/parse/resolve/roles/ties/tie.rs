//! One failure that follows from another.

/// That a failure goes away with another one, or is that one again.
#[derive(Clone, Copy, Debug)]
pub struct Tie {
    /// Index of the failure that it follows from.
    pub cause: usize,
    /// It is the same mistake at another place, which must be corrected there as well.
    pub again: bool,
    /// Why.
    pub why: &'static str,
}
