//! Whose process it is, by its name.

use super::readers::stack_trace::own;

/// Beginnings of processes of Android itself and of what every device brings.
const PROCESSES: &[&str] = &[
    "android.process.",
    "com.android.",
    "com.google.android.bluetooth",
    "com.google.android.gms",
    "com.google.android.gsf",
    "com.google.process.",
    "com.miui.",
    "com.qualcomm.",
    "com.samsung.android.",
    "com.sec.android.",
    "system_server",
    "system_process",
    "zygote",
];

/// Whether the process belongs to the system and not to an app that somebody develops.
pub fn is_system_process(process: &str) -> bool {
    let name = process.split(':').next().unwrap_or(process);
    // Anybody may call an app `com.android.basket`.
    let anybodys = name.starts_with("com.android.") && own::is_own(&format!("{name}.App"), None);
    PROCESSES.iter().any(|start| name.starts_with(start)) && !anybodys || name.ends_with(".launcher")
}

#[cfg(test)]
mod tests {
    use super::is_system_process;

    #[test]
    fn processes_of_the_device_are_not_the_readers() {
        assert!(is_system_process("com.android.nfc") && is_system_process("com.google.android.gms.persistent"));
        assert!(
            !is_system_process("com.example.basket:remote")
                && !is_system_process("com.google.android.samples")
                && !is_system_process("com.android.basket")
        );
    }
}
