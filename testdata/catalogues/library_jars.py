"""Reads the public names and members out of a library's jar or aar."""

import io
import re
import zipfile

from class_files import ANNOTATION, PROTECTED, PUBLIC, SYNTHETIC, ClassFile
from kotlin_metadata import CLASS, FACADE, FILE, Metadata

METADATA = "Lkotlin/Metadata;"

# Packages that are no library's own interface, and those of them that failures name all the same.
NOT_OFFERED = re.compile(r"(?:^|/)(?:internal|impl|shaded?|repackaged|thirdparty|vendor|relocated|test-?fixtures|databinding|icons|META-INF)(?:/|$)")
NAMED_ALL_THE_SAME = re.compile(
    r"kotlin(?:/coroutines)?/jvm/internal/\w+$|okhttp3/internal/\w+$|dagger/internal/\w+$|kotlinx/serialization/internal/\w+$"
    r"|com/android/build/gradle/internal/dsl/|androidx/databinding/\w+$|androidx/test/internal/runner/\w+$"
)

# Class files that need no look: anonymous and local classes, and what code generators and minifiers leave.
NOT_NAMED = re.compile(r"(?:^|[$/])(?:\d|[a-z]{1,3}(?:\.class|\$)|[A-Z]\.class|R(?:\.class|\$)|BuildConfig\.|package-info|module-info|ComposableSingletons\$)|\$Companion\b|\$\$|-")
GENERATED = re.compile(r"_Factory\b|_MembersInjector\b|_Impl\b|Binding(?:Impl)?\.class$|_GeneratedInjector|_HiltModules|_ComponentTreeDeps|/Hilt_|DefaultImpls\.class$|WhenMappings\.class$")

# Members that say nothing of a version: constructors, what every class may override, and what compilers add.
NO_MEMBER = re.compile(r"^[<-]|\$|^(?:equals|hashCode|toString|clone|finalize|values|valueOf|getEntries|copy|component\d+|compareTo|serialVersionUID|CREATOR|Companion|INSTANCE)$")


def classes(path):
    """Name in the jar and bytes of each class file that may be offered."""
    with zipfile.ZipFile(path) as opened:
        if "classes.jar" in opened.namelist():
            yield from classes(io.BytesIO(opened.read("classes.jar")))
            return
        for entry in opened.namelist():
            package = entry.rpartition("/")[0]
            if not entry.endswith(".class") or not package or NOT_NAMED.search(entry) or GENERATED.search(entry):
                continue
            if NOT_OFFERED.search(package) and not NAMED_ALL_THE_SAME.match(entry.removesuffix(".class")):
                continue
            yield entry, opened.read(entry)


def within(package, packages):
    return any(package == one or package.startswith(one + ".") for one in packages)


class Library:
    """What a jar offers: `names` of (package, simple name, kind, receiver); and `members`, `parents` and how it is `shown` of each class."""

    def __init__(self, path, packages=(), without=(), members=False):
        self.names, self.members, self.parents, self.shown = set(), {}, {}, {}
        self._classes = {}
        for entry, data in classes(path):
            package = entry.rpartition("/")[0].replace("/", ".")
            if packages and not within(package, packages) or within(package, without):
                continue
            try:
                klass = ClassFile(data)
            except (IndexError, UnicodeError):
                continue
            self._read(klass, package, members)
        for name in self._classes:
            if (simple := self._public_name(name)) is not None:
                package = name.rpartition("/")[0].replace("/", ".")
                self.names.add((package, simple, "a" if self._classes[name][1] & ANNOTATION else "c", None))
                if name in self.members:
                    self.shown[name] = f"{package}.{simple}"

    def _read(self, klass, package, members):
        annotation = klass.annotation(METADATA)
        metadata = Metadata(annotation) if annotation else None
        declared = self._read_declarations(metadata, hidden_names(klass), package) if metadata else 0
        if metadata and not (metadata.kind == FACADE or metadata.kind == FILE and declared or metadata.kind == CLASS and metadata.is_public()):
            return
        if klass.access & SYNTHETIC:
            return
        self._classes[klass.name] = klass.inner_classes().get(klass.name), klass.access
        self.parents[klass.name] = klass.parents
        if members and (metadata is None or metadata.kind == CLASS):
            self.members[klass.name] = members_of(klass)

    def _read_declarations(self, metadata, hidden, package):
        count = 0
        for kind, name, receiver in metadata.declarations():
            if kind != "f" or name not in hidden:
                self.names.add((metadata.package or package, name, kind, receiver))
                count += 1
        return count

    def _public_name(self, name):
        """`Outer.Inner`, if code elsewhere can name it."""
        if (known := self._classes.get(name)) is None:
            return None
        inner, access = known
        simple = name.rpartition("/")[2]
        if inner is None:
            return simple if access & PUBLIC and "$" not in simple else None
        outer, simple, access = inner
        if not outer or not access & (PUBLIC | PROTECTED) or (shown := self._public_name(outer)) is None:
            return None
        return f"{shown}.{simple}"


def hidden_names(klass):
    """Functions that are kept for old class files only: `DeprecationLevel.HIDDEN`."""
    seen, shown = set(), set()
    for name, _, attributes, access in klass.methods:
        name = name.partition("-")[0]
        seen.add(name)
        if not (access & SYNTHETIC and "Deprecated" in attributes):
            shown.add(name)
    return seen - shown


def members_of(klass):
    """Names of the public and protected methods and fields that a class declares; inline classes' endings left out."""
    found = set()
    for name, _, _, access in klass.fields + klass.methods:
        if access & (PUBLIC | PROTECTED) and not access & SYNTHETIC and not NO_MEMBER.search(name):
            found.add(name.partition("-")[0])
    return found
