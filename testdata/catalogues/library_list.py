"""Reads `libraries.txt`, and writes the heads of the files that are made of it."""

import os

from library_fetch import Jar
from library_jars import Choice

HERE = os.path.dirname(os.path.realpath(__file__))
FACTS = os.path.join(HERE, "../../daemon/rcad-core/src/facts/published")

HEAD = "# {}, written by testdata/catalogues/{} on {} from the artifacts themselves; not edited by hand.\n"


class Artifact:
    """A line of `libraries.txt`."""

    def __init__(self, line):
        name, *words = line.split()
        self.parents_only, self.markers_only, members = name.startswith("="), name.startswith("~"), name.startswith("+")
        self.name, _, kind = name.lstrip("+=~").partition("@")
        group, artifact = self.name.split(":")
        self.choice, suffix, kind = Choice(members=members), "", kind or "jar"
        self.jars = []
        for word in words:
            if word.startswith("@"):
                kind = word[1:]
            elif word.startswith("-"):
                suffix, kind = word, "aar" if word == "-android" else "jar"
            elif not self.choice.take(word):
                self.jars.append(Jar(group, artifact + suffix, word, kind))

    def find(self):
        """Leaves out versions that are not to be had."""
        self.jars = [jar for jar in self.jars if os.path.exists(jar.path)]
        self.versions = [jar.version for jar in self.jars]
        return bool(self.jars)


def artifact_lines(artifacts):
    return [f"artifact {id} {artifact.name} {' '.join(artifact.versions)}\n" for id, artifact in enumerate(artifacts)]


def listed():
    """All of its artifacts."""
    with open(f"{HERE}/libraries.txt") as lines:
        return [Artifact(line) for line in lines if line.strip() and not line.startswith("#")]
