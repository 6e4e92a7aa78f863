# Programs that end with an exception.
jars kotlin-2.2.21 org.jetbrains.kotlin:kotlin-compiler-embeddable:2.2.21

# crash CASE BODY [JVM OPTION…] : runs a main method with this body
crash() {
    local name=$1 body=$2
    shift 2
    fresh
    mkdir -p com/example
    printf 'package com.example;\n\nimport java.util.*;\n\npublic class Main {\n    static String text;\n\n%s\n}\n' "$body" \
        >com/example/Main.java
    javac -nowarn -g -d out com/example/Main.java
    log java "$name" java "$@" -cp out com.example.Main
}

crash null-pointer '    static int size() {
        return text.length();
    }

    public static void main(String[] a) {
        System.out.println(size());
    }'
crash wrapped-cause '    static void load() {
        try {
            Integer.parseInt("three");
        } catch (NumberFormatException e) {
            throw new IllegalStateException("settings cannot be read", e);
        }
    }

    public static void main(String[] a) {
        try {
            load();
        } catch (IllegalStateException e) {
            throw new RuntimeException("start failed", e);
        }
    }'
crash class-cast '    public static void main(String[] a) {
        Object number = 3;
        text = (String) number;
    }'
crash index '    public static void main(String[] a) {
        System.out.println(new ArrayList<>(List.of(1)).get(4));
    }'
crash concurrent-modification '    public static void main(String[] a) {
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
        for (Integer each : list) list.remove(each);
    }'
crash stack-overflow '    static int deep(int n) {
        return deep(n + 1);
    }

    public static void main(String[] a) {
        deep(0);
    }' -Xss256k
crash out-of-memory '    public static void main(String[] a) {
        List<long[]> list = new ArrayList<>();
        while (true) list.add(new long[1 << 20]);
    }' -Xmx32m
crash class-not-found '    public static void main(String[] a) throws Exception {
        Class.forName("com.example.Missing");
    }'
crash native-library '    public static void main(String[] a) {
        System.loadLibrary("missing");
    }'
crash illegal-state '    public static void main(String[] a) {
        throw new IllegalStateException("closed already");
    }'
crash several-lines '    public static void main(String[] a) {
        throw new IllegalStateException("closed already\n  by: writer\n  at: end");
    }'
# Near misses: an exception that was caught and logged, and text about errors.
crash logged-warning '    public static void main(String[] a) {
        java.util.logging.Logger.getLogger("x").log(java.util.logging.Level.WARNING, "trying again", new java.io.IOException("no route"));
        System.out.println("done");
    }' '-Djava.util.logging.SimpleFormatter.format=%4$s: %5$s%6$s%n'
crash text-about-errors '    public static void main(String[] a) {
        System.out.println("The words Execution failed for task or NullPointerException: are no failure.");
        System.out.println("error: none, e: neither, Error 0, ERROR count: 0");
        System.out.println("see com.example.TimeoutException");
        System.out.println("    the FAILED marker of a.ATest > t is FAILED no more");
    }'
