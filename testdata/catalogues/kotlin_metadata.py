"""Reads what Kotlin's compiler keeps of declarations in `@kotlin.Metadata` (metadata.proto and jvm_metadata.proto of Kotlin's sources)."""

CLASS, FILE, FACADE, PART = 1, 2, 4, 5
INTERNAL, PRIVATE, PROTECTED, PUBLIC = range(4)

# Numbers of the fields that are read. Unset flags mean public and final.
PACKAGE_FUNCTION, PACKAGE_PROPERTY, PACKAGE_ALIAS, TYPE_TABLE = 3, 4, 5, 30
DEFAULT_FLAGS = 6


class Shape:
    """Field numbers of what a function and a property have alike."""

    def __init__(self, flags, receiver, receiver_id):
        self.flags, self.receiver, self.receiver_id = flags, receiver, receiver_id


FUNCTION, PROPERTY = Shape(9, 5, 8), Shape(11, 5, 10)
NAME, TYPE_PARAMETER, ALIAS_FLAGS = 2, 4, 1

# Names that are not in the strings of a class, in the order of Kotlin's JvmNameResolverBase.
PREDEFINED = (
    ["Any", "Nothing", "Unit", "Throwable", "Number", "Byte", "Double", "Float", "Int", "Long", "Short", "Boolean", "Char", "CharSequence"]
    + ["String", "Comparable", "Enum", "Array", "ByteArray", "DoubleArray", "FloatArray", "IntArray", "LongArray", "ShortArray"]
    + ["BooleanArray", "CharArray", "Cloneable", "Annotation", "Iterable", "MutableIterable", "Collection", "MutableCollection", "List"]
    + ["MutableList", "Set", "MutableSet", "Map", "MutableMap", "Map.Entry", "MutableMap.MutableEntry", "Iterator", "MutableIterator"]
    + ["ListIterator", "MutableListIterator"]
)


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at


def message(data):
    """The values of each field of a message, by number: numbers, or bytes."""
    at, fields = 0, {}
    while at < len(data):
        key, at = varint(data, at)
        kind = key & 7
        if kind == 0:
            value, at = varint(data, at)
        elif kind == 2:
            size, at = varint(data, at)
            value, at = data[at : at + size], at + size
        else:
            size = {1: 8, 5: 4}[kind]
            value, at = data[at : at + size], at + size
        fields.setdefault(key >> 3, []).append(value)
    return fields


def numbers(values):
    """A repeated number, packed or not."""
    for value in values:
        if isinstance(value, int):
            yield value
            continue
        at = 0
        while at < len(value):
            number, at = varint(value, at)
            yield number


class Metadata:
    """The declarations of a class (`kind` 1), a file (2) or a part of a file (5); `package` if it is not that of the class file."""

    def __init__(self, annotation):
        self.kind, self.strings = annotation.get("k", 1), annotation.get("d2", [])
        self.package = annotation.get("pn")
        data = "".join(annotation.get("d1", []))
        self.proto = None
        # Kotlin before 1.0 packed the bytes another way.
        if self.kind in (CLASS, FILE, PART) and data.startswith("\0"):
            data = data[1:].encode("latin-1")
            size, at = varint(data, 0)
            self._read_records(message(data[at : at + size]))
            self.proto = message(data[at + size :])

    def _read_records(self, types):
        self.records = []
        for record in map(message, types.get(1, [])):
            self.records += [record] * record.get(1, [1])[0]

    def name(self, index):
        record = self.records[index]
        if 6 in record:
            text = record[6][0].decode()
        elif 2 in record and record[2][0] < len(PREDEFINED):
            text = PREDEFINED[record[2][0]]
        else:
            text = self.strings[index]
        if 4 in record:
            begin, end = numbers(record[4])
            text = text[begin:end]
        if 5 in record:
            old, new = numbers(record[5])
            text = text.replace(chr(old), chr(new))
        operation = record.get(3, [0])[0]
        if operation == 2:
            text = text[1:-1]
        return text.replace("$", ".") if operation else text

    def is_public(self):
        """Whether Kotlin code of other modules can name this class."""
        return self.kind != CLASS or self.proto is None or visibility(self.proto.get(1)) in (PUBLIC, PROTECTED)

    def declarations(self):
        """Kind (`f`, `p`, `c` for an alias), name and simple name of the receiver of each public one outside of classes."""
        if self.kind not in (FILE, PART) or self.proto is None:
            return
        self.types = [message(one) for table in self.proto.get(TYPE_TABLE, []) for one in message(table).get(1, [])]
        for kind, shape, field in (("f", FUNCTION, PACKAGE_FUNCTION), ("p", PROPERTY, PACKAGE_PROPERTY)):
            for one in map(message, self.proto.get(field, [])):
                if visibility(one.get(shape.flags)) == PUBLIC:
                    yield kind, self.name(one[NAME][0]), self._receiver(one, shape)
        for one in map(message, self.proto.get(PACKAGE_ALIAS, [])):
            if visibility(one.get(ALIAS_FLAGS)) == PUBLIC:
                yield "c", self.name(one[NAME][0]), None

    def _receiver(self, declaration, shape):
        if shape.receiver in declaration:
            return self._type(message(declaration[shape.receiver][0]), declaration)
        if shape.receiver_id in declaration:
            return self._type(self.types[declaration[shape.receiver_id][0]], declaration)
        return None

    def _type(self, kind, declaration):
        """The simple name of a class, of a type parameter's bound, or `T`."""
        if 6 in kind:
            names = self.name(kind[6][0]).rpartition("/")[2].split(".")
            return ".".join(names[-2:] if names[-1] == "Companion" else names[-1:])
        for parameter in map(message, declaration.get(TYPE_PARAMETER, [])):
            if kind.get(7) == parameter[1] or kind.get(9) == parameter[2]:
                bounds = [message(one) for one in parameter.get(5, [])] + [self.types[one] for one in numbers(parameter.get(6, []))]
                return self._type(bounds[0], declaration) if bounds else "T"
        return "T"


def visibility(flags):
    return (flags[0] if flags else DEFAULT_FLAGS) >> 1 & 7
