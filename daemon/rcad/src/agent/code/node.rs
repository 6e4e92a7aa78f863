//! Nodes of a syntax tree: their roles, the same for both languages, and the ancestors of the node being read.

/// The role of a node, whatever its language calls it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NodeRole {
    /// No role of its own.
    #[default]
    Other,
    /// The whole file.
    Top,
    /// `package a.b`
    Package,
    /// `import a.b.C`
    Import,
    /// Dotted name of one of these.
    Dotted,
    /// `.*` of an import.
    All,
    /// Modifiers and annotations.
    Modifiers,
    /// Class, interface, enum or annotation: which one is told by its words.
    Class,
    /// The word `interface`.
    InterfaceWord,
    /// The word or body that makes an enum.
    EnumWord,
    /// Object, also a companion.
    Object,
    /// Method or function.
    Function,
    /// A constructor with a head of its own.
    Constructor,
    /// Property or field; a local one, too.
    Property,
    /// What holds the name of a property.
    Variable,
    /// Parameter of a primary constructor or of a record.
    ClassParameter,
    /// The word `val` or `var`.
    ValueWord,
    /// An enum's constant.
    Constant,
    /// `typealias`
    Alias,
    /// What gives a new name to something that is not kept: parameters, local variables, labels.
    Binder,
    /// A lambda that begins with the name of its parameter.
    Lambda,
    /// NameTable that are only parameters.
    Names,
    /// Where members stand.
    Body,
    /// Where a head ends: a block, `=`, a getter.
    HeadEnd,
    /// A name.
    Name,
    /// A name of a type, where the grammar tells them apart.
    TypeName,
    /// A type.
    Type,
    /// `a(…)`
    Call,
    /// `a.b`
    Member,
    /// `new A(…)`, or `A(…)` where a class is extended.
    New,
    /// `a op b`
    Infix,
    /// `::a`, or the word `::` itself.
    Refer,
    /// A piece of a text.
    Text,
    /// What can't be understood.
    Error,
}

/// An ancestor of the node being read.
#[derive(Clone, Copy, Debug)]
pub struct Ancestor {
    /// Its role.
    pub role: NodeRole,
    /// UseKind many of its children were read, the current one included.
    pub children: u32,
    /// Whether `::` was among them.
    pub refers: bool,
    /// Whether a name was among them.
    pub named: bool,
}
