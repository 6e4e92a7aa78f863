"""Reads texts, calls, members and annotations out of class files, as far as catalogues need it (JVM specification, chapter 4 and 6)."""

import re
import struct

# Bytes of each instruction's operands; the two switches and `wide` are read by hand.
OPERANDS = [0] * 256
for first, last, size in [
    (16, 16, 1), (17, 17, 2), (18, 18, 1), (19, 20, 2), (21, 25, 1), (54, 58, 1), (132, 132, 2), (153, 168, 2), (169, 169, 1), (178, 184, 2),
    (185, 186, 4), (187, 187, 2), (188, 188, 1), (189, 189, 2), (192, 193, 2), (197, 197, 3), (198, 199, 2), (200, 201, 4),
]:
    OPERANDS[first : last + 1] = [size] * (last + 1 - first)
TABLESWITCH, LOOKUPSWITCH, WIDE, IINC = 170, 171, 196, 132

# Stands for a value in a text that is put together.
VALUE = "\1"
BUILDERS = ("java/lang/StringBuilder", "java/lang/StringBuffer")

# Access flags of classes and members.
PUBLIC, PRIVATE, PROTECTED, SYNTHETIC, ANNOTATION = 0x1, 0x2, 0x4, 0x1000, 0x2000


class ClassFile:
    def __init__(self, data):
        self.data = data
        at = self._read_pool()
        self.access, self.name = self._u2(at), self._class(self._u2(at + 2))
        count = self._u2(at + 6)
        parents = [self._u2(at + 4), *(self._u2(at + 8 + 2 * one) for one in range(count))]
        self.parents = [self._class(parent) for parent in parents if parent]
        self.fields, at = self._members(at + 8 + 2 * count)
        self.methods, at = self._members(at)
        self.attributes = dict(self._attributes(at)[0])
        self.bootstraps = []
        if (start := self.attributes.get("BootstrapMethods")) is not None:
            self._read_bootstraps(start)

    def _u2(self, at):
        return struct.unpack_from(">H", self.data, at)[0]

    def _read_pool(self):
        count, at, index = self._u2(8), 10, 1
        self.pool = [None] * count
        while index < count:
            tag = self.data[at]
            if tag == 1:
                size = self._u2(at + 1)
                self.pool[index] = self.data[at + 3 : at + 3 + size].replace(b"\xc0\x80", b"\0").decode("utf-8", "replace")
                at += 3 + size
            elif tag in (7, 8, 16, 19, 20):
                self.pool[index] = (tag, self._u2(at + 1))
                at += 3
            elif tag == 15:
                at += 4
            elif tag in (5, 6):
                at += 9
                index += 1
            else:
                self.pool[index] = (tag, self._u2(at + 1), self._u2(at + 3))
                at += 5
            index += 1
        return at

    def _read_bootstraps(self, at):
        count, at = self._u2(at), at + 2
        for _ in range(count):
            size = self._u2(at + 2)
            self.bootstraps.append([self._u2(at + 4 + 2 * one) for one in range(size)])
            at += 4 + 2 * size

    def _class(self, index):
        return self.pool[self.pool[index][1]]

    def _attributes(self, at):
        count, at, found = self._u2(at), at + 2, []
        for _ in range(count):
            name, size = struct.unpack_from(">HI", self.data, at)
            found.append((self.pool[name], at + 6))
            at += 6 + size
        return found, at

    def _members(self, at):
        """Name, descriptor, attributes and access flags of each."""
        count, at, found = self._u2(at), at + 2, []
        for _ in range(count):
            access, name, kind = self._u2(at), self.pool[self._u2(at + 2)], self.pool[self._u2(at + 4)]
            attributes, at = self._attributes(at + 6)
            found.append((name, kind, dict(attributes), access))
        return found, at

    def inner_classes(self):
        """Outer class, simple name and access flags of each class of `InnerClasses`; anonymous and local ones have none of the first two."""
        if (at := self.attributes.get("InnerClasses")) is None:
            return {}
        found = {}
        for entry in range(at + 2, at + 2 + 8 * self._u2(at), 8):
            inner, outer, name, access = struct.unpack_from(">HHHH", self.data, entry)
            found[self._class(inner)] = (self._class(outer) if outer else None, self.pool[name] if name else None, access)
        return found

    def annotation(self, descriptor, attributes=None):
        """The values of an annotation of the class, or of a member with these attributes, by name; None without it."""
        attributes = self.attributes if attributes is None else attributes
        for kept in ("RuntimeVisibleAnnotations", "RuntimeInvisibleAnnotations"):
            if (at := attributes.get(kept)) is None:
                continue
            count, at = self._u2(at), at + 2
            for _ in range(count):
                kind, values, at = self._annotation(at)
                if kind == descriptor:
                    return values
        return None

    def _annotation(self, at):
        kind, pairs, at, values = self.pool[self._u2(at)], self._u2(at + 2), at + 4, {}
        for _ in range(pairs):
            name = self.pool[self._u2(at)]
            values[name], at = self._element(at + 2)
        return kind, values, at

    def _element(self, at):
        tag = chr(self.data[at])
        if tag == "[":
            count, at, values = self._u2(at + 1), at + 3, []
            for _ in range(count):
                value, at = self._element(at)
                values.append(value)
            return values, at
        if tag == "@":
            kind, values, at = self._annotation(at + 1)
            return values, at
        if tag == "e":
            return self.pool[self._u2(at + 3)], at + 5
        value = self.pool[self._u2(at + 1)]
        return value[1] << 16 | value[2] if isinstance(value, tuple) and tag in "BCISZ" else value, at + 3

    def _called(self, index):
        _, owner, signature = self.pool[index]
        _, name, kind = self.pool[signature]
        return "call", self._class(owner), self.pool[name], self.pool[kind]

    def _joined(self, index):
        """The text of `makeConcatWithConstants`, with its values left open."""
        _, bootstrap, signature = self.pool[index]
        if self.pool[self.pool[signature][1]] != "makeConcatWithConstants":
            return None
        recipe, *constants = self.bootstraps[bootstrap]
        constants = iter(constants)
        text = self.pool[self.pool[recipe][1]]
        return re.sub("\2", lambda _: str(self.pool[self.pool[next(constants)][1]]), text)

    def instructions(self, method):
        """`("text", words)`, `("joined", words)`, `("new", class)` and `("call", class, name, descriptor)`, in order."""
        if (start := method[2].get("Code")) is None:
            return
        base = at = start + 8
        end = base + struct.unpack_from(">I", self.data, start + 4)[0]
        while at < end:
            code = self.data[at]
            if code in (18, 19):
                entry = self.pool[self.data[at + 1] if code == 18 else self._u2(at + 1)]
                if isinstance(entry, tuple) and entry[0] == 8:
                    yield "text", self.pool[entry[1]]
            elif 182 <= code <= 185:
                yield self._called(self._u2(at + 1))
            elif code == 186 and (text := self._joined(self._u2(at + 1))) is not None:
                yield "joined", text
            elif code == 187:
                yield "new", self._class(self._u2(at + 1))
            if code in (TABLESWITCH, LOOKUPSWITCH):
                padded = at + 1 + (base - at - 1) % 4
                low, high = struct.unpack_from(">ii", self.data, padded + 4)
                at = padded + (12 + 4 * (high - low + 1) if code == TABLESWITCH else 8 + 8 * low)
            elif code == WIDE:
                at += 6 if self.data[at + 1] == IINC else 4
            else:
                at += 1 + OPERANDS[code]

    def taken_texts(self, method):
        """Each call that takes texts, as `Class.method`, with the texts; values in them are `VALUE`."""
        parts, waiting, last = None, [], None
        for kind, *what in self.instructions(method):
            text, last = last, None
            if kind == "text":
                last = what[0]
                if parts is None:
                    waiting.append(last)
            elif kind == "joined":
                waiting.append(what[0])
            elif kind == "new":
                if what[0] in BUILDERS:
                    parts = []
            elif what[0] in BUILDERS:
                owner, name, descriptor = what
                if name == "toString" and parts is not None:
                    waiting.append("".join(parts))
                    parts = None
                elif name in ("append", "<init>") and parts is not None and "(L" in descriptor + "(L" * (name == "append"):
                    parts.append(VALUE if text is None else text)
            elif parts is None and waiting:
                owner, name, descriptor = what
                yield owner.rsplit("/", 1)[-1] + "." + name, waiting
                if name == "<init>" or descriptor.endswith("V"):
                    waiting = []
