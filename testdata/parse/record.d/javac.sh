# javac of the JDK on the path.

# java_case CASE [OPTION…] : compiles the source from standard input
java_case() {
    local name=$1
    shift
    fresh
    mkdir -p src/main/java/com/example
    cat >src/main/java/com/example/Main.java
    log javac "$name" javac -d out "$@" "$app/src/main/java/com/example/Main.java"
}

unknown_class='package com.example;

import com.example.missing.Client;

class Main {
    Client client = new Client();
    int size = missing.length();
}'
java_case cannot-find-symbol <<<"$unknown_class"
java_case cannot-find-symbol-zh -J-Duser.language=zh -J-Duser.country=CN <<<"$unknown_class"
java_case cannot-find-symbol-ja -J-Duser.language=ja -J-Duser.country=JP <<<"$unknown_class"
java_case cannot-find-symbol-de -J-Duser.language=de -J-Duser.country=DE <<<"$unknown_class"
java_case cannot-find-method <<'S'
package com.example;

class Main {
    void run(String text) {
        text.shorten(3, "x");
    }
}
S
java_case incompatible-types <<'S'
package com.example;

class Main {
    int number = "text";
    int half = 1.5;
}
S
java_case wrong-arguments <<'S'
package com.example;

class Main {
    static int add(int a, int b) { return a + b; }
    int sum = add(1);
}
S
java_case syntax <<'S'
package com.example;

class Main {
    int number = 3
    void run() {
}
S
java_case unreported-exception <<'S'
package com.example;

class Main {
    void run() {
        throw new java.io.IOException("x");
    }
}
S
java_case not-abstract <<'S'
package com.example;

class Main implements Runnable {
}
S
java_case duplicate-variable <<'S'
package com.example;

class Main {
    int run() {
        int x = 1;
        int x = 2;
    }
}
S
java_case private-access <<'S'
package com.example;

class Other { private int hidden; }

class Main {
    int x = new Other().hidden;
}
S
java_case wrong-file-name <<'S'
package com.example;

public class Application { }
S
java_case old-source --release 3 <<'S'
package com.example;

class Main { }
S
java_case too-new-source --release 29 <<'S'
package com.example;

class Main { }
S
# Near miss: warnings only, one of them about text that looks like an error.
java_case warnings-only -Xlint:all <<'S'
package com.example;

class Main {
    void run() {
        java.util.List list = new java.util.ArrayList();
        list.add("Main.java:3: error: cannot find symbol");
    }
}
S
