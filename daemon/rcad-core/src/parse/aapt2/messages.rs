//! aapt2's and the XML parsers' messages. Data only; the first match wins.

use super::super::pattern::{Pattern, Rules, rule};
use crate::Category;

/// aapt2 behind `error: `.
pub static RULES: Rules = Rules::new(&[
    rule(Category::XmlResourceNotFound, r"^resource (?P<symbol>[^ ]+) \(aka (?P<resolved>[^)]+)\) not found"),
    rule(Category::XmlResourceNotFound, r"^resource (?P<symbol>[^ ]+) not found"),
    rule(
        Category::XmlResourceNotFound,
        r"^Error retrieving parent for item: No resource found that matches the given name '(?P<symbol>[^']+)'",
    ),
    rule(
        Category::XmlResourceNotFound,
        r"No resource found that matches the given name \(at '(?P<attribute>[^']+)' with value '(?P<symbol>[^']+)'\)",
    ),
    rule(Category::XmlResourceNotFound, r"^resource (?P<symbol>[^ ]+) (?:\(aka [^)]+\) )?is private"),
    rule(
        Category::XmlAttributeNotFound,
        r"^(?:style )?attribute '?(?P<symbol>[^ ']+)'? \(aka (?P<resolved>[^)]+)\) not found",
    ),
    rule(Category::XmlAttributeNotFound, r"^(?:style )?attribute '?(?P<symbol>[^ ']+)'? not found"),
    rule(
        Category::XmlAttributeNotFound,
        r"^No resource identifier found for attribute '(?P<symbol>[^']+)' in package '(?P<package>[^']+)'",
    ),
    rule(
        Category::XmlInvalidValue,
        r"^'(?P<actual>[^']*)' is incompatible with attribute (?P<symbol>[^ ]+) \(attr\) (?P<expected>[a-z|]+)",
    ),
    rule(Category::XmlInvalidValue, r"^expected (?P<expected>[a-z ]+) but got (?P<actual>.+?)\.?$"),
    rule(Category::XmlInvalidValue, r"^invalid (?:value|dimension|color|integer)[^']*'?(?P<actual>[^']*)'?"),
    rule(
        Category::XmlMissingAttribute,
        r"^<(?P<symbol>[^> ]+)> (?:tag )?(?:is missing|missing|must have)[^']*'?(?P<attribute>[^']*)'?",
    ),
    rule(Category::XmlDuplicateResource, r"^duplicate value for resource '(?P<symbol>[^']+)'"),
    rule(
        Category::XmlDuplicateResource,
        r"^(?:resource '(?P<symbol>[^']+)' (?:has a conflicting value|already defined)|duplicate attribute|duplicate symbol)",
    ),
    rule(
        Category::XmlMalformed,
        r"^not well-formed|^unbound prefix|^mismatched tag|^no element found|^duplicate attribute|^undefined entity|^xml parser error|^junk after document element",
    ),
    rule(
        Category::AaptCompile,
        r"^(?:failed to (?:read PNG|open|parse)|file (?:failed to compile|not found)|unknown resource type|multiple substitutions specified in non-positional format|invalid resource name|\S+: invalid resource)",
    ),
    rule(
        Category::AaptCompile,
        r"^[Mm]ultiple substitutions specified in non-positional format of string resource (?P<symbol>\S+?)\.?(?: Did you|$)",
    ),
]);

/// XML parsers of the JDK.
pub static PARSER: Rules = Rules::new(&[
    rule(Category::XmlMalformed, "^The prefix \"(?P<prefix>[^\"]+)\" for (?:attribute|element) \"(?P<symbol>[^\"]+)\""),
    rule(Category::XmlMalformed, "^The element type \"(?P<symbol>[^\"]+)\" must be terminated"),
    rule(Category::XmlMalformed, "^The entity \"(?P<symbol>[^\"]+)\" was referenced"),
]);

/// `failed linking references.`, `file failed to compile.`
pub static SUMMARY: Pattern = Pattern::new(
    r"^(?:failed (?:linking references|linking file resources|processing manifest|parsing overlays)|file failed to compile|resource previously defined here)",
);
