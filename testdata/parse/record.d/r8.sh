# R8 and D8 of one version, by their command lines.
r8_version=9.5.28
[ -d "$tools/r8-$r8_version" ] || mvn -q -B dependency:copy -Dartifact=com.android.tools:r8:$r8_version -DoutputDirectory="$tools/r8-$r8_version"
jdk=$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")

shrinker() { java -cp "$tools/r8-$r8_version/r8-$r8_version.jar" "com.android.tools.r8.$1" "${@:2}"; }
r8() { shrinker R8 --release --lib "$jdk" --pg-conf rules.pro --output out.zip "$@"; }
d8() { shrinker D8 --min-api "$1" --lib "$jdk" --output out.zip "${@:2}"; }
# jar NAME CODE : a jar of one Java file; jars made before are on its class path
code_jar() {
    mkdir -p "src-$1"
    printf '%s\n' "$2" >"src-$1/Code.java"
    javac --release 8 -nowarn -cp "$(IFS=:; echo ./*.jar)" -d "out-$1" "src-$1/Code.java" 2>/dev/null
    jar cf "$1.jar" -C "out-$1" .
}

fresh
code_jar basket 'class Basket { void add() {} }'
code_jar shelf 'class Shelf { void fill() { new Basket().add(); } }'
echo '-keep class Shelf { *; }' >rules.pro
log r8 missing-class r8 shelf.jar
echo '-keep clas Shelf { *; }' >rules.pro
log r8 expected-class r8 shelf.jar basket.jar
printf -- '-dontwarn\n-keepall\n' >rules.pro
log r8 unknown-option r8 shelf.jar basket.jar
cp basket.jar basket-copy.jar
log r8 defined-twice d8 21 basket.jar basket-copy.jar
code_jar many "$(echo 'class Many {'; seq -f 'void m%.0f() {}' 1 40000; echo '} class More {'; seq -f 'void m%.0f() {}' 1 30000; echo '}')"
log r8 dex-limit d8 19 many.jar
# Near misses: warnings, and nothing wrong.
printf -- '-dontwarn Basket\n-keep class Shelf { *; }\n' >rules.pro
log r8 fine r8 shelf.jar
