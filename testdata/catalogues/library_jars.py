"""Reads the public names and members out of a library's jar or aar."""

import io
import re
import zipfile

from class_files import ANNOTATION, PRIVATE, PROTECTED, PUBLIC, SYNTHETIC, ClassFile
from kotlin_metadata import CLASS, FACADE, FILE, Metadata

METADATA, DEPRECATED = "Lkotlin/Metadata;", "Lkotlin/Deprecated;"

# What Kotlin keeps of a property's annotations, and the name that a replacement begins with; not one that says nothing by itself.
ANNOTATED = re.compile(r"get([A-Z]\w*?)(?:-\w+)?\$annotations")
REPLACEMENT = re.compile(r"(?:this\.)?([A-Za-z_][\w.]*)")
QUALIFIED = re.compile(r"(?:[a-z]\w*\.){2,}\w+")
NO_REPLACEMENT = {"this", "apply", "also", "let", "run", "with", "add", "addAll", "get", "set", "map", "toDouble", "TODO", "error"}

# Packages that are no library's own interface, and those of them that failures name all the same.
NOT_OFFERED = re.compile(
    r"(?:^|/)(?:internal|impl|shaded?|shadow|repackaged|thirdparty|vendor|relocated|external|databinding|icons|META-INF)(?:/|$)"
)
NAMED_ALL_THE_SAME = re.compile(
    r"kotlin(?:/coroutines)?/jvm/internal/\w+$|okhttp3/internal/\w+$|dagger/internal/\w+$|kotlinx/serialization/internal/\w+$"
    r"|com/android/build/gradle/internal/dsl/|androidx/databinding/\w+$|androidx/test/internal/runner/\w+$"
)

# Class files that need no look: anonymous and local classes, and what code generators and minifiers leave.
NOT_NAMED = re.compile(
    r"(?:^|[$/])(?:\d|[a-z]{1,3}(?:\.class|\$)|[A-Z]\.class|R(?:\.class|\$)|BuildConfig\.|package-info|module-info|ComposableSingletons\$)"
    r"|\$Companion\b|\$\$|-"
)
GENERATED = re.compile(
    r"_Factory\b|_MembersInjector\b|_Impl\b|Binding(?:Impl)?\.class$|_GeneratedInjector|_HiltModules|_ComponentTreeDeps|/Hilt_"
    r"|DefaultImpls\.class$|WhenMappings\.class$"
)

# Members that say nothing of a version: constructors, what every class may override, and what compilers add.
NO_MEMBER = re.compile(
    r"^[<-]|\$|^(?:equals|hashCode|toString|clone|finalize|values|valueOf|getEntries|copy|component\d+|compareTo|serialVersionUID|CREATOR"
    r"|Companion|INSTANCE)$"
)


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


class Choice:
    """What of a library is read: packages, with or without members, and whether nothing but names outside of classes."""

    def __init__(self, members=False):
        self.packages, self.without, self.silent, self.members, self.top = [], [], [], members, False

    def take(self, word):
        """Whether a word of `libraries.txt` is about this."""
        lists = {"/": self.packages, "!": self.without, "%": self.silent}
        if word == "top":
            self.top = True
        elif word[0] in lists:
            lists[word[0]].append(word[1:])
        else:
            return False
        return True

    def wants(self, package):
        return (not self.packages or within(package, self.packages)) and not within(package, self.without)

    def wants_members(self, package):
        return self.members and not within(package, self.silent)


class Library:
    """What a jar offers: `names` of (package, simple name, kind, receiver); of each class `members` and how it is `shown`;
    and `renames` of (package or class, old name, new name)."""

    def __init__(self, path, choice):
        self.names, self.members, self.shown, self.renames = set(), {}, {}, set()
        self._classes, renamed = {}, {}
        for entry, data in classes(path):
            package = entry.rpartition("/")[0].replace("/", ".")
            if not choice.wants(package) or choice.top and "$" in entry:
                continue
            try:
                klass = ClassFile(data)
            except (IndexError, UnicodeError):
                continue
            if (metadata := self._read(klass, package, choice)) and DEPRECATED in klass.pool:
                declared = {name for _, name, _ in metadata.declarations()}
                renamed[klass.name] = set(renames(klass, declared)), metadata
        for name in self._classes:
            if (simple := self._public_name(name)) is not None:
                package = name.rpartition("/")[0].replace("/", ".")
                self.names.add((package, simple, "a" if self._classes[name][1] & ANNOTATION else "c", None))
                if name in self.members:
                    self.shown[name] = f"{package}.{simple}"
        for name, (found, metadata) in renamed.items():
            self._add_renames(name, found, metadata)

    def _add_renames(self, name, found, metadata):
        package, simple = name.rpartition("/")[0].replace("/", "."), self._public_name(name)
        if NOT_OFFERED.search(name.rpartition("/")[0]) or metadata.kind == CLASS and simple is None:
            return
        for old, new in found:
            if old is None:
                self.renames.add((package, simple, new))
            else:
                self.renames.add((f"{package}.{simple}" if metadata.kind == CLASS else metadata.package or package, old, new))

    def _read(self, klass, package, choice):
        """Takes what a class file has; its metadata, if it has any."""
        annotation = klass.annotation(METADATA)
        metadata = Metadata(annotation) if annotation else None
        declared = self._read_declarations(metadata, hidden_names(klass), package) if metadata else 0
        if metadata and not (metadata.kind == FACADE or metadata.kind == FILE and declared or metadata.kind == CLASS and metadata.is_public()):
            return metadata
        if klass.access & SYNTHETIC or metadata and metadata.kind != CLASS and choice.top:
            return metadata
        self._classes[klass.name] = klass.inner_classes().get(klass.name), klass.access
        if choice.wants_members(package) and (metadata is None or metadata.kind == CLASS):
            self.members[klass.name] = members_of(klass)
        return metadata

    def _read_declarations(self, metadata, hidden, package):
        count = 0
        for kind, name, receiver in metadata.declarations():
            if kind != "f" or name not in hidden:
                count += 1
                if not NOT_OFFERED.search(package.replace(".", "/")):
                    self.names.add((metadata.package or package, name, kind, receiver))
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


def renames(klass, declared):
    """Old and new name of what Kotlin's `@Deprecated` names a replacement for; without an old name it is the class itself.
    `declared`: names of what is public outside of classes, even where the method of the class file is private."""
    package = klass.name.rpartition("/")[0].replace("/", ".")
    if new := replacement(klass.annotation(DEPRECATED), package, re.split(r"[/$]", klass.name)[-1]):
        yield None, new
    for name, _, attributes, access in klass.methods:
        if name.startswith(("<", "-")) or not (annotation := klass.annotation(DEPRECATED, attributes)):
            continue
        if annotated := ANNOTATED.fullmatch(name):
            name = annotated[1] if annotated[1] in declared else annotated[1][0].lower() + annotated[1][1:]
        name = name.partition("-")[0]
        hidden = access & PRIVATE and not annotated and name not in declared
        if not hidden and "$" not in name and (new := replacement(annotation, package, name)):
            yield name, new


def replacement(annotation, package, old):
    """The name that the replacement begins with, with its package if that is told; None if nothing is new about it."""
    given = annotation and annotation.get("replaceWith")
    if not given or not (begins := REPLACEMENT.match(given.get("expression", "").strip())):
        return None
    new = begins[1].rpartition(".")[2]
    if not new or new in NO_REPLACEMENT:
        return None
    written = begins[1] if QUALIFIED.fullmatch(begins[1]) else new
    full = next((full for full in given.get("imports", []) if re.fullmatch(r"[\w.]+\." + new, full)), written)
    accessors = [start + new[0].upper() + new[1:] for start in ("get", "set", "is")]
    moved = full != new and full.rpartition(".")[0] != package
    return None if old in accessors or old == new and not moved else full
