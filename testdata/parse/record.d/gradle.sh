# Gradle 4.4.1 and 8.2.1, each with its own home and a daemon that is stopped at the end.
jars junit junit:junit:4.13.2
mkdir -p "$scratch/gradle"

# gradle VERSION ARGUMENT… : in the project's directory
gradle() {
    local version=$1 start=$gradle8
    shift
    [ "$version" = 4 ] && start=$gradle4
    GRADLE_USER_HOME=$scratch/gradle "$start" --console=plain "$@"
}

# both CASE ARGUMENT… : logs of both versions for the project that SETUP makes
both() {
    local name=$1 version
    shift
    for version in 4 8; do
        fresh
        echo "rootProject.name = 'app'" >settings.gradle
        setup
        log gradle "g$version-$name" gradle "$version" "$@"
    done
}

setup() { echo 'plugins { id "com.example.missing" version "1.2.3" }' >build.gradle; }
both plugin-not-found help --offline
setup() { echo "apply plugin: 'com.example.absent'" >build.gradle; }
both plugin-id-not-found help
setup() { printf "apply plugin: 'java'\n\nversion = missingProperty\n" >build.gradle; }
both unknown-property help
setup() { printf "apply plugin: 'java'\n\njavaa {\n}\n" >build.gradle; }
both unknown-method help
setup() { printf "apply plugin: 'java'\n\ntask broken {\n    doLast { println 'x' \n}\n" >build.gradle; }
both script-compile help
setup() { printf "apply plugin: 'java'\n\nthrow new GradleException('the release key is not set')\n" >build.gradle; }
both script-throws help
setup() { printf "include 'lib'\nthrow new GradleException('no settings today')\n" >settings.gradle; }
both settings-throw help
setup() { echo "apply plugin: 'java'" >build.gradle; }
both task-not-found compileJavaa
both project-not-found :lib:build
setup() { printf "task one { dependsOn 'two' }\ntask two { dependsOn 'one' }\n" >build.gradle; }
both circular one
setup() {
    mkdir repo
    printf "apply plugin: 'java'\nrepositories { maven { url uri('repo') } }\ndependencies { %s 'com.example:absent:1.0' }\n" \
        "$([ "$version" = 4 ] && echo compile || echo implementation)" >build.gradle
    mkdir -p src/main/java && echo 'class A {}' >src/main/java/A.java
}
both dependency-not-found compileJava
setup() {
    printf "apply plugin: 'java'\nrepositories { maven { url 'https://localhost:9/maven' } }\ndependencies { %s 'com.example:absent:1.0' }\n" \
        "$([ "$version" = 4 ] && echo compile || echo implementation)" >build.gradle
    mkdir -p src/main/java && echo 'class A {}' >src/main/java/A.java
}
both network compileJava
both offline compileJava --offline
setup() {
    setup_java
    echo 'class A { Missing m; }' >src/main/java/A.java
}
setup_java() {
    echo "apply plugin: 'java'" >build.gradle
    mkdir -p src/main/java
}
both javac compileJava
both javac-stacktrace compileJava --stacktrace
setup() {
    setup_java
    printf "\ntasks.withType(JavaCompile) { options.compilerArgs << '-Xlint:all' }\n" >>build.gradle
    printf 'import java.util.*;\nclass A { List list = new ArrayList(); }\n' >src/main/java/A.java
}
both success-with-warnings compileJava
setup() { printf "task deploy(type: Exec) { commandLine 'sh', '-c', 'echo deploying; exit 3' }\n" >build.gradle; }
both exec deploy
setup() { printf "task deploy(type: Exec) { commandLine 'no-such-command' }\n" >build.gradle; }
both exec-missing deploy
setup() {
    setup_java
    printf "apply plugin: 'application'\n%s\n" \
        "$([ "$version" = 4 ] && echo "mainClassName = 'app.Main'" || echo "application { mainClass = 'app.Main' }")" >>build.gradle
    mkdir -p src/main/java/app
    printf 'package app;\nclass Main {\n    public static void main(String[] a) {\n        throw new IllegalStateException("no config");\n    }\n}\n' \
        >src/main/java/app/Main.java
}
both run-crash run
setup() {
    local way=testImplementation
    [ "$version" = 4 ] && way=testCompile
    printf "apply plugin: 'java'\ndependencies { %s fileTree('$tools/junit') }\n" $way >build.gradle
    mkdir -p src/test/java/a
    cat >src/test/java/a/SumTest.java <<'S'
package a;

import static org.junit.Assert.*;
import org.junit.Test;

public class SumTest {
    @Test public void adds() { assertEquals(4, 2 + 3); }
    @Test public void reads() { String text = null; text.length(); }
    @Test public void passes() { }
}
S
}
both test-failure test
both test-continue test --continue
# What tests throw in the long form: messages of several lines, causes, a time limit, a class that cannot start.
setup() {
    printf "apply plugin: 'java'\ndependencies { testImplementation fileTree('$tools/junit') }\ntest { testLogging.exceptionFormat = 'full' }\n" >build.gradle
    mkdir -p src/main/java/a src/test/java/a
    cat >src/main/java/a/Shelf.java <<'S'
package a;
public class Shelf {
    public int take(String name) {
        try { return name.length(); } catch (RuntimeException e) { throw new IllegalStateException("shelf is\n\nempty", e); }
    }
}
S
    cat >src/test/java/a/BasketTest.java <<'S'
package a;
import static org.junit.Assert.*;
import org.junit.*;
public class BasketTest {
    @Test public void adds() { assertEquals("sum", 5, 2 + 2); }
    @Test public void counts() { assertTrue(2 > 3); }
    @Test public void takes() { new Shelf().take(null); }
    @Test(timeout = 100) public void waits() throws Exception { Thread.sleep(2000); }
    @Test public void refuses() { assertThrows(IllegalStateException.class, () -> { throw new UnsupportedOperationException("no"); }); }
    @Ignore @Test public void later() { }
}
S
    cat >src/test/java/a/BrokenTest.java <<'S'
package a;
import org.junit.*;
public class BrokenTest {
    @BeforeClass public static void start() { throw new IllegalStateException("no server"); }
    @Test public void one() { }
}
S
}
fresh
echo "rootProject.name = 'app'" >settings.gradle
setup
log gradle g8-test-long gradle 8 test
# Near miss: tests that pass, and print what failing ones do.
setup() {
    local way=testImplementation
    [ "$version" = 4 ] && way=testCompile
    printf "apply plugin: 'java'\ndependencies { %s fileTree('$tools/junit') }\ntest { testLogging.showStandardStreams = true }\n" $way >build.gradle
    mkdir -p src/test/java/a
    cat >src/test/java/a/FineTest.java <<'S'
package a;

import org.junit.Test;

public class FineTest {
    @Test public void prints() { System.out.println("a.OtherTest > t FAILED"); new Exception("printed").printStackTrace(); }
}
S
}
both test-passes test
setup() {
    printf "subprojects { apply plugin: 'java' }\n" >build.gradle
    echo "include 'a', 'b'" >>settings.gradle
    for module in a b; do
        mkdir -p $module/src/main/java
        echo "class ${module^} { Missing${module^} m; }" >$module/src/main/java/${module^}.java
    done
}
both continue compileJava --continue
setup() { printf "task odd { doLast { throw new IllegalStateException('cannot be done: disk label missing') } }\n" >build.gradle; }
both task-throws odd
both task-throws-stacktrace odd --stacktrace

# Only the newer one has these.
only8() {
    local name=$1
    shift
    fresh
    echo "rootProject.name = 'app'" >settings.gradle
    setup
    log gradle "g8-$name" gradle 8 "$@"
}
setup() { printf 'plugins { java }\n\nval x: Int = "text"\nmissingCall()\n' >build.gradle.kts; }
only8 kts-compile help
setup() { printf 'plugins { java }\n\nthrow GradleException("not today")\n' >build.gradle.kts; }
only8 kts-throws help
setup() {
    printf "apply plugin: 'java'\n" >build.gradle
    cat >>build.gradle <<'S'
def made = file('build/made.txt')
tasks.register('produce') { outputs.file(made); doLast { made.text = 'x' } }
tasks.register('consume') { inputs.file(made); outputs.file('build/out.txt'); doLast { file('build/out.txt').text = 'y' } }
S
}
only8 implicit-dependency produce consume
setup() { printf "tasks.register('show') { doLast { println project.name } }\n" >build.gradle; }
only8 configuration-cache show --configuration-cache
setup() { printf "apply plugin: 'java'\njava { toolchain { languageVersion = JavaLanguageVersion.of(29) } }\n" >build.gradle; mkdir -p src/main/java; echo 'class A {}' >src/main/java/A.java; }
only8 toolchain compileJava --offline
setup() {
    echo "include 'lib'" >>settings.gradle
    mkdir -p lib src/main/java
    printf "apply plugin: 'java'\njava { targetCompatibility = 21 }\n" >lib/build.gradle
    printf "apply plugin: 'java'\ndependencies { implementation project(':lib') }\n" >build.gradle
    echo 'class A {}' >src/main/java/A.java
}
only8 variant compileJava
setup() {
    mkdir -p repo/com/example/lib/1.0 repo/com/example/lib/2.0 src/main/java
    for v in 1.0 2.0; do
        echo "<project><modelVersion>4.0.0</modelVersion><groupId>com.example</groupId><artifactId>lib</artifactId><version>$v</version></project>" >repo/com/example/lib/$v/lib-$v.pom
        touch repo/com/example/lib/$v/lib-$v.jar
    done
    cat >build.gradle <<'S'
apply plugin: 'java'
repositories { maven { url uri('repo') } }
dependencies {
    implementation('com.example:lib') { version { strictly '1.0' } }
    constraints { implementation('com.example:lib') { version { strictly '2.0' } } }
}
S
    echo 'class A {}' >src/main/java/A.java
}
only8 version-conflict compileJava
# Several causes in one block, and what stands in its sentences rather than at a place.
setup() {
    setup_java
    mkdir -p repo
    cat >>build.gradle <<'S'
repositories { maven { url uri('repo') } }
dependencies {
    implementation 'com.example:absent:1.0'
    implementation 'com.example:basket:2.+'
    implementation 'com.example:shelf:[3.0,4.0)'
}
S
    [ "$version" = 4 ] && sed -i 's/implementation/compile/' build.gradle
    echo 'class A {}' >src/main/java/A.java
}
both several-not-found compileJava
setup() { printf "import com.example.Absent\n\napply plugin: 'java'\n" >build.gradle; }
both script-class help
setup() { printf "apply plugin: 'java'\n\nplugins { id 'idea' }\n" >build.gradle; }
both plugins-not-first help
setup() { printf "apply plugin: 'java'\n\nprintln System.properties['absent'].trim()\n" >build.gradle; }
both null-object help
setup() { printf "apply plugin: 'java'\n" >build.gradle; }
both ambiguous-task compileJ compile
both unknown-option compileJava --absent
setup() { printf "apply plugin: 'java'\n\ntask clean {}\n" >build.gradle; }
both task-twice help
setup() { printf "task copy(type: Copy) { from file('x') }\ntask pack { inputs.file('made.txt').withPropertyName('source'); outputs.file('out'); doLast { } }\n" >build.gradle; }
both missing-input pack
setup() {
    mkdir -p repo/com/example/lib/1.0
    echo 'Not found <html>' >repo/com/example/lib/1.0/lib-1.0.pom
    touch repo/com/example/lib/1.0/lib-1.0.jar
    setup_java
    printf "repositories { maven { url uri('repo') } }\ndependencies { %s 'com.example:lib:1.0' }\n" \
        "$([ "$version" = 4 ] && echo compile || echo implementation)" >>build.gradle
    echo 'class A {}' >src/main/java/A.java
}
both pom-unparsable compileJava
setup() {
    setup_java
    printf "repositories { maven { url 'http://localhost:9/maven' } }\ndependencies { implementation 'com.example:lib:1.0' }\n" >>build.gradle
    echo 'class A {}' >src/main/java/A.java
}
only8 insecure compileJava
setup() {
    mkdir -p gradle
    printf '[versions]\nbasket == "1.0"\n' >gradle/libs.versions.toml
    echo >build.gradle
}
only8 catalogue-syntax help
setup() {
    mkdir -p gradle
    printf '[libraries]\nbasket = { module = "com.example:basket", version.ref = "absent" }\n' >gradle/libs.versions.toml
    echo >build.gradle
}
only8 catalogue-version help
setup() {
    mkdir -p lib src/main/java
    echo "include 'lib'" >>settings.gradle
    printf "apply plugin: 'java'\nconfigurations { free; paid }\n['free', 'paid'].each { name -> configurations[name].canBeResolved = false; configurations[name].attributes.attribute(Usage.USAGE_ATTRIBUTE, objects.named(Usage, 'java-api')); configurations[name].attributes.attribute(Attribute.of('flavour', String), name) }\nconfigurations.apiElements.canBeConsumed = false\nconfigurations.runtimeElements.canBeConsumed = false\n" >lib/build.gradle
    printf "apply plugin: 'java'\ndependencies { implementation project(':lib') }\n" >build.gradle
    echo 'class A {}' >src/main/java/A.java
}
only8 variant-ambiguous compileJava
setup() {
    mkdir -p repo/com/example/lib/1.0 gradle src/main/java
    echo '<project><modelVersion>4.0.0</modelVersion><groupId>com.example</groupId><artifactId>lib</artifactId><version>1.0</version></project>' >repo/com/example/lib/1.0/lib-1.0.pom
    touch repo/com/example/lib/1.0/lib-1.0.jar
    echo '<?xml version="1.0" encoding="UTF-8"?><verification-metadata xmlns="https://schema.gradle.org/dependency-verification"><configuration><verify-metadata>true</verify-metadata><verify-signatures>false</verify-signatures></configuration><components></components></verification-metadata>' >gradle/verification-metadata.xml
    printf "apply plugin: 'java'\nrepositories { maven { url uri('repo') } }\ndependencies { implementation 'com.example:lib:1.0' }\n" >build.gradle
    echo 'class A {}' >src/main/java/A.java
}
only8 verification compileJava
setup() { printf "org.gradle.java.home=/opt/absent-jdk\n" >gradle.properties; echo >build.gradle; }
both java-home help
setup() { printf "org.gradle.jvmargs=-XX:MaxPermSizes=1g\n" >gradle.properties; echo >build.gradle; }
only8 vm-option help
setup() { printf "task fill { doLast { def all = []; while (true) all << new byte[1 << 20] } }\n" >build.gradle; echo 'org.gradle.jvmargs=-Xmx96m' >gradle.properties; }
only8 heap fill
# What the daemon's own log holds of one build, which is what the capture scripts copy.
# daemon_log CASE ARGUMENT…
daemon_log() {
    local name=$1 version
    shift
    for version in 4 8; do
        fresh
        echo "rootProject.name = 'app'" >settings.gradle
        setup
        gradle $version --stop >/dev/null 2>&1 || true
        rm -rf "$scratch/gradle/daemon"
        gradle $version "$@" >/dev/null 2>&1 || true
        log gradle "g$version-$name-daemon-log" \
            sed -n '/daemon has started executing/,/daemon has finished executing/p' "$scratch"/gradle/daemon/*/*.out.log
    done
}
setup() {
    setup_java
    echo 'class A { Missing m; }' >src/main/java/A.java
}
daemon_log javac compileJava
setup() {
    setup_java
    echo 'class A {}' >src/main/java/A.java
}
daemon_log success compileJava
# Near miss: a successful build whose program prints what looks like failures.
setup() { printf "task chat { doLast { println 'e: /p/Main.kt: (1, 1): Unresolved reference: x'; println 'FAILURE: nothing'; println 'A.java:1: error: cannot find symbol' } }\n" >build.gradle; }
both success-with-noise chat
gradle 8 --stop >/dev/null 2>&1 || true
gradle 4 --stop >/dev/null 2>&1 || true
