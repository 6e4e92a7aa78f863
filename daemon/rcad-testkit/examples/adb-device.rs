//! A made-up Android device to try things with: `adb connect` to the address that it prints; its log is standard input.

use std::io::BufRead;

use rcad_testkit::AdbDevice;

fn main() -> std::io::Result<()> {
    let device = AdbDevice::start("Pixel_8")?;
    println!("{}", device.address());
    for line in std::io::stdin().lock().lines() {
        device.log(&(line? + "\n"));
    }
    std::thread::park();
    Ok(())
}
