//! Opens links in the user's browser.

/// Opens a link in the user's browser, by the desktop's own opener.
pub fn open_link(link: &str) -> std::io::Result<()> {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let mut child = std::process::Command::new(opener)
        .arg(link)
        .stdin(std::process::Stdio::null())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()?;
    // Reaped, so that no zombie stays behind a daemon that opens many.
    std::thread::spawn(move || child.wait());
    Ok(())
}
