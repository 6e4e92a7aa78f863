"""The table of mutations: what stands in `mutations/<project>.toml`, and what a project looks like with one of them."""

import pathlib
import tomllib
from os.path import commonprefix

HERE = pathlib.Path(__file__).resolve().parent
SKIPPED = {".git", ".gradle", ".kotlin", "build"}


def tree_of(root):
    """Path to text of every file of a project that is not made by a build."""
    files = (one for one in sorted(root.rglob("*")) if one.is_file() and not SKIPPED & set(one.relative_to(root).parts))
    return {str(one.relative_to(root)): one.read_text() for one in files}


def path_of(tree, end):
    """The only path that is this or ends in it: `Book.java`, `lending/build.gradle`."""
    if end in tree:
        return end
    found = [path for path in tree if path.endswith("/" + end)]
    if len(found) != 1:
        raise ValueError(f"{len(found)} files are called {end}")
    return found[0]


def edited(tree, edits):
    """A copy of the tree with these edits."""
    tree = dict(tree)
    for edit in edits:
        file = edit["file"] if "create" in edit else path_of(tree, edit["file"])
        if "create" in edit:
            if file in tree:
                raise ValueError(f"{file} is there already")
            tree[file] = edit["create"]
        elif edit.get("delete"):
            del tree[file]
        elif "move_to" in edit:
            tree[edit["move_to"]] = tree.pop(file)
        else:
            if (count := tree[file].count(edit["find"])) != 1:
                raise ValueError(f"{file} has {count} times: {edit['find']}")
            tree[file] = tree[file].replace(edit["find"], edit["replace"])
    return tree


class Project:
    """A green project with its mutations."""

    def __init__(self, name):
        table = tomllib.loads((HERE / "mutations" / f"{name}.toml").read_text())
        self.name, self.gradle, self.tasks = name, table["gradle"], table["tasks"]
        self.tree = tree_of(HERE / name)
        self.mutations = table["mutation"]
        self.noise = [{**edit, "file": edit["file"] if "create" in edit else path_of(self.tree, edit["file"])} for edit in table["noise"]]
        seen = set()
        for one in self.mutations:
            try:
                if one["id"] in seen:
                    raise ValueError("told twice")
                seen.add(one["id"])
                self.places(one)
            except (KeyError, ValueError) as problem:
                raise SystemExit(f"{name}.toml, {one['id']}: {problem!r}") from None

    def mutated(self, one):
        """The tree with this mutation, and with the noise that leaves the mutation's files alone."""
        own = self.touched(one)
        noise = [edit for edit in self.noise if edit["file"] not in own] if one["noise"] else []
        return edited(edited(self.tree, one["edits"]), noise)

    def touched(self, one):
        """The files that a mutation changes, before and after it."""
        after = edited(self.tree, one["edits"])
        return {file for file in set(self.tree) | set(after) if self.tree.get(file) != after.get(file)}

    def gaps(self, one):
        """File and line on both sides of where an edit took something away: it can be put back there."""
        after, found = edited(self.tree, one["edits"]), []
        for edit in one["edits"]:
            if "replace" not in edit or (file := path_of(self.tree, edit["file"])) not in after:
                continue
            begin, rest = commonprefix([edit["find"], edit["replace"]]), len(edit["find"]) - len(edit["replace"])
            gone = edit["find"][len(begin):len(begin) + rest]
            if not gone or edit["find"] != begin + gone + edit["replace"][len(begin):]:
                continue
            line = self.tree[file][:self.tree[file].index(edit["find"]) + len(begin)].count("\n") + 1
            found.append((file, line))
            if gone.startswith("\n"):
                found.append((file, line + 1))
            elif gone.endswith("\n"):
                found.append((file, line - 1))
        return found

    def places(self, one):
        """File and line of every place where a developer may mend it."""
        tree, found = self.mutated(one), self.gaps(one)
        for place in one["act"]:
            file = path_of(tree, place["file"])
            if (count := tree[file].count(place["text"])) != 1:
                raise ValueError(f"{file} has {count} times: {place['text']}")
            found.append((file, tree[file][:tree[file].index(place["text"])].count("\n") + 1))
        return found


def projects(names):
    return [Project(name) for name in names or sorted(path.stem for path in (HERE / "mutations").glob("*.toml"))]
