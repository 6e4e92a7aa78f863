"""Asks javap whether names drawn from the written lists are in the first and last version that they are said to be in.

It does not know Kotlin's aliases, nor functions that are called otherwise in class files (`@JvmName`): those it reports, too.
"""

import collections
import os
import random
import re
import subprocess
import tempfile
import zipfile

OF_EACH_KIND = 6


def read(path):
    """Versions by artifact id with its coordinate, packages by id, and the rows."""
    artifacts, packages, lines = {}, {}, []
    with open(path) as opened:
        for first, *words in map(str.split, opened):
            if first == "artifact":
                artifacts[words[0]] = words[1], words[2:]
            elif first == "package":
                packages[words[0]] = words[1]
            elif first != "#":
                lines.append([first, *words])
    return artifacts, packages, lines


class Javap:
    """What javap prints of classes in a jar or aar."""

    def __init__(self, folder):
        self.folder = folder

    def jar(self, path):
        unpacked = os.path.join(self.folder, os.path.basename(path) + ".jar")
        if path.endswith(".aar") and not os.path.exists(unpacked):
            with zipfile.ZipFile(path) as archive, open(unpacked, "wb") as out:
                out.write(archive.read("classes.jar"))
        return unpacked if path.endswith(".aar") else path

    def shown(self, path, access, *classes):
        if not classes:
            return ""
        return subprocess.run(["javap", access, "-cp", self.jar(path), *classes], capture_output=True, text=True).stdout

    def files_of(self, path, package):
        """Classes right in a package, which may hold the functions of a Kotlin file."""
        folder = package.replace(".", "/") + "/"
        with zipfile.ZipFile(self.jar(path)) as opened:
            inside = [entry.removesuffix(".class") for entry in opened.namelist() if entry.startswith(folder) and entry.endswith(".class")]
        return [entry.replace("/", ".") for entry in inside if "/" not in entry[len(folder) :] and "$" not in entry and "-" not in entry]


def has_name(javap, path, package, name, kind):
    if kind in ("a", "c"):
        # An alias of Kotlin is no class: nothing is shown of it.
        return re.search(r"^public .*(?:class|interface|enum) ", javap.shown(path, "-public", f"{package}.{name.replace('.', '$')}"), re.M)
    getter = rf"|get{re.escape(name[0].upper() + name[1:])}" if kind[0] in "pq" else ""
    return re.search(rf"static .*[ .](?:{re.escape(name)}{getter})(?:-[-\w]+)?[(;]", javap.shown(path, "-p", *javap.files_of(path, package)))


def has_member(javap, path, name, member):
    """Whether the class declares it; of nested classes the outermost capital begins the chain."""
    package, classes = re.fullmatch(r"((?:[a-z]\w*\.)+)(.*)", name).groups()
    return re.search(rf"[ .]{re.escape(member)}(?:-[-\w]+)?[(;]", javap.shown(path, "-protected", package + classes.replace(".", "$")))


def check(facts, paths, seed):
    """Lines that javap did not confirm. `paths`: files by coordinate and version."""
    draw, doubts = random.Random(seed), []
    with tempfile.TemporaryDirectory() as folder:
        javap = Javap(folder)
        artifacts, packages, lines = read(f"{facts}/names.txt")
        kinds = collections.defaultdict(list)
        for line in lines:
            kinds[line[1][0]].append(line)
        for name, kind, package, home, *_ in (line for kind in sorted(kinds) for line in draw.sample(kinds[kind], OF_EACH_KIND)):
            coordinate, versions = artifacts[home.partition(":")[0]]
            for at in set((home.partition(":")[2] or f"0-{len(versions) - 1}").split("-")):
                if not has_name(javap, paths[coordinate, versions[int(at)]], packages[package], name, kind):
                    doubts.append(f"{packages[package]}.{name} ({kind}) of {coordinate}:{versions[int(at)]}")
        artifacts, _, lines = read(f"{facts}/members.txt")
        for name, member, home in draw.sample(lines, 2 * OF_EACH_KIND):
            coordinate, versions = artifacts[home.partition(":")[0]]
            first, last = map(int, home.partition(":")[2].split("-"))
            outside = [one for one in (first - 1, last + 1) if 0 <= one < len(versions)]
            if any(has_member(javap, paths[coordinate, versions[one]], name, member) for one in outside):
                doubts.append(f"{name}.{member} of {coordinate} beyond {versions[first]} to {versions[last]}")
    return doubts
