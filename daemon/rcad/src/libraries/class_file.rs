//! Reads of a class file what others may name. Only as much of the format (JVM specification, chapter 4) as that needs: the
//! constant pool, flags, nesting, and the annotation that Kotlin writes.

use super::bytes::Cursor;

const PUBLIC: u16 = 0x0001;
const SYNTHETIC: u16 = 0x1000;
const MODULE: u16 = 0x8000;

/// Annotations within annotations that are read.
const DEPTH: usize = 8;

/// What a class file says of its class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassFile {
    /// `a/b/Basket$Item`
    pub name: String,
    /// Whether everybody may name it.
    pub is_public: bool,
    /// The class around it, where it is a member of one.
    pub outer: Option<OuterClass>,
    /// Whether it has a name that code can use: neither anonymous, local nor made by the compiler.
    pub is_named: bool,
    /// Kotlin's own description of it.
    pub kotlin: Option<KotlinAnnotation>,
}

/// The class around a nested one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OuterClass {
    /// `a/b/Basket`
    pub name: String,
    /// What the nested one is called in it: `Item`.
    pub inner: String,
}

/// `kotlin.Metadata`
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KotlinAnnotation {
    /// `k`: 1 a class, 2 a file with top-level declarations, 5 a part of such a one.
    pub kind: i32,
    /// `d1`: the description, packed; one character of it is one byte.
    pub packed: Vec<u8>,
    /// `d2`: the texts of which it is made.
    pub texts: Vec<String>,
    /// `pn`: the package where `@JvmPackageName` has changed it.
    pub package: Option<String>,
}

/// Reads a class file; nothing where it is none, or a description of a module.
pub fn read(bytes: &[u8]) -> Option<ClassFile> {
    let mut at = Cursor::new(bytes);
    if at.u4()? != 0xCAFE_BABE {
        return None;
    }
    at.skip(4)?;
    let pool = ConstantPool::read(&mut at)?;
    let flags = at.u2()?;
    if flags & MODULE != 0 {
        return None;
    }
    let this = at.u2()?;
    let name = pool.class(this)?;
    at.skip(2)?;
    let interfaces = at.u2()?;
    at.skip(usize::from(interfaces) * 2)?;
    skip_members(&mut at)?; // Fields.
    skip_members(&mut at)?; // Methods.
    let mut class = ClassFile { name, is_public: flags & PUBLIC != 0, ..ClassFile::default() };
    class.is_named = flags & SYNTHETIC == 0;
    for _ in 0..at.u2()? {
        let attribute = pool.text(at.u2()?)?;
        let length = usize::try_from(at.u4()?).ok()?;
        let mut content = Cursor::new(at.take(length)?);
        match attribute.as_str() {
            "InnerClasses" => nest(&mut content, &pool, &mut class)?,
            "Synthetic" => class.is_named = false,
            "RuntimeVisibleAnnotations" => class.kotlin = kotlin(&mut content, &pool)?,
            _ => {}
        }
    }
    Some(class)
}

fn skip_members(at: &mut Cursor<'_>) -> Option<()> {
    for _ in 0..at.u2()? {
        at.skip(6)?;
        for _ in 0..at.u2()? {
            at.skip(2)?;
            let length = at.u4()?;
            at.skip(usize::try_from(length).ok()?)?;
        }
    }
    Some(())
}

/// Takes the row of `InnerClasses` that is about the class itself; the others are about classes that it uses.
fn nest(at: &mut Cursor<'_>, pool: &ConstantPool<'_>, class: &mut ClassFile) -> Option<()> {
    for _ in 0..at.u2()? {
        let (inner, outer, simple, flags) = (at.u2()?, at.u2()?, at.u2()?, at.u2()?);
        if pool.class(inner).is_none_or(|name| name != class.name) {
            continue;
        }
        match (pool.class(outer), pool.text(simple)) {
            (Some(name), Some(inner)) => class.outer = Some(OuterClass { name, inner }),
            _ => class.is_named = false,
        }
        class.is_public = flags & PUBLIC != 0;
        class.is_named &= flags & SYNTHETIC == 0;
    }
    Some(())
}

/// Kotlin's annotation among others; an inner nothing where there is none.
fn kotlin(at: &mut Cursor<'_>, pool: &ConstantPool<'_>) -> Option<Option<KotlinAnnotation>> {
    for _ in 0..at.u2()? {
        if pool.text(at.u2()?)? != "Lkotlin/Metadata;" {
            for _ in 0..at.u2()? {
                at.skip(2)?;
                skip_value(at, DEPTH)?;
            }
            continue;
        }
        let mut found = KotlinAnnotation::default();
        for _ in 0..at.u2()? {
            let element = pool.text(at.u2()?)?;
            match element.as_str() {
                "k" => {
                    at.skip(1)?;
                    found.kind = pool.integer(at.u2()?)?;
                }
                "d1" => {
                    for index in texts(at)? {
                        found.packed.extend(one_byte_each(pool.bytes(index)?)?);
                    }
                }
                "d2" => found.texts = texts(at)?.into_iter().map(|index| pool.text(index)).collect::<Option<_>>()?,
                "pn" => {
                    at.skip(1)?;
                    found.package = Some(pool.text(at.u2()?)?);
                }
                _ => skip_value(at, DEPTH)?,
            }
        }
        return Some(Some(found));
    }
    Some(None)
}

/// The texts of an array, by their indexes.
fn texts(at: &mut Cursor<'_>) -> Option<Vec<u16>> {
    if at.u1()? != b'[' {
        return None;
    }
    let count = at.u2()?;
    (0..count).map(|_| if at.u1()? == b's' { at.u2() } else { None }).collect()
}

fn skip_value(at: &mut Cursor<'_>, depth: usize) -> Option<()> {
    match at.u1()? {
        b'e' => at.skip(4),
        b'@' => {
            at.skip(2)?;
            for _ in 0..at.u2()? {
                at.skip(2)?;
                skip_value(at, depth.checked_sub(1)?)?;
            }
            Some(())
        }
        b'[' => {
            for _ in 0..at.u2()? {
                skip_value(at, depth.checked_sub(1)?)?;
            }
            Some(())
        }
        _ => at.skip(2),
    }
}

/// The bytes that a text stands for, of which each character is one. Java writes 0 and those from 128 on in two bytes.
fn one_byte_each(text: &[u8]) -> Option<Vec<u8>> {
    let mut all = Vec::with_capacity(text.len());
    let mut rest = text.iter();
    while let Some(first) = rest.next() {
        match first {
            0x01..=0x7f => all.push(*first),
            0xc0 | 0xc2 | 0xc3 => all.push(first << 6 | rest.next()? & 0x3f),
            _ => return None,
        }
    }
    Some(all)
}

/// The constants of a class file that are needed.
struct ConstantPool<'b>(Vec<Constant<'b>>);

#[derive(Clone, Copy)]
enum Constant<'b> {
    Text(&'b [u8]),
    Class(u16),
    Integer(i32),
    Other,
}

impl<'b> ConstantPool<'b> {
    fn read(at: &mut Cursor<'b>) -> Option<ConstantPool<'b>> {
        let count = usize::from(at.u2()?);
        let mut all = vec![Constant::Other];
        while all.len() < count {
            let (constant, places) = match at.u1()? {
                1 => {
                    let length = at.u2()?;
                    (Constant::Text(at.take(usize::from(length))?), 1)
                }
                3 => (Constant::Integer(i32::from_be_bytes(at.u4()?.to_be_bytes())), 1),
                7 => (Constant::Class(at.u2()?), 1),
                tag => {
                    // A number of eight bytes takes two places.
                    let (length, places) = match tag {
                        8 | 16 | 19 | 20 => (2, 1),
                        15 => (3, 1),
                        4 | 9..=12 | 17 | 18 => (4, 1),
                        5 | 6 => (8, 2),
                        _ => return None,
                    };
                    at.skip(length)?;
                    (Constant::Other, places)
                }
            };
            all.extend(std::iter::repeat_n(constant, places));
        }
        Some(ConstantPool(all))
    }

    fn bytes(&self, index: u16) -> Option<&'b [u8]> {
        match self.0.get(usize::from(index))? {
            Constant::Text(text) => Some(text),
            _ => None,
        }
    }

    /// A text; what Java writes otherwise than UTF-8 has it is in no name.
    fn text(&self, index: u16) -> Option<String> {
        Some(String::from_utf8_lossy(self.bytes(index)?).into_owned())
    }

    fn class(&self, index: u16) -> Option<String> {
        match self.0.get(usize::from(index))? {
            Constant::Class(name) => self.text(*name),
            _ => None,
        }
    }

    fn integer(&self, index: u16) -> Option<i32> {
        match self.0.get(usize::from(index))? {
            Constant::Integer(number) => Some(*number),
            _ => None,
        }
    }
}
