//! Names of modules that the failing one does not depend on.

use super::answer;

const LIBRARY: &[(&str, &str)] = &[
    ("settings.gradle.kts", "include(\":lending\")\ninclude(\":model\")\n"),
    (
        "lending/build.gradle.kts",
        "plugins {\n    `java-library`\n}\n\ndependencies {\n    implementation(libs.okio)\n}\n",
    ),
    ("model/build.gradle.kts", "plugins {\n    `java-library`\n}\n"),
    (
        "model/src/main/java/com/example/model/Book.java",
        "package com.example.model;\n\npublic record Book(String title) {\n}\n",
    ),
    (
        "lending/src/main/java/com/example/lending/Lending.java",
        "package com.example.lending;\n\nimport com.example.model.Book;\n\nclass Lending {\n    Book last;\n}\n",
    ),
];

const JAVAC: &str = "> Task :lending:compileJava FAILED
/p/lending/src/main/java/com/example/lending/Lending.java:3: error: package com.example.model does not exist
import com.example.model.Book;
                        ^
/p/lending/src/main/java/com/example/lending/Lending.java:6: error: cannot find symbol
    Book last;
    ^
  symbol:   class Book
  location: class Lending
2 errors

FAILURE: Build failed with an exception.

* What went wrong:
Execution failed for task ':lending:compileJava'.
> Compilation failed; see the compiler error output for details.

BUILD FAILED in 1s
";

#[test]
fn the_missing_dependency_is_the_cause_and_its_line_the_step() {
    let said = answer(LIBRARY, JAVAC);
    assert!(said.starts_with("Lending.java:3: `Book` is declared in `:model` (model/src/main/java/com/example/model/Book.java:3), and `:lending` does not depend on `:model`."), "{said}");
    let step = " / Add `implementation(project(\":model\"))` to the `dependencies` of lending/build.gradle.kts (below line 5).";
    assert!(said.contains(step), "{said}");
    assert!(!said.contains("Correct the import") && !said.contains("Then:"), "{said}");
}
