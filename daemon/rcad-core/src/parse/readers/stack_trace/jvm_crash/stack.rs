//! The stack in a report of a virtual machine that died: which library called the one on top, which Java called that, and
//! what the virtual machine's own thread was doing.

use super::super::own;
use crate::parse::input::lines::Lines;
use crate::pattern::Pattern;

/// `C  [libshelf.so+0x7f3]  Java_Shelf_fill+0x183`, `V  [libjvm.so+0x66161b]  JavaCalls::call(Oak*)+0x1b  (calls.cpp:3)`
static NATIVE: Pattern = Pattern::new(
    r"^(?P<kind>[CV])\s+\[(?P<library>[^\]+]+)\+0x[0-9a-f]+\](?:\s+(?P<function>[-+]\[[^\]]+\]|[^\s(+]+))?",
);

/// `j  com.example.Shelf.fill([II)V+29`, `J 4812 c2 com.example.Basket.put(I)V (88 bytes) @ 0x…`, `J 12  a.B.c()V`
static JAVA: Pattern = Pattern::new(
    r"^[JjA]\s+(?:[0-9]+%?\s+)?(?:!?\s*(?:[cC][12]|jvmci)\s+)?(?P<method>[A-Za-z_$][A-Za-z0-9_.$/]*\.[A-Za-z0-9_$<>]+)\(",
);

/// `Current thread (0x00007f1a):  JavaThread "C2 CompilerThread0" daemon [_thread_in_native, id=7, stack(…)]`
static THREAD: Pattern =
    Pattern::new(r#"^Current thread \(0x[0-9a-f]+\):\s+(?P<kind>[A-Za-z0-9]+)(?: "(?P<name>[^"]+)")?"#);

/// `C2:   2345  678   !   4       com.example.Shelf::fill (123 bytes)`, below `Current CompileTask:`
static COMPILES: Pattern = Pattern::new(r"^C[12]:.*\s(?P<method>[A-Za-z_$][A-Za-z0-9_.$/]*::[A-Za-z0-9_$<>]+)(?:\s|$)");

/// Beginnings of the names of libraries that belong to the Java runtime itself.
const OF_JAVA: &[&str] = &[
    "libjvm",
    "jvm.dll",
    "libjava.",
    "java.dll",
    "libzip.",
    "zip.dll",
    "libnio.",
    "nio.dll",
    "libnet.",
    "net.dll",
    "libjli",
    "jli.dll",
    "libjimage",
    "jimage.dll",
    "libverify",
    "verify.dll",
    "libawt",
    "awt.dll",
    "libfontmanager",
    "fontmanager.dll",
    "libmanagement",
    "management.dll",
    "libinstrument",
    "instrument.dll",
    "libjdwp",
    "jdwp.dll",
    "libj2",
    "libmlib",
    "libjavajpeg",
    "liblcms",
    "libextnet",
    "libattach",
    "java.exe",
    "javaw.exe",
];

/// Beginnings of the names of libraries that the operating system brings.
const OF_SYSTEM: &[&str] = &[
    // macOS
    "libsystem_",
    "libSystem",
    "libobjc.",
    "libdispatch.",
    "libdyld.",
    "dyld",
    "libc++.",
    "libc++abi.",
    "CoreFoundation",
    "AppKit",
    "Foundation",
    // Linux
    "libc.so",
    "libc-",
    "libpthread",
    "libdl.so",
    "libm.so",
    "libstdc++.so",
    "libgcc_s.so",
    "ld-linux",
    "ld-musl",
    "linux-vdso",
    // Windows
    "ntdll",
    "ucrtbase",
    "msvcrt",
    "msvcp",
    "vcruntime",
    "KERNELBASE",
    "kernel32",
    "user32",
];

/// Whether a library is the operating system's own, which fails for whoever calls it wrongly.
pub fn is_of_system(library: &str) -> bool {
    OF_SYSTEM.iter().any(|start| library.get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start)))
}

/// A library for windows and graphics with native code of its own.
pub struct JavaToolkit {
    /// Its name.
    pub name: &'static str,
    /// Beginnings of its packages.
    starts: &'static [&'static str],
    /// How another version of it is had.
    pub update: &'static str,
}

impl JavaToolkit {
    /// Whether a frame is the native half of another Java class than the toolkit's own.
    pub fn is_called_by_another(&self, frame: &ReportedFrame) -> bool {
        let java = frame.function.as_deref().and_then(|function| function.strip_prefix("Java_"));
        java.is_some_and(|class| !self.starts.iter().any(|start| class.starts_with(&start.replace('.', "_"))))
    }
}

const TOOLKITS: &[JavaToolkit] = &[
    JavaToolkit {
        name: "JavaFX",
        starts: &["com.sun.glass.", "com.sun.prism.", "com.sun.javafx.", "javafx."],
        update: "Update JavaFX (`org.openjfx`, for just this system and processor) and the JDK to their newest updates; both must fit each other.",
    },
    JavaToolkit {
        name: "SWT",
        starts: &["org.eclipse.swt."],
        update: "Update SWT (`org.eclipse.swt`, for just this system and processor) and the JDK to their newest updates.",
    },
    JavaToolkit {
        name: "LWJGL",
        starts: &["org.lwjgl."],
        update: "Update LWJGL with its natives, the graphics driver and the JDK; look at what the program passes to it (null, freed buffers, a call on a thread without context).",
    },
    JavaToolkit {
        name: "AWT (it is part of the JDK)",
        starts: &["sun.awt.", "sun.lwawt.", "sun.java2d.", "java.awt.", "sun.font."],
        update: "Use the newest update of this Java version, or another vendor's build, and update the graphics driver; `-Dsun.java2d.opengl=false` and `-Dsun.java2d.d3d=false` keep Java2D off the driver.",
    },
];

/// Java functions next to the native code by which a toolkit is known.
const NEAR: usize = 3;

/// Lines below a report's head in which its stack is looked for, and most frames of it.
const REPORT: usize = 1_200;
const FRAMES: usize = 200;

/// A native frame.
#[derive(Clone, Debug)]
pub struct ReportedFrame {
    /// File name.
    pub library: String,
    /// Without arguments.
    pub function: Option<String>,
    /// Its line's index.
    pub at: usize,
}

/// What a report shows of the thread that died.
#[derive(Default)]
pub struct ReportedStack {
    /// Native frames above the first of Java, top first.
    native: Vec<ReportedFrame>,
    /// Java's, top first: class and method, the line's index.
    java: Vec<(String, usize)>,
    /// Kind and name of the thread.
    pub thread: Option<String>,
    /// What the compiler compiled.
    pub compiles: Option<String>,
}

/// Reads the stack of the report that begins at this line. Empty where the text has only the report's head.
pub fn read(lines: &Lines, at: usize) -> ReportedStack {
    let mut stack = ReportedStack::default();
    let end = lines.len().min(at + REPORT);
    let mut open = false;
    for index in at + 1..end {
        let line = lines.get(index).trim();
        if line.contains("A fatal error has been detected by") || stack.java.len() + stack.native.len() > FRAMES {
            break;
        }
        if let Some(found) = THREAD.captures(line) {
            let name = found.name("name").unwrap_or_else(|| found.name("kind").expect("always there"));
            stack.thread = Some(name.as_str().to_owned());
        } else if let Some(found) = COMPILES.captures(line) {
            stack.compiles = stack.compiles.take().or_else(|| Some(found["method"].to_owned()));
        } else if line.starts_with("Native frames:") || line.starts_with("Java frames:") {
            open = true;
        } else if line.is_empty() {
            open = false;
        } else if open {
            stack.take(line, index);
        }
    }
    stack
}

impl ReportedStack {
    fn take(&mut self, line: &str, index: usize) {
        if let Some(found) = JAVA.captures(line) {
            self.java.push((found["method"].replace('/', "."), index));
        } else if let Some(found) = NATIVE.captures(line).filter(|_| self.java.is_empty()) {
            let function = found.name("function").map(|name| name.as_str().to_owned());
            self.native.push(ReportedFrame { library: found["library"].to_owned(), function, at: index });
        }
    }

    /// Whether the report has frames at all.
    pub fn is_empty(&self) -> bool {
        self.native.is_empty() && self.java.is_empty()
    }

    /// The first library that is neither the operating system's nor Java's: the one that led there.
    pub fn culprit(&self) -> Option<&ReportedFrame> {
        self.native.iter().find(|frame| !is_of_system(&frame.library) && !is_of_java(&frame.library))
    }

    /// The first library of the Java runtime below those of the operating system.
    pub fn of_java(&self) -> Option<&ReportedFrame> {
        self.native.iter().find(|frame| !is_of_system(&frame.library)).filter(|frame| is_of_java(&frame.library))
    }

    /// The Java function that called native code, and its line.
    pub fn java(&self) -> Option<&(String, usize)> {
        self.java.first()
    }

    /// Whose native code the Java functions next to it call; the first that is known.
    pub fn toolkit(&self) -> Option<&'static JavaToolkit> {
        let near = self.java.iter().take(NEAR);
        near.filter_map(|(name, _)| TOOLKITS.iter().find(|kit| kit.starts.iter().any(|start| name.starts_with(start))))
            .next()
    }

    /// The first Java function of the reader's own, where that is another.
    pub fn own_java(&self) -> Option<&(String, usize)> {
        let class = |name: &str| name.rsplit_once('.').map_or(String::new(), |(class, _)| class.to_owned());
        let own = self.java.iter().find(|(name, _)| own::is_own(&class(name), None));
        own.filter(|own| Some(*own) != self.java())
    }
}

/// Whether a library belongs to the Java runtime.
pub fn is_of_java(library: &str) -> bool {
    OF_JAVA.iter().any(|start| library.get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start)))
}
