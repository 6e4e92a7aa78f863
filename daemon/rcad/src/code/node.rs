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
    /// Qualified name of a package or import.
    Dotted,
    /// `.*` of an import.
    All,
    /// Modifiers and annotations.
    Modifiers,
    /// Class, interface, enum or annotation; its keywords tell which.
    Class,
    /// The keyword `interface`.
    InterfaceWord,
    /// The keyword or body of an enum.
    EnumWord,
    /// Object, also a companion.
    Object,
    /// Method or function.
    Function,
    /// A constructor with its own head.
    Constructor,
    /// Property or field, also a local one.
    Property,
    /// Contains the name of a property.
    Variable,
    /// Parameter of a primary constructor or of a record.
    ClassParameter,
    /// The keyword `val` or `var`.
    ValueWord,
    /// An enum's constant.
    Constant,
    /// `typealias`
    Alias,
    /// Introduces a name that is not indexed: parameter, local variable, label.
    Binder,
    /// A lambda that begins with its parameter's name.
    Lambda,
    /// A list of parameter names.
    Names,
    /// Contains members.
    Body,
    /// Ends a head: a block, `=`, a getter.
    HeadEnd,
    /// A name.
    Name,
    /// A type's name, where the grammar distinguishes it.
    TypeName,
    /// A type.
    Type,
    /// `a(…)`
    Call,
    /// `a.b`
    Member,
    /// `new A(…)`, or `A(…)` in a list of supertypes.
    New,
    /// `a op b`
    Infix,
    /// `::a`, or `::` itself.
    Refer,
    /// A piece of a string.
    Text,
    /// A syntax error.
    Error,
}

/// An ancestor of the node being read.
#[derive(Clone, Copy, Debug)]
pub struct Ancestor {
    /// Its role.
    pub role: NodeRole,
    /// Number of its children read so far, the current one included.
    pub children: u32,
    /// Whether `::` was among them.
    pub refers: bool,
    /// Whether a name was among them.
    pub named: bool,
}
