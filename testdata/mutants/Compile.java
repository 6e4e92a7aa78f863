import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Runs the Kotlin compiler on each directory given, in one process; its output goes to a file beside the directory. */
public class Compile {
    public static void main(String[] directories) throws Exception {
        Class<?> compiler = Class.forName("org.jetbrains.kotlin.cli.jvm.K2JVMCompiler");
        String tag = System.getProperty("tag");
        for (String directory : directories) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
            String[] arguments = {
                "-no-stdlib", "-no-reflect", "-nowarn", "-cp", System.getProperty("stdlib"), "-d", directory + "." + tag + ".out",
                directory
            };
            Object one = compiler.getDeclaredConstructor().newInstance();
            compiler.getMethod("exec", PrintStream.class, String[].class).invoke(one, out, arguments);
            Files.write(Path.of(directory + "." + tag + ".log"), bytes.toByteArray());
        }
    }
}
