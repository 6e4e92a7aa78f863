#!/usr/bin/env python3
"""Mutants of a green project, and how rcad reads what the compilers say of them.

mutants.py make PROJECT DIR      one mutant a directory (DIR/m000 …) and DIR/mutants.json
mutants.py pairs PROJECT DIR     the same with two faults each, in two files that know nothing of each other's names
mutants.py score DIR PREDICT     PREDICT: the built example `predict` of rcad-core; reads DIR/m000.*.log

Each mutant has one fault, so there is one mistake to name. Columns of the score, of the mutants that do not compile:
  named  the cause names what was changed
  one    every other error is known to follow from it: none is listed as a mistake of its own
  place  the root's line is the changed one (only where the compiler can point to that: typos)

Of pairs, of which the compiler names both faults, the other half of it: what follows from nothing must not be tied.
  told   both faults are named by the cause or by what is listed as a mistake of its own
"""

import collections
import json
import pathlib
import random
import re
import subprocess
import sys

MODIFIERS = r"(?:(?:public|private|protected|static|final|override|sealed|data|abstract|open|inline|value|operator|enum|companion|default)\s+)*"
DECLARATION = {
    ".kt": re.compile(
        r"^(?P<lead>[ \t]*)(?P<kind>" + MODIFIERS
        + r"(?:class|interface|object|fun(?: <[^>\n]*>)?(?: [\w<>.?]+\.)?|val|var)[ .]+|" + MODIFIERS + r"fun (?:<[^>\n]*> )?(?:[\w<>?]+\.)?)(?P<name>\w+)",
        re.M,
    ),
    ".java": re.compile(
        r"^(?P<lead>[ \t]*)(?P<kind>" + MODIFIERS
        + r"(?:(?:class|interface|enum|record)\s+|(?:<[^>\n]*>\s+)?(?!return|new|throw|else)[\w<>\[\], .?]+\s+(?=\w+\())|)(?P<name>\w+)(?=[\s(<])",
        re.M,
    ),
}
TOP_LEVEL = {
    ".kt": r"^(?:[\w ]+ )?(?:class|interface|object|fun) (?:<.*?> )?(?:[\w<>?]+\.)?(\w+)",
    ".java": r"^(?:[\w ]+ )?(?:class|interface|enum|record) (\w+)",
}
USE = re.compile(r"(?<=[.( ])[a-z]\w{4,}(?=\()|(?<=[:(<] )?\b[A-Z][a-z]\w{2,}\b")
PAIRS = 100
WORDS = {"class", "interface", "object", "fun", "return", "while", "super", "switch", "catch", "Override", "String", "List"}


def swap(name, rng):
    """The name with two letters changed over, as in a typo."""
    at = rng.randrange(1, len(name) - 1)
    return name[:at] + name[at + 1] + name[at] + name[at + 2:]


def renamed(name):
    return name[:-1] if name.endswith("s") else name + "s"


def of_file(file, text, uses, rng):
    """Mutants within one file: kind, names that may be told, the new text, the changed line."""
    kind_of = pathlib.Path(file).suffix
    line_at = lambda at: text.count("\n", 0, at) + 1
    replaced = lambda begin, end, new: text[:begin] + new + text[end:]
    for found in DECLARATION[kind_of].finditer(text):
        name = found["name"]
        if not found["kind"].strip() or name in WORDS or name == "main" or uses[name] < 2:
            continue
        yield "renamed declaration", [name], replaced(found.start("name"), found.end("name"), renamed(name)), None
        if not re.search(r"private|override|protected|\bclass\b.*\n", found["kind"]) and rng.random() < 0.4:
            at = found.start("kind")
            yield "made private", [name], replaced(at, at, "private ").replace("private public", "private"), None
    for found in re.finditer(r"^import (?:static )?[\w.]+\.(\w+);?\n", text, re.M):
        yield "lost import", [found[1]], replaced(found.start(), found.end(), ""), None
    for found in USE.finditer(text):
        before = text[text.rfind("\n", 0, found.start()) + 1:found.start()]
        declares = re.search(r"\b(?:class|interface|enum|record|object|fun|import|package)\b[^(={]*$|[\w>\]] $", before)
        if declares or before.count('"') % 2 or found[0] in WORDS or rng.random() < 0.5:
            continue
        new = swap(found[0], rng)
        if new != found[0]:
            yield "typo", [new], replaced(found.start(), found.end(), new), line_at(found.start())
    package = re.search(r"^package ([\w.]+)", text, re.M)[1]
    names = re.findall(TOP_LEVEL[kind_of], text, re.M)
    if names:
        yield "file not there", names, None, None
        yield "other package", [package.rsplit(".", 1)[-1], *names], text.replace("package " + package, "package " + package + "s", 1), None
    parameter = ("extra: Int", "int extra")[kind_of == ".java"]
    for found in re.finditer(r"\bfun (?:<[^>]*> )?(?:[\w<>?]+\.)?(\w+)\(|^ {4}(?:public )?(?:[\w<>\[\]]+) (\w+)\((?=[^;]*\{)", text, re.M):
        rest = "" if text[found.end()] == ")" else ", "
        yield "new parameter", [found[1] or found[2], "extra"], replaced(found.end(), found.end(), parameter + rest), None
    end = text.rfind("}")
    yield "lost brace", ["}", "brace"], replaced(end, end + 1, ""), None


def mutants(project):
    """The texts of a project's files, and all its mutants: file, kind, names, new text, changed line."""
    rng = random.Random(7)
    files = sorted(path for path in project.rglob("*") if path.suffix in DECLARATION)
    texts = {str(path.relative_to(project)): path.read_text() for path in files}
    uses = collections.Counter(word for text in texts.values() for word in re.findall(r"\w+", text))
    return texts, [(file, *one) for file, text in texts.items() for one in of_file(file, text, uses, rng)]


def write(directory, texts):
    for file, text in texts.items():
        if text is not None:
            (directory / file).parent.mkdir(parents=True, exist_ok=True)
            (directory / file).write_text(text)


def make(project, out):
    project, out = pathlib.Path(project), pathlib.Path(out)
    texts, all_of_it = mutants(project)
    listed = []
    for number, (file, kind, names, text, line) in enumerate(all_of_it):
        directory = out / f"m{number:03}"
        write(directory, {**texts, file: text})
        listed.append({"id": directory.name, "kind": kind, "names": names, "file": file, "line": line})
    (out / "mutants.json").write_text(json.dumps(listed))


def pairs(project, out):
    project, out = pathlib.Path(project), pathlib.Path(out)
    texts, all_of_it = mutants(project)
    # What a parser says hides what the compiler would say of the other file.
    single = [mutant for mutant in all_of_it if mutant[1] != "lost brace"]
    rng = random.Random(11)
    listed = []
    while len(listed) < PAIRS:
        one, other = rng.sample(single, 2)
        knows = lambda file, names: any(re.search(r"\b%s\b" % re.escape(name), texts[file]) for name in names)
        if one[0] == other[0] or knows(one[0], other[2]) or knows(other[0], one[2]):
            continue
        directory = out / f"m{len(listed):03}"
        write(directory, {**texts, one[0]: one[3], other[0]: other[3]})
        # What was renamed is told by its old name or by its new one.
        told = lambda kind, names: names + ([renamed(names[0])] if kind == "renamed declaration" else [])
        faults = [{"kind": kind, "names": told(kind, names), "file": file} for file, kind, names, _, _ in (one, other)]
        listed.append({"id": directory.name, "faults": faults})
    (out / "mutants.json").write_text(json.dumps(listed))


def as_gradle(log, directory, tag):
    """What the compiler printed as Gradle shows it: Kotlin's messages have another form and no excerpt there."""
    # Below the directory that a compiler runs in it prints paths from there.
    log = re.sub(rf"^(?:\S*/)?{directory.name}/", "/home/dev/app/src/main/", log, flags=re.M)
    task = ":app:compileJava"
    if tag.startswith("kotlin"):
        task = ":app:compileKotlin"
        log = re.sub(r"^.*\n *\^+\n", "", log, flags=re.M)
        form = r"e: file://\1:\2:\3 " if tag.startswith("kotlin-2") else r"e: \1: (\2, \3): "
        log = re.sub(r"^(/\S+\.kt):(\d+):(\d+): error: (.)", lambda at: at.expand(form) + at[4].upper(), log, flags=re.M)
    end = "Compilation error. See log for more details" if "Kotlin" in task else "Compilation failed; see the compiler error output for details."
    return (
        f"> Task {task} FAILED\n{log}\nFAILURE: Build failed with an exception.\n\n* What went wrong:\n"
        f"Execution failed for task '{task}'.\n> {end}\n\nBUILD FAILED in 1s\n"
    )


def score(out, predict):
    out = pathlib.Path(out)
    known = {mutant["id"]: mutant for mutant in json.loads((out / "mutants.json").read_text())}
    cases = []
    for path in sorted(out.glob("m*.log")):
        name, tag = path.name.split(".", 1)
        log = path.read_text()
        if "error:" in log:
            tag = tag.removesuffix(".log")
            cases.append({"id": f"{name} {tag}", "log": as_gradle(log, out / name, tag)})
    told = subprocess.run([predict], input="\n".join(map(json.dumps, cases)), capture_output=True, text=True, check=True).stdout
    read = [(*case["id"].split(), case, json.loads(line)["analysis"]) for case, line in zip(cases, told.splitlines())]
    misses = (score_pairs if "faults" in next(iter(known.values())) else score_single)(known, read)
    (out / "misses.json").write_text(json.dumps(misses))


def names_one(text, names):
    return any(re.search(r"(?<!\w)%s(?!\w)" % re.escape(name), text) for name in names)


def score_pairs(known, read):
    table = collections.defaultdict(collections.Counter)
    misses = []
    for name, tag, case, analysis in read:
        faults = known[name]["faults"]
        if not all(names_one(case["log"], fault["names"]) for fault in faults):
            continue
        own = [error for error in analysis["errors"] if error["role"] != "consequence"]
        said = "\n".join([analysis["root_cause"] or "", *(f"{error['symbol']} {error['message']}" for error in own)])
        told = all(names_one(said, fault["names"]) for fault in faults)
        table[tag].update(pairs=1, told=told)
        if not told:
            misses.append({"case": case["id"], "faults": faults, "said": said, "log": case["log"]})
    print(f"{'compiler':16}{'pairs':>8}{'told':>8}")
    for tag, row in sorted(table.items()):
        print(f"{tag:16}{row['pairs']:>8}{row['told']:>8}")
    return misses


def score_single(known, read):
    table = collections.defaultdict(collections.Counter)
    misses = []
    for name, tag, case, analysis in read:
        mutant = known[name]
        root = (analysis["errors"] or [{}])[0]
        cause = analysis["root_cause"] or ""
        named = names_one(cause, mutant["names"])
        one = not any(error["role"] == "independent" for error in analysis["errors"])
        place = pathlib.Path(root.get("file") or "").name == pathlib.Path(mutant["file"]).name and root.get("line") == mutant["line"]
        for row in ((tag, mutant["kind"]), (tag, "all")):
            table[row].update(mutants=1, named=named, one=one, both=named and one)
            if mutant["line"]:
                table[row].update(typos=1, place=place)
        if not (named and one):
            misses.append({"case": case["id"], **mutant, "cause": cause, "log": case["log"]})
    print(f"{'compiler':16}{'fault':22}{'mutants':>8}{'named':>8}{'one':>8}{'both':>8}{'place':>10}")
    for (tag, kind), row in sorted(table.items(), key=lambda entry: (entry[0][0], entry[0][1] == "all", entry[0][1])):
        place = f"{row['place']}/{row['typos']}" if row["typos"] else "-"
        print(f"{tag:16}{kind:22}{row['mutants']:>8}{row['named']:>8}{row['one']:>8}{row['both']:>8}{place:>10}")
    return misses


if __name__ == "__main__":
    {"make": make, "pairs": pairs, "score": score}[sys.argv[1]](*sys.argv[2:])
