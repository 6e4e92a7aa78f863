#!/usr/bin/env python3
"""Mutants of a green Android build's scripts, catalogue, manifests and resources, and how rcad reads what Gradle says of them.

builds.py make PROJECT DIR [SEED]        the mutants, into DIR/mutants.json
builds.py run PROJECT DIR COMMAND…       builds each one by COMMAND in a copy of PROJECT, into DIR/<id>.log; goes on where it stopped
builds.py score DIR PREDICT              PREDICT: the built example `predict` of rcad-core

Columns of the score, of the mutants that fail:
  named  the cause or the first step names what was changed
  meant  it names the word that was there before (of typos)
  place  it has the changed line, where the log has it
"""

import collections
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys

SCRIPTS = (".kts", ".gradle", ".toml", ".properties")
# What only fits the build to the machine.
SETTINGS = re.compile(r"sdkDownload|jvmargs|execution.strategy|useAndroidX")
DECLARES = re.compile(r'<(?:string|plurals|string-array|color|dimen|integer|bool|attr|style|declare-styleable) name="$|@\+id/$')
ATTRIBUTE_LINE = re.compile(r'^ +(?:<(?:string|color|dimen|integer|bool|item|attr|path|solid).*/(?:>|\w+>)|\w+:\w+="[^"]*")\n', re.M)


def slip(word, rng):
    """The word with two letters changed over, one left out or one doubled."""
    at = rng.randrange(1, len(word) - 1)
    kinds = (word[:at] + word[at + 1] + word[at] + word[at + 2:], word[:at] + word[at + 1:], word[:at] + word[at] + word[at:])
    return rng.choice(kinds)


def line_of(text, at):
    return text[text.rfind("\n", 0, at) + 1:(text + "\n").find("\n", at)]


def number_of(text, at):
    return text.count("\n", 0, at) + 1


def lost_marks(kind, text, marks, rng):
    found = [at.start() for at in re.finditer(marks, text)]
    for at in rng.sample(found, min(4, len(found))):
        yield kind + "lost mark", [text[at]], None, text[:at] + text[at + 1:], number_of(text, at)


def of_script(text, rng):
    """Kind, names that may be told, the word that was there, the new text, the changed line."""
    for found in re.finditer(r"[A-Za-z_]\w{3,}", text):
        constant = found[0].isupper() and "Version" not in line_of(text, found.start())
        new = slip(found[0], rng)
        if not SETTINGS.search(line_of(text, found.start())) and not constant and new != found[0]:
            yield "script: typo", [new], found[0], text[:found.start()] + new + text[found.end():], number_of(text, found.start())
    for found in re.finditer(r"^.*\n", text, re.M):
        line = found[0].strip()
        balanced = all(line.count(begin) == line.count(end) for begin, end in ("()", "{}", "[]"))
        if len(line) > 3 and balanced and not SETTINGS.search(line):
            yield "script: lost line", re.findall(r"[A-Za-z_][\w.:-]{3,}", line), None, text[:found.start()] + text[found.end():], None
    for found in re.finditer(r"\d+\.\d+(?:\.\d+)?", text):
        if "Name" not in line_of(text, found.start()):
            yield "script: no such version", [found[0] + "9"], None, text[:found.end()] + "9" + text[found.end():], number_of(text, found.start())
    yield from lost_marks("script: ", text, r"[{}\"')(]", rng)


def of_xml(text, rng):
    for found in re.finditer(r'(?<=[ "@+/.>:<])[A-Za-z_]\w{3,}(?=[ "/.<>=:\n])', text):
        before = text[:found.start()]
        if re.search(r"<string[^>]*>[^<]*$|<item>[^<]*$", before) or "xmlns" in line_of(text, found.start()):
            continue
        new = slip(found[0], rng)
        changed = before + new + text[found.end():]
        if DECLARES.search(before):
            yield "xml: renamed", [found[0]], None, changed, None
        elif new != found[0]:
            yield "xml: typo", [new], found[0], changed, number_of(text, found.start())
    for found in re.finditer(r'(?<=")(?:#\w+|\d+\w*)(?=")|(?<=>)(?:#\w+|\d+\w*)(?=<)', text):
        yield "xml: value", [found[0] + "q"], None, text[:found.end()] + "q" + text[found.end():], number_of(text, found.start())
    for found in ATTRIBUTE_LINE.finditer(text):
        name = re.search(r'name="([\w:]+)"|^ +\w+:(\w+)=', found[0])
        yield "xml: told twice", [name[1] or name[2]] if name else ["twice"], None, text[:found.end()] + found[0] + text[found.end():], None
    yield from lost_marks("xml: ", text, r'[<>"/=]', rng)


def make(project, out, seed="11"):
    project, out, rng, listed = pathlib.Path(project), pathlib.Path(out), random.Random(int(seed)), []
    for path in sorted(one for one in project.rglob("*") if one.is_file()):
        file = str(path.relative_to(project))
        text = path.read_text()
        mutants = of_script(text, rng) if path.suffix in SCRIPTS else of_xml(text, rng) if path.suffix == ".xml" else ()
        for kind, names, right, new, line in mutants:
            listed.append({"kind": kind, "names": names, "right": right, "file": file, "line": line, "text": new})
        if path.suffix == ".xml" and "/res/" in file and "/values" not in file:
            listed.append({"kind": "xml: file not there", "names": [path.stem], "right": None, "file": file, "line": None, "text": None})
    rng.shuffle(listed)
    for number, one in enumerate(listed):
        one["id"] = f"b{number:03}"
    (out / "mutants.json").write_text(json.dumps(listed))
    print(len(listed), "mutants")


def run(project, out, *command):
    out = pathlib.Path(out)
    copy = out / "project"
    if not copy.exists():
        shutil.copytree(project, copy)
    for one in json.loads((out / "mutants.json").read_text()):
        log, path = out / (one["id"] + ".log"), copy / one["file"]
        if log.exists():
            continue
        before = path.read_text()
        try:
            path.unlink() if one["text"] is None else path.write_text(one["text"])
            done = subprocess.run(command, cwd=copy, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        except KeyboardInterrupt:
            return
        finally:
            path.write_text(before)
        log.write_text(f"{done.returncode}\n" + done.stdout.replace(str(copy.resolve()), "/home/dev/kiosk"))


def failed(out):
    """Each mutant that does not build, with its log."""
    for one in json.loads((out / "mutants.json").read_text()):
        log = out / (one["id"] + ".log")
        if log.exists():
            code, text = log.read_text().split("\n", 1)
            if code != "0":
                yield one, text


def score(out, predict):
    out = pathlib.Path(out)
    mutants = list(failed(out))
    cases = "\n".join(json.dumps({"id": one["id"], "log": log}) for one, log in mutants)
    told = subprocess.run([predict], input=cases, capture_output=True, text=True, check=True).stdout.splitlines()
    table, misses = collections.defaultdict(collections.Counter), []
    for (one, log), line in zip(mutants, told):
        analysis = json.loads(line)["analysis"]
        root = (analysis["errors"] or [{}])[0]
        answer = " ".join([analysis["root_cause"] or "", *analysis["fix_guidelines"][:1]])
        has = lambda word: re.search(r"(?<![\w])" + re.escape(word) + r"(?![\w])", answer) is not None
        file = pathlib.Path(one["file"]).name
        printed = one["line"] and re.search(re.escape(file) + r"\W{1,4}(?:line: |line )?%d\b" % one["line"], log) is not None
        place = pathlib.Path(root.get("file") or "").name == file and root.get("line") == one["line"]
        named, meant = any(map(has, one["names"])), bool(one["right"] and has(one["right"]))
        for row in (one["kind"], "all"):
            table[row].update(mutants=1, named=named, typos=bool(one["right"]), meant=meant, printed=bool(printed), place=bool(printed and place))
        if not named or printed and not place or one["right"] and not meant:
            misses.append({**one, "text": None, "answer": answer, "root": root, "log": log})
    (out / "misses.json").write_text(json.dumps(misses))
    print(f"{'fault':26}{'fail':>6}{'named':>8}{'meant':>12}{'place':>10}")
    for kind, row in sorted(table.items(), key=lambda entry: (entry[0] == "all", entry[0])):
        meant, place = (f"{row[good]:d}/{row[all]:d}" if row[all] else "-" for good, all in (("meant", "typos"), ("place", "printed")))
        print(f"{kind:26}{row['mutants']:>6}{row['named']:>8d}{meant:>12}{place:>10}")


if __name__ == "__main__":
    {"make": make, "run": run, "score": score}[sys.argv[1]](*sys.argv[2:])
