//! Each tool's results on real projects, and each of its errors from a real cause.

mod code;
mod files_and_builds;
