"""Finds the members that classes inherit: from their own jar, other libraries, Android and the JDK."""

import functools
import io
import zipfile

from class_files import ClassFile
from library_jars import members_of


@functools.cache
def opened(path):
    """A jar, an aar's classes, or a module of the JDK."""
    archive = zipfile.ZipFile(path)
    return zipfile.ZipFile(io.BytesIO(archive.read("classes.jar"))) if "classes.jar" in archive.NameToInfo else archive


class Parents:
    """Classes by name. `libraries`: paths by version, the oldest first, of each library; what has no versions is under None."""

    def __init__(self, libraries):
        self._homes, self._versions, self._known = {}, {}, {}
        for paths in libraries:
            self._versions |= {path: version for version, path in paths.items()}
            for entry in opened(list(paths.values())[-1]).namelist():
                if entry.endswith(".class"):
                    self._homes.setdefault(entry.removesuffix(".class").removeprefix("classes/"), paths)
        # Processes must not share open files.
        opened.cache_clear()

    def members(self, path, name):
        """What a class of a jar declares and inherits; what it may inherit, as a parent is in a library of which the right version
        isn't known; and whether all of its parents were found."""
        if (path, name) not in self._known:
            self._known[path, name] = self._read(path, name)
        return self._known[path, name]

    def _read(self, path, name):
        if name + ".class" in opened(path).NameToInfo:
            return self._read_from(path, name + ".class")
        if name not in self._homes:
            return set(), set(), False
        paths = self._homes[name]
        same = paths.get(self._versions[path])
        if same and name + ".class" in opened(same).NameToInfo:
            return self._read_from(same, name + ".class")
        newest = list(paths.values())[-1]
        entry = name + ".class" if name + ".class" in opened(newest).NameToInfo else f"classes/{name}.class"
        sure, doubtful, complete = self._read_from(newest, entry)
        return set(), sure | doubtful, complete

    def _read_from(self, path, entry):
        klass = ClassFile(opened(path).read(entry))
        sure, doubtful, complete = members_of(klass), set(), True
        for parent in klass.parents:
            also, perhaps, whole = self.members(path, parent)
            sure, doubtful, complete = sure | also, doubtful | perhaps, complete and whole
        return sure, doubtful, complete
