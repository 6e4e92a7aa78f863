//! Made-up Kotlin projects of any size, for testing and measuring the code index: five files for each noun, whose
//! classes use each other and those of the next noun.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

/// The files of a noun, below the package of its feature, with their contents.
const FILES: &[(&str, &str)] = &[
    ("model/Basket.kt", include_str!("../../../testdata/code/model.kt")),
    ("data/BasketRepository.kt", include_str!("../../../testdata/code/repository.kt")),
    ("domain/ChangeBasket.kt", include_str!("../../../testdata/code/usecase.kt")),
    ("ui/BasketViewModel.kt", include_str!("../../../testdata/code/viewmodel.kt")),
    ("ui/BasketScreen.kt", include_str!("../../../testdata/code/screen.kt")),
];

/// Additional content of some files, inserted at `// more`.
const MORE: &str = include_str!("../../../testdata/code/more.kt");

const FIRST: &[&str] = &[
    "Account", "Album", "Booking", "Camera", "Coupon", "Course", "Device", "Driver", "Event", "Flight", "Garden",
    "Hotel", "Invoice", "Journal", "Lesson", "Market", "Meter", "Order", "Parcel", "Recipe",
];
const SECOND: &[&str] = &[
    "Badge", "Batch", "Chart", "Draft", "Entry", "Filter", "Group", "History", "Item", "Label", "Line", "Link", "Note",
    "Offer", "Page", "Photo", "Plan", "Report", "Slot", "Ticket",
];

/// The size of a written project.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProjectSize {
    /// Kotlin files.
    pub files: usize,
    /// Their lines.
    pub lines: usize,
    /// Their bytes.
    pub bytes: usize,
}

/// Writes a Gradle project with this number of Kotlin files, the same in every run, last changed some minutes ago.
pub fn write(root: &Path, files: usize) -> io::Result<ProjectSize> {
    fs::create_dir_all(root)?;
    fs::write(root.join("settings.gradle"), "rootProject.name = 'made-up'\n")?;
    let nouns = files.div_ceil(FILES.len());
    let mut written = ProjectSize::default();
    let then = SystemTime::now() - Duration::from_secs(600);
    for n in 0..files {
        let (about, (path, template)) = (n / FILES.len(), FILES[n % FILES.len()]);
        let path = format!("{}/{}", directory(about), path.replace("Basket", &noun(about)));
        let text = text(template, about, nouns);
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap_or(root))?;
        fs::write(&path, &text)?;
        File::options().write(true).open(&path)?.set_modified(then)?;
        written = ProjectSize {
            files: written.files + 1,
            lines: written.lines + text.lines().count(),
            bytes: written.bytes + text.len(),
        };
    }
    Ok(written)
}

/// Nouns of a feature, which is a module.
const NOUNS: usize = 10;

/// The directory of a noun's packages.
pub fn directory(about: usize) -> String {
    let feature = about / NOUNS;
    format!("feature{feature}/src/main/kotlin/com/example/feature{feature}")
}

/// The noun of a number.
pub fn noun(about: usize) -> String {
    let (first, second) = (FIRST[about % FIRST.len()], SECOND[about / FIRST.len() % SECOND.len()]);
    match about / (FIRST.len() * SECOND.len()) {
        0 => format!("{first}{second}"),
        more => format!("{first}{second}{more}"),
    }
}

fn text(template: &str, about: usize, nouns: usize) -> String {
    let next = (about + 1) % nouns;
    let small = |noun: &str| format!("{}{}", noun[..1].to_lowercase(), &noun[1..]);
    // A few files are long, as in real projects.
    let more: String = (0..[0, 0, 1, 0, 2][about % 5]).map(|n| MORE.replace('7', &(about + n).to_string())).collect();
    template
        .replace("    // more\n", &more)
        .replace("feature1", &format!("feature{}", about / NOUNS))
        .replace("feature2", &format!("feature{}", next / NOUNS))
        .replace("Basket", &noun(about))
        .replace("basket", &small(&noun(about)))
        .replace("Article", &noun(next))
        .replace("article", &small(&noun(next)))
}
