//! Opens links in the user's browser.

/// Opens a link with the desktop's default browser.
pub fn open_link(link: &str) -> std::io::Result<()> {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let mut child = std::process::Command::new(opener)
        .arg(link)
        .stdin(std::process::Stdio::null())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()?;
    // Wait for it, so that no zombies collect.
    std::thread::spawn(move || child.wait());
    Ok(())
}
