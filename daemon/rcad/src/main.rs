//! The `rcad` program; `lib.rs` is its map.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    rcad::main()
}
