//! What the path of a resource's file says: its kind, its name, whether its folder has qualifiers.

/// Folders of resources, without their qualifiers.
const FOLDERS: &[&str] = &[
    "anim",
    "animator",
    "color",
    "drawable",
    "font",
    "interpolator",
    "layout",
    "menu",
    "mipmap",
    "navigation",
    "raw",
    "transition",
    "values",
    "xml",
];

/// What the path of a resource's file says.
pub(super) struct ResourceFile<'p> {
    /// `layout` of `res/layout-land/main.xml`.
    pub(super) kind: &'p str,
    /// `main` of it.
    pub(super) name: &'p str,
    /// Whether its folder has qualifiers.
    pub(super) qualified: bool,
}

impl ResourceFile<'_> {
    pub(super) fn of(path: &str) -> Option<ResourceFile<'_>> {
        let mut parts = path.rsplit('/');
        let (file, folder, res) = (parts.next()?, parts.next()?, parts.next()?);
        let (kind, qualified) = folder.split_once('-').map_or((folder, false), |(kind, _)| (kind, true));
        let name = file.split('.').next().filter(|name| !name.is_empty())?;
        (res == "res" && FOLDERS.contains(&kind)).then_some(ResourceFile { kind, name, qualified })
    }
}
