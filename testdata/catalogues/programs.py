"""Messages that build tools throw or report, out of the class files of the tools."""

import re
import zipfile

from class_files import VALUE, ClassFile

# A parameter of `String.format`, `MessageFormat`, or a text that is put together.
PARAMETER = re.compile(r"%(?:[0-9]+\$)?[-#0-9.]*([a-zA-Z])|\{[0-9]\}|" + VALUE)
VERSION = re.compile(r"(?:[Vv]ersion(?: is)?|Gradle|AGP|Kotlin|Java|Plugin|minSdk\w*|targetSdk\w*|NDK|CMake)[ :=]$")
QUOTES = {"'": "'", '"': '"', "`": "`", "<": ">", "[": "]", "(": ")"}

# What is no message for people: of one or two words, lower case at its beginning, code, or a list's rest.
SHORTEST = 3
NO_MESSAGE = re.compile(r"^[^A-Za-z'\"%\[" + VALUE + r"]|^[a-z][\w.]*[(={;]|^\W*$|null cannot be cast")


class Tool:
    """Where a tool's messages stand: artifacts, classes, and the calls that take messages; what stands for a value and for a place."""

    def __init__(self, jars, classes, calls, but=r"^$", methods=r"^$", value="basket", place=None):
        self.jars, self.classes, self.calls, self.but, self.methods = jars, *map(re.compile, (classes, calls, but, methods))
        self.value, self.place = value, place or value


THROWN = r"Exception\.<init>$"
TOOLS = {
    "manifest-merger-31.13.2": Tool(
        ["com.android.tools.build:manifest-merger:31.13.2"], r"/manifmerger/", r"addMessage$|" + THROWN, r"/Merger\.class|ActionRecorder",
        value="activity#com.example.Basket@android:label", place="AndroidManifest.xml:5:9-28",
    ),
    "r8-9.5.28": Tool(["com.android.tools:r8:9.5.28"], r"^com/android/tools/r8/", r"StringDiagnostic\.<init>$|^yy\.<init>$|^ya3\.[abc]$"),
    "aaptcompiler-8.13.2": Tool(["com.android.tools.build:aaptcompiler:8.13.2"], r"/aaptcompiler/", r"[eE]rror$|" + THROWN),
    "dagger-2.57.2": Tool(
        ["com.google.dagger:dagger-compiler:2.57.2"],
        r"^dagger/internal/codegen/(?!writing)",
        r"addError$|addItem$|report\w*$|printMessage$|ErrorMessages|BindingMethodValidator|BindingElement|Multibinds\w*Validator|KindName|checkArgument$",
        methods=r"ErrorMessages|errorMessage|formatMessage",
    ),
    "hilt-2.57.2": Tool(
        ["com.google.dagger:hilt-compiler:2.57.2", "com.google.dagger:hilt-android-gradle-plugin:2.57.2"],
        r"^dagger/hilt/",
        r"ProcessorErrors\.check|BadInputException|printMessage$|HiltError|" + THROWN,
    ),
    "agp-8.13.2": Tool(
        [f"com.android.tools.build:{name}:8.13.2" for name in ("gradle", "builder")] + ["com.android.tools:sdk-common:31.13.2", "com.android.tools:sdklib:31.13.2"],
        r"^com/android/(?!tools/(?:profiler|app/inspection))",
        r"reportError(?:\$default)?$|errorln$|(?:Gradle|InvalidUser\w*|Runtime|EvalIssue|IllegalArgument|IllegalState|Locked|Failed|Invalid\w*|AGP\w*|Agp\w*)Exception\.<init>$",
        r"/proto/|/ddmlib/|/testing/|/r8/|/shaded/|/zipflinger/|/profgen/|Test[A-Z]\w*Runn",
    ),
    "kotlin-gradle-plugin-2.2.21": Tool(
        ["org.jetbrains.kotlin:kotlin-gradle-plugin:2.2.21"], r"/gradle/.*Diagnostics?\b|/gradle/.*Diagnostics\$", r"invoke|title|description|solution|Description|" + THROWN
    ),
}
GRADLE = Tool([], r"^org/gradle/", r"^(?!Illegal|Unsupported|Runtime|NullPointer|NoSuch|IO|Unchecked|Assertion)\w*" + THROWN)


def messages(tool, jars):
    """Class, method, text and the names in it, of each message."""
    for jar in jars:
        with zipfile.ZipFile(jar) as archive:
            for name in archive.namelist():
                if name.endswith(".class") and tool.classes.search(name) and not tool.but.search(name):
                    yield from of_class(tool, ClassFile(archive.read(name)))


def of_class(tool, klass):
    where = klass.name.rsplit("/", 1)[-1]
    for method in klass.methods:
        told = tool.methods.search(where + "." + method[0])
        for call, texts in klass.taken_texts(method):
            if told or tool.calls.search(call):
                for text in texts:
                    if len(text.split()) >= SHORTEST and " " in text.strip() and not NO_MESSAGE.search(text):
                        yield where, method[0], *filled(tool, text)


def filled(tool, text):
    """A text with made-up values, and those of them that are names: what stands in quotes."""
    names = []

    def value(found):
        before, after = text[: found.start()], text[found.end() :]
        if VERSION.search(before) or found[1] == "f":
            return "8.2.0"
        if found[1] == "d":
            return "3"
        if found[1] == "n":
            return "\n"
        if before[-1:] in QUOTES and after[:1] == QUOTES[before[-1:]]:
            names.append(tool.value)
        return tool.place if before.endswith((" at ", " from ")) else tool.value

    lines = [re.sub(r"^\s*\|?", "", line) for line in PARAMETER.sub(value, text).strip().splitlines()]
    return "\n".join(lines), sorted(set(names))
