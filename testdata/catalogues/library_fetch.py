"""Fetches published artifacts by mvn, many at once."""

import collections
import glob
import os
import subprocess
import sys
import tempfile
import zipfile

TOOLS = os.environ.get("RCAD_TOOLS", os.path.expanduser("~/.cache/rcad-tools"))
KEPT = os.path.join(TOOLS, "libraries")
PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1"

# How many artifacts one start of mvn fetches.
AT_ONCE = 60


class Jar(collections.namedtuple("Jar", "group artifact version kind")):
    """One file to fetch."""

    @property
    def file(self):
        return f"{self.artifact}-{self.version}.{self.kind}"

    @property
    def path(self):
        return os.path.join(KEPT, self.group, self.file)

    def __str__(self):
        return f"{self.group}:{self.artifact}:{self.version}"


def project(name, body):
    return (
        '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>fetch</groupId>'
        f"<artifactId>{name}</artifactId><version>1</version><packaging>pom</packaging>{body}</project>"
    )


def copying(number, jar):
    """A project that fetches one file, so that others of the same run do not fail with it."""
    item = f"<groupId>{jar.group}</groupId><artifactId>{jar.artifact}</artifactId><version>{jar.version}</version><type>{jar.kind}</type>"
    plugin = "".join(f"<{key}>{value}</{key}>" for key, value in zip(("groupId", "artifactId", "version"), PLUGIN.split(":")))
    where = f"<outputDirectory>{os.path.dirname(jar.path)}</outputDirectory>"
    configuration = f"<configuration><artifactItems><artifactItem>{item}</artifactItem></artifactItems>{where}</configuration>"
    execution = f"<executions><execution><phase>validate</phase><goals><goal>copy</goal></goals>{configuration}</execution></executions>"
    return project(f"m{number}", f"<build><plugins><plugin>{plugin}{execution}</plugin></plugins></build>")


def pack_gradle(jar):
    """Makes one file of the Gradle that the tests run, since nobody publishes the newest ones as an artifact."""
    parts = sorted(glob.glob(f"{TOOLS}/gradles/gradle-{jar.version}/lib/**/gradle-*.jar", recursive=True))
    if not parts or os.path.exists(jar.path):
        return
    os.makedirs(os.path.dirname(jar.path), exist_ok=True)
    with zipfile.ZipFile(f"{jar.path}.part", "w", zipfile.ZIP_DEFLATED) as packed:
        for part in map(zipfile.ZipFile, parts):
            for entry in part.namelist():
                if entry.endswith(".class") and entry not in packed.NameToInfo:
                    packed.writestr(entry, part.read(entry))
    os.rename(f"{jar.path}.part", jar.path)


def fetch(jars):
    for jar in jars:
        if jar.artifact == "gradle-api":
            pack_gradle(jar)
    refusals = os.path.join(KEPT, "refused")
    os.makedirs(KEPT, exist_ok=True)
    refused = set(open(refusals).read().split()) if os.path.exists(refusals) else set()
    wanted = [jar for jar in dict.fromkeys(jars) if not os.path.exists(jar.path) and str(jar) not in refused]
    for start in range(0, len(wanted), AT_ONCE):
        batch = wanted[start : start + AT_ONCE]
        with tempfile.TemporaryDirectory() as folder:
            for number, jar in enumerate(batch):
                os.makedirs(f"{folder}/m{number}")
                with open(f"{folder}/m{number}/pom.xml", "w") as pom:
                    pom.write(copying(number, jar))
            with open(f"{folder}/pom.xml", "w") as pom:
                pom.write(project("all", "<modules>" + "".join(f"<module>m{number}</module>" for number in range(len(batch))) + "</modules>"))
            said = subprocess.run(["mvn", "-q", "-B", "-fn", "-T4", "validate"], cwd=folder, capture_output=True, text=True).stdout
        with open(refusals, "a") as kept:
            kept.writelines(f"{jar}\n" for jar in batch if f"Could not find artifact {jar.group}:{jar.artifact}:{jar.kind}:{jar.version}" in said)
    for jar in dict.fromkeys(jars):
        if not os.path.exists(jar.path):
            print(f"not to be had: {jar}", file=sys.stderr)
