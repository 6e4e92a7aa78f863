//! Annotation processors that are known by the packages of their classes.

/// A processor that many projects run.
#[derive(Clone, Copy, Debug)]
pub struct NamedProcessor {
    /// What its classes' names begin with.
    package: &'static str,
    /// As a sentence names it.
    pub name: &'static str,
    /// Group and name of its artifact.
    pub artifact: &'static str,
}

const fn row(package: &'static str, name: &'static str, artifact: &'static str) -> NamedProcessor {
    NamedProcessor { package, name, artifact }
}

/// The most specific package comes first.
const PROCESSORS: &[NamedProcessor] = &[
    row("androidx.room.", "Room", "androidx.room:room-compiler"),
    row("dagger.hilt.", "Hilt", "com.google.dagger:hilt-compiler"),
    row("dagger.", "Dagger", "com.google.dagger:dagger-compiler"),
    row("com.squareup.moshi.", "Moshi", "com.squareup.moshi:moshi-kotlin-codegen"),
    row("com.bumptech.glide.", "Glide", "com.github.bumptech.glide:compiler"),
    row("com.alibaba.android.arouter.", "ARouter", "com.alibaba:arouter-compiler"),
    row("android.databinding.", "data binding", "androidx.databinding:databinding-compiler"),
    row("butterknife.", "Butter Knife", "com.jakewharton:butterknife-compiler"),
    row("io.realm.", "Realm", "io.realm:realm-annotations-processor"),
    row("io.objectbox.", "ObjectBox", "io.objectbox:objectbox-processor"),
    row("com.airbnb.", "Epoxy", "com.airbnb.android:epoxy-processor"),
    row("org.koin.", "Koin", "io.insert-koin:koin-ksp-compiler"),
    row("org.mapstruct.", "MapStruct", "org.mapstruct:mapstruct-processor"),
];

/// The processor that a class belongs to.
pub fn of(class: &str) -> Option<NamedProcessor> {
    PROCESSORS.iter().find(|processor| class.starts_with(processor.package)).copied()
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn the_longest_package_counts() {
        assert_eq!(of("dagger.hilt.processor.internal.BaseProcessor").map(|one| one.name), Some("Hilt"));
        assert_eq!(of("dagger.internal.codegen.Shelf").map(|one| one.name), Some("Dagger"));
        assert!(of("com.example.shelf.ShelfProcessor").is_none());
    }
}
