//! Names of the libraries in Gradle's caches: a redb file of its own. Derived from the jars, so it may be deleted at any
//! time. Readers never wait for a writer.

use std::collections::BTreeSet;
use std::path::Path;

use rcad_core::code::libraries::{LibraryHome, LibraryName, LibraryNameKind};
use redb::{ReadableTable, ReadableTableMetadata, TableDefinition, WriteTransaction};

use crate::StoreError;
use crate::store::handle::Handle;

/// redb's cache. A lookup reads a few pages.
const CACHE_BYTES: usize = 1 << 20;

/// Numbers of jars by path.
const JARS: TableDefinition<&str, u32> = TableDefinition::new("jars");
/// Module (`group:artifact`) and version of the jars that have names.
const LIBRARIES: TableDefinition<u32, (&str, &str)> = TableDefinition::new("libraries");
/// By simple name and jar: what is called so, a line for each, a letter for its kind and its owner.
const NAMES: TableDefinition<(&str, u32), &str> = TableDefinition::new("names");

/// The open file. One process at a time.
pub struct LibraryStore {
    db: Handle,
}

impl LibraryStore {
    /// Opens the file, or creates it.
    ///
    /// # Errors
    /// When another process has it open, it is damaged, or the disk does not let it be opened or created.
    pub fn open(path: &Path) -> Result<LibraryStore, StoreError> {
        let db = Handle::open_with(path, CACHE_BYTES)?;
        // Writing takes longer than a question may.
        if db.begin_read()?.open_table(NAMES).is_err() {
            let txn = db.begin_write()?;
            txn.open_table(JARS)?;
            txn.open_table(LIBRARIES)?;
            txn.open_table(NAMES)?;
            txn.commit()?;
        }
        Ok(LibraryStore { db })
    }

    /// Paths of the jars that were read, also of those that have no names or are damaged.
    pub fn jars(&self) -> Result<BTreeSet<String>, StoreError> {
        let txn = self.db.begin_read()?;
        let rows = txn.open_table(JARS)?;
        let paths = rows.iter()?.map(|row| Ok(row?.0.value().to_owned()));
        paths.collect()
    }

    /// Every library that has a simple name, of this owner where one is given.
    pub fn homes(&self, simple: &str, owner: Option<&str>) -> Result<Vec<LibraryHome>, StoreError> {
        let is_wanted = |line: &&str| owner.is_none_or(|owner| line.get(1..) == Some(owner));
        let txn = self.db.begin_read()?;
        let libraries = txn.open_table(LIBRARIES)?;
        let mut homes = Vec::new();
        for row in txn.open_table(NAMES)?.range((simple, 0)..=(simple, u32::MAX))? {
            let (key, lines) = row?;
            let lines = lines.value().lines().filter(is_wanted);
            let names: Vec<LibraryName> = lines.filter_map(|line| read_line(simple, line)).collect();
            if names.is_empty() {
                continue;
            }
            let Some(library) = libraries.get(key.value().1)? else { continue };
            let (module, version) = library.value();
            homes.extend(names.into_iter().map(|name| LibraryHome {
                name,
                module: module.to_owned(),
                version: version.to_owned(),
            }));
        }
        Ok(homes)
    }

    /// How many names there are, counted once a jar.
    pub fn names(&self) -> Result<u64, StoreError> {
        Ok(self.db.begin_read()?.open_table(NAMES)?.len()?)
    }

    /// Begins to write.
    pub fn write(&self) -> Result<LibraryWriter, StoreError> {
        Ok(LibraryWriter { txn: self.db.begin_write()? })
    }

    /// Gives what deleted rows took back to the disk, unless somebody reads; others wait meanwhile.
    pub fn compact(&self) -> Result<bool, StoreError> {
        self.db.compact()
    }

    /// Bytes of the file.
    pub fn bytes(&self) -> u64 {
        self.db.path().and_then(|path| std::fs::metadata(path).ok()).map_or(0, |known| known.len())
    }
}

/// Writes libraries; nothing of it is seen before it is committed.
pub struct LibraryWriter {
    txn: WriteTransaction,
}

impl LibraryWriter {
    /// Puts a jar with its names, which are new.
    pub fn put(&mut self, path: &str, module: &str, version: &str, names: &[LibraryName]) -> Result<(), StoreError> {
        let mut libraries = self.txn.open_table(LIBRARIES)?;
        let mut jars = self.txn.open_table(JARS)?;
        let last = libraries.last()?.map_or(0, |(number, _)| number.value());
        // Those without a name share a number.
        let number = if names.is_empty() { 0 } else { last + 1 };
        jars.insert(path, number)?;
        if names.is_empty() {
            return Ok(());
        }
        libraries.insert(number, (module, version))?;
        let mut sorted: Vec<&LibraryName> = names.iter().collect();
        sorted.sort_by(|one, other| one.simple.cmp(&other.simple));
        let mut table = self.txn.open_table(NAMES)?;
        for same in sorted.chunk_by(|one, other| one.simple == other.simple) {
            let lines: BTreeSet<String> = same.iter().map(|name| line(name)).collect();
            let lines: Vec<String> = lines.into_iter().collect();
            table.insert((same[0].simple.as_str(), number), lines.join("\n").as_str())?;
        }
        Ok(())
    }

    /// Removes jars that are gone.
    pub fn remove(&mut self, paths: &BTreeSet<String>) -> Result<(), StoreError> {
        let mut jars = self.txn.open_table(JARS)?;
        let mut libraries = self.txn.open_table(LIBRARIES)?;
        let mut gone = BTreeSet::new();
        for path in paths {
            if let Some(number) = jars.remove(path.as_str())?.map(|number| number.value()).filter(|number| *number > 0)
            {
                libraries.remove(number)?;
                gone.insert(number);
            }
        }
        if !gone.is_empty() {
            self.txn.open_table(NAMES)?.retain(|(_, number), _| !gone.contains(&number))?;
        }
        Ok(())
    }

    /// Makes it seen and durable.
    pub fn commit(self) -> Result<(), StoreError> {
        Ok(self.txn.commit()?)
    }
}

fn line(name: &LibraryName) -> String {
    let kind = match name.kind {
        LibraryNameKind::Class => 'c',
        LibraryNameKind::Function => 'f',
        LibraryNameKind::Property => 'p',
        LibraryNameKind::Extension => 'e',
    };
    format!("{kind}{}", name.owner)
}

fn read_line(simple: &str, line: &str) -> Option<LibraryName> {
    let kind = match line.chars().next()? {
        'c' => LibraryNameKind::Class,
        'f' => LibraryNameKind::Function,
        'p' => LibraryNameKind::Property,
        'e' => LibraryNameKind::Extension,
        _ => return None,
    };
    Some(LibraryName { owner: line[1..].to_owned(), simple: simple.to_owned(), kind })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::store::derived::DerivedFile;

    fn name(owner: &str, simple: &str, kind: LibraryNameKind) -> LibraryName {
        LibraryName { owner: owner.into(), simple: simple.into(), kind }
    }

    fn put(store: &LibraryStore, path: &str, version: &str, names: &[LibraryName]) {
        let mut writer = store.write().unwrap();
        writer.put(path, "a:b", version, names).unwrap();
        writer.commit().unwrap();
    }

    fn found(store: &LibraryStore, simple: &str) -> Vec<String> {
        let homes = store.homes(simple, None).unwrap();
        homes.iter().map(|home| format!("{} {}", home.name.qualified(), home.version)).collect()
    }

    #[test]
    fn names_come_back_with_their_libraries_and_leave_with_their_jars() {
        let dir = tempfile::tempdir().unwrap();
        let store = LibraryStore::open(&dir.path().join("libraries.redb")).unwrap();
        let shelf = name("x.y", "Shelf", LibraryNameKind::Class);
        let both = [shelf.clone(), name("x.z", "Shelf", LibraryNameKind::Function), shelf.clone()];
        put(&store, "/one.jar", "1", &both);
        put(&store, "/none.jar", "1", &[]);
        put(&store, "/two.jar", "2", &[shelf.clone(), name("x", "Shelves", LibraryNameKind::Class)]);
        assert_eq!(found(&store, "Shelf"), ["x.y.Shelf 1", "x.z.Shelf 1", "x.y.Shelf 2"]);
        assert_eq!(store.homes("Shelf", Some("x.z")).unwrap()[0].name.kind, LibraryNameKind::Function);
        assert_eq!((found(&store, "Shel").len(), store.names().unwrap(), store.jars().unwrap().len()), (0, 3, 3));
        let mut writer = store.write().unwrap();
        writer.remove(&["/two.jar".to_owned(), "/none.jar".to_owned(), "/other.jar".to_owned()].into()).unwrap();
        assert_eq!(found(&store, "Shelves"), ["x.Shelves 2"], "a reader does not wait for the writer");
        writer.commit().unwrap();
        assert_eq!((found(&store, "Shelf").len(), found(&store, "Shelves").len()), (2, 0));
        put(&store, "/three.jar", "3", &[shelf]);
        assert_eq!(found(&store, "Shelf").len(), 3);
    }

    #[test]
    fn a_damaged_file_is_moved_away_and_a_new_one_begun() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("libraries.redb");
        fs::write(&path, "no database").unwrap();
        let file = DerivedFile::new(&path, LibraryStore::open);
        assert_eq!(file.with(|store| store.names()), Ok(0));
        assert!(dir.path().join("libraries.redb.damaged").exists());
    }
}
