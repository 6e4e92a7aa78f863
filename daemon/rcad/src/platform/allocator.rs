//! Limits for glibc's allocator, which otherwise keeps what each thread has freed for that thread: 47 MiB after five failed
//! builds instead of 6. Other allocators were measured in a development build: jemalloc 19, mimalloc 20, glibc 31, with one
//! arena 13, with two and trimming 8.

/// At most two arenas instead of eight a processor, and free memory at the end of the heap goes back from 1 MiB on (from
/// 128 KiB on, an import takes a third longer). Other systems' allocators don't know the variables.
pub const LIMITS: [(&str, &str); 2] = [("MALLOC_ARENA_MAX", "2"), ("MALLOC_TRIM_THRESHOLD_", "1048576")];

/// Executes this program again under [`LIMITS`], since glibc reads them only when a program starts. Returns if one of them
/// is set already, or if that fails: the daemon then takes more memory, and that is all.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn limit() {
    use std::os::unix::process::CommandExt;

    if LIMITS.iter().any(|(name, _)| std::env::var_os(name).is_some()) {
        return;
    }
    let mut words = std::env::args_os();
    let error = std::env::current_exe().map_or_else(
        |error| error,
        |program| {
            let mut command = std::process::Command::new(program);
            words.next().map(|name| command.arg0(name));
            command.args(words).envs(LIMITS).exec()
        },
    );
    tracing::warn!("the allocator's limits are not set ({error}); the daemon will hold more memory");
}

/// Other systems' allocators are left as they are.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn limit() {}
