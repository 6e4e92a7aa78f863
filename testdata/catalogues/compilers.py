"""Messages of the Kotlin compilers and of javac, out of their own catalogues."""

import re
import subprocess
import zipfile

KOTLIN = "org.jetbrains.kotlin:"
JARS = {
    "kotlin-1.9.24": [
        KOTLIN + "kotlin-compiler-embeddable:1.9.24",
        KOTLIN + "kotlin-serialization-compiler-plugin-embeddable:1.9.24",
        KOTLIN + "kotlin-parcelize-compiler:1.9.24",
        "org.jetbrains.compose.compiler:compiler:1.5.14",
    ],
    "kotlin-2.2.21": [
        KOTLIN + "kotlin-compiler-embeddable:2.2.21",
        KOTLIN + "kotlin-serialization-compiler-plugin-embeddable:2.2.21",
        KOTLIN + "kotlin-parcelize-compiler:2.2.21",
        KOTLIN + "kotlin-compose-compiler-plugin-embeddable:2.2.21",
    ],
}


def jars(tool):
    """The artifacts of `kotlin-VERSION`; of a version that is not measured as a whole the compiler, from 2.0 on with two plugins."""
    version = tool.removeprefix("kotlin-")
    plugins = ["kotlin-serialization-compiler-plugin-embeddable", "kotlin-compose-compiler-plugin-embeddable"]
    names = ["kotlin-compiler-embeddable", *(plugins if not version.startswith("1.") else [])]
    return JARS.get(tool) or [f"{KOTLIN}{name}:{version}" for name in names]


# Classes that hold severities or texts. Each jar has those of both compilers.
CATALOGUE = re.compile(r"/[A-Za-z0-9]*(?:Errors[A-Za-z]*|ErrorMessages[A-Za-z]*|DefaultMessages)\.class$")
OF_K2 = re.compile(r"/fir/|/k2/|/Ir[A-Z]|/Kt[A-Z]|IrActualization|JsKlib|/backend/")
# What the parsers hold besides messages: parts of them and what is said to programmers.
NO_MESSAGE = re.compile(r"%s|^Callers must|^Either some|[ (]$|^[^']*'[^']*$")
PARSER = re.compile(r"org/jetbrains/kotlin/parsing/Kotlin(?:Expression)?Parsing\.class$")

# What stands before a version.
VERSION = re.compile(r"(?:[Vv]ersion(?: is)?|Kotlin|Java SE|at least|plugin|classpath has|core runtime) $")

STRING = re.compile(r"// String (.*)$")
FACTORY = re.compile(r"// (?:Field|Method) \S*?\.?(?:get)?([A-Z][A-Z0-9_]{3,})(?::|:\(\))\(?\)?L\S*DiagnosticFactory")
PUT = re.compile(r"// Method \S*\.put:\(L\S*?DiagnosticFactory(ForDeprecation)?([0-9])")
RENDERER = re.compile(r"// (?:Field|Method) \S*?\.?(?:get)?([A-Z][A-Za-z_]{2,})(?::|:\(\))\S*Renderer")

# What stands for a parameter, by the name of what prints it.
VALUES = [
    (r"NEXT_LINES|AMBIGUOUS|CANDIDATES|COLLECTION_RENDERER|CONFLICTING", "\nfun total(price: Int): Int\nfun total(price: Long): Int", False),
    (r"VISIBILITY", "private", False),
    (r"MODULE", "<main> for JVM", False),
    (r"NOT_RENDERED|PLATFORM|WHEN_MISSING|BOOLEAN|VERSION|OPTIONAL|SENTENCE", "", False),
    (r"TYPE|CLASS_ID|CLASSIFIER|FQ_NAME", "Basket", True),
    (r"SYMBOL|FQ_NAMES_IN_TYPES|COMPACT|DESCRIPTOR", "fun total(): Int", True),
    (r"CLASS", "Basket", True),
    (r"NAME|STRING|DECLARATION|ELEMENT|KEYWORD", "total", True),
]


def javap(*arguments):
    done = subprocess.run(["javap", "-p", "-c", *arguments], check=True, capture_output=True, text=True)
    return done.stdout.splitlines()


def literal(text):
    """A string as javap prints it."""
    text = re.sub(r"\\u([0-9a-fA-F]{4})", lambda code: chr(int(code[1], 16)), text)
    return re.sub(r"\\(.)", lambda one: {"n": "\n", "t": "\t", "r": ""}.get(one[1], one[1]), text)


def value(printer):
    return next(((text, named) for pattern, text, named in VALUES if re.search(pattern, printer)), ("total", True))


def filled(text, given):
    """A text of MessageFormat with values in place of `{0}`, and those of them that are names."""
    names = []

    def parameter(found):
        words, named = given(int(found[1]))
        if VERSION.search(found.string[: found.start()]):
            words, named = "2.1.0", False
        if found[2]:
            # `{0,choice,0#none|1#one|2#two}`
            return found[2].split("|")[-1].split("#")[-1].split("<")[-1]
        names.extend([words] if named else [])
        return words

    # What is stuck to a word is a part of the sentence that may be absent.
    text = re.sub(r"(?<=[a-z'}])\{[0-9]\}(?=$| '')", "", text)
    text = re.sub(r"\{([0-9]+), *number, *integer\}", "2", text)
    text = re.sub(r"\{([0-9]+)(?:, *(?:choice|number), *((?:[^{}]|\{[^{}]*\})*))?\}", parameter, text)
    text = re.sub(r"\{([0-9]+)\}", lambda found: given(int(found[1]))[0], text)
    text = text.replace("''", "\0").replace("'", "").replace("\0", "'")
    return text, names


def severities(lines):
    """The factories that are errors, those of a deprecation that becomes one included."""
    severity, named, errors = None, None, set()
    for line in lines:
        if found := re.search(r"Severity\.([A-Z]+):", line):
            severity = found[1]
        elif found := STRING.search(line):
            if re.fullmatch(r"[A-Z][A-Z0-9_]{3,}", found[1]):
                named, severity = found[1], None
        elif found := re.search(r"// Field (?:\S*\.)?([A-Z][A-Z0-9_]+)(?:\$delegate)?:", line):
            if "putstatic" in line:
                if severity == "ERROR" or severity is None and ("ForDeprecation" in line or "ReadOnlyProperty" in line):
                    errors.add(found[1])
                severity = named = None
        if named and (severity == "ERROR" or "FactoryForDeprecation" in line or re.search(r"\.(?:error|deprecation)\S*:", line)):
            errors.add(named)
    return errors


def placed(lines):
    """Factory, text and what prints its parameters, of each message of a class."""
    factory, text, printers = None, None, []
    last, shared = "", ""
    for line in lines:
        if " astore" in line and last:
            shared = last
        last = literal(found[1]) if (found := STRING.search(line)) else ""
        if found := PUT.search(line):
            if factory and text is not None:
                yield factory, text, printers if int(found[2]) or printers else None
            factory, text, printers = None, None, []
        elif found := FACTORY.search(line):
            factory, text, printers = found[1], None, []
        elif found := STRING.search(line):
            # Two texts begin with the same words, which are kept in a variable.
            text = (shared + last if last.startswith((" ", ". ")) else last) if text is None else text
        elif text is not None and (found := RENDERER.search(line)):
            if found[1] not in ("INSTANCE",):
                printers.append(found[1])


def kotlin(tool, jars):
    second = tool.startswith("kotlin-2")
    texts, errors, parser = [], set(), []
    for jar in jars:
        names = zipfile.ZipFile(jar).namelist()
        # Severities stand in classes without texts.
        catalogues = [n for n in names if CATALOGUE.search(n) and "/com/intellij/" not in n and bool(OF_K2.search(n)) == second]
        for name in catalogues:
            lines = javap("-cp", jar, name.removesuffix(".class").replace("/", "."))
            errors |= severities(lines)
            texts += ((name, *message) for message in placed(lines))
        for name in filter(PARSER.search, names):
            parser += javap("-cp", jar, name.removesuffix(".class").replace("/", "."))
    for name, factory, text, printers in texts:
        if factory not in errors:
            continue
        def given(at):
            if factory.startswith("EXPOSED"):
                return ("public", "Basket", "" if second else "private", "private")[at], at == 1
            return value(printers[at]) if at < len(printers) else ("total", True)

        text = re.sub(r"(?<=type)\{1\}", " {1}", text) if factory.startswith("EXPOSED") else text
        text, names = (text, []) if printers is None else filled(text, given)
        yield name.rsplit("/", 1)[1].removesuffix(".class"), factory, text, names
    for line in parser:
        words = literal(found[1]) if (found := STRING.search(line)) else ""
        if " " in words.strip() and re.match(r"[A-Z'@]", words) and not NO_MESSAGE.search(words.replace("n't", "")):
            yield "parsing", "SYNTAX", f"Syntax error: {words}." if second else words, []


def javac():
    words = {"KindName": "class", "Name": "total", "Symbol": "total", "Type": "Basket", "String": "total", "int": "3", "Fragment": "it is so", "JCDiagnostic": "it is so"}
    kinds = {}
    properties = ["--module", "jdk.compiler", "com.sun.tools.javac.resources.CompilerProperties$Errors"]
    for line in javap(*properties):
        if found := re.search(r"static \S+ ([A-Z][A-Za-z0-9]*)\((.*)\);", line):
            kinds.setdefault(found[1].lower(), re.sub(r"<[^>]*>", "", found[2]).split(", "))
    strings = [found[1] for line in javap("--module", "jdk.compiler", "com.sun.tools.javac.resources.compiler") if (found := STRING.search(line))]
    for key, text in zip(strings, strings[1:]):
        if not key.startswith("compiler.err.") or text.startswith("compiler."):
            continue
        own = kinds.get(re.sub(r"[.-]", "", key.removeprefix("compiler.err.")).lower(), [])

        def given(at):
            kind = re.split(r"[.$]", own[at])[-1] if at < len(own) else "String"
            return words.get(kind, "Basket"), kind in ("Name", "Symbol", "Type")

        yield "compiler", key, *filled(literal(text), given)
