"""Scores the answers that `run-line` keeps. What the columns mean stands in testdata/README.md, section Mutants."""

import collections
import json
import re
import zlib

COLUMNS = ("named", "alone", "act", "blamed")


def has_all(words, text):
    """Whether each of the words is there; one of those between `|` is enough."""
    has = lambda word: re.search(r"(?<!\w)" + re.escape(word) + r"(?!\w)", text or "")
    return all(any(map(has, word.split("|"))) for word in words)


def is_held_out(project, one):
    """Whether nobody may read what is said of this mutation; half of them, for good."""
    return zlib.crc32(f"{project.name}/{one['id']}".encode()) % 2 == 1


def read(path):
    return json.loads(path.read_text()) if path.exists() else {}


def place_of(answer):
    """Where the answer says to act, or else where its first error stands."""
    place = answer.get("act_at") or (answer.get("errors") or [{}])[0]
    # Where a tool names a file alone, the file is opened at its beginning.
    return place.get("file"), place.get("line") or 1


def same_file(told, file):
    return told is not None and ("/" + told).endswith("/" + file)


def judged(project, one, out):
    """What is right and wrong in one answer, or None where there is none."""
    answer, alone, run = (read(out / f"{one['id']}{suffix}") for suffix in (".json", ".alone.json", ".run.json"))
    if not run.get("failed"):
        return None
    file, line = place_of(answer)
    suspects = answer.get("suspects") or [{}]
    suspected = (suspects[0].get("change") or {}).get("file")
    first_fix = (alone.get("fix_guidelines") or [""])[0]
    return {
        "id": one["id"], "names": one["names"], "root_cause": answer.get("root_cause"),
        "first_fix": (answer.get("fix_guidelines") or [None])[0], "suspect": suspects[0] or None,
        "act_at": answer.get("act_at"), "error_at": [(answer.get("errors") or [{}])[0].get(key) for key in ("file", "line", "category")],
        "named": has_all(one["names"], answer.get("root_cause")),
        "alone": has_all(one["names"], alone.get("root_cause")) or has_all(one["names"], first_fix),
        "act": any(same_file(file, right) and line == number for right, number in project.places(one)),
        "blamed": suspected is not None and not any(same_file(suspected, own) for own in project.touched(one)),
        "stored": run["stored"], "patched": run["patched"], "confidence": answer.get("confidence") or 0.0,
    }


def calibration_error(pairs):
    """Expected calibration error in ten bins of (confidence, whether it is right)."""
    bins = collections.defaultdict(list)
    for confidence, right in pairs:
        bins[min(9, int(confidence * 10))].append((confidence, right))
    mean = lambda values: sum(values) / len(values)
    return sum(len(of) * abs(mean([c for c, _ in of]) - mean([r for _, r in of])) for of in bins.values()) / max(1, len(pairs))


def line_of(label, rows):
    of = rights(rows)
    patched = f"{sum(of['patched'])}/{len(of['patched'])}"
    right = [row["confidence"] for row in rows if row["named"] and row["act"]]
    wrong = [row["confidence"] for row in rows if not (row["named"] and row["act"])]
    mean = lambda values: f"{sum(values) / len(values):.2f}" if values else "-"
    counts = "".join(f"{sum(of[column]):>8}" for column in COLUMNS)
    return f"{label:28}{len(rows):>6}{counts}{patched:>9}{mean(right):>8}{mean(wrong):>8}{calibration_error([(row['confidence'], row['named']) for row in rows]):>7.2f}"


def rights(rows):
    """By what can be right: of each answer, whether it is; patches only where there is one."""
    return {
        "stored": [row["stored"] for row in rows], "named": [row["named"] for row in rows],
        "alone": [row["alone"] for row in rows], "act": [row["act"] for row in rows],
        "blamed": [row["blamed"] for row in rows], "patched": [row["patched"] for row in rows if row["patched"] is not None],
    }


def score(chosen, out):
    """Prints the table of these (project, mutation) pairs; what is wrong goes to misses.json, but for the held-out half.
    Returns the answers."""
    kinds, names, halves = (collections.defaultdict(list) for _ in range(3))
    everything, misses, green = [], [], []
    for project, one in chosen:
        folder = out / project.name
        row = judged(project, one, folder)
        if row is None:
            green += [one["id"]] if (folder / f"{one['id']}.run.json").exists() else []
            continue
        held_out = is_held_out(project, one)
        for rows in (kinds[one["kind"]], names[project.name], halves["held out" if held_out else "read"], everything):
            rows.append(row)
        if held_out:
            continue
        if not (row["named"] and row["alone"] and row["act"]) or row["blamed"] or row["patched"] is False:
            misses.append({"project": project.name, "kind": one["kind"], **row})
    (out / "misses.json").write_text(json.dumps(misses, indent=1) + "\n")
    print(f"{'':28}{'fail':>6}" + "".join(f"{column:>8}" for column in COLUMNS) + f"{'patched':>9}{'right':>8}{'others':>8}{'ece':>7}")
    for groups in (kinds, names):
        print("\n".join(line_of(label, rows) for label, rows in sorted(groups.items())))
        print()
    for label, rows in (("read", halves["read"]), ("held out", halves["held out"]), ("all", everything)):
        if rows:
            print(line_of(label, rows))
    if lost := [row["id"] for row in everything if not row["stored"]]:
        print("not stored:", *lost)
    if green:
        print("stays green:", *green)
    return everything
