package io.verbena.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.junit.WithFabric;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the README shows is compiled and run as it stands there; what the guide and its like show is compiled. */
class ReadmeTest {
    private static final Path README = Path.of(System.getProperty("basedir", "."), "..", "README.md");
    private static final Path GUIDE = Path.of(System.getProperty("basedir", "."), "..", "docs", "guide.md");
    private static final Path MIGRATION = GUIDE.resolveSibling("migration.md");
    private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final String IMPORTS = List.of(
                    "",
                    "buffer.",
                    "cm.",
                    "connection.",
                    "connection.message.",
                    "device.",
                    "diag.check.",
                    "embedded.",
                    "embedded.sm.",
                    "error.",
                    "exchange.",
                    "hca.",
                    "iba.",
                    "mad.",
                    "path.",
                    "sa.",
                    "spi.",
                    "stream.",
                    "subnet.",
                    "subnet.cache.",
                    "subnet.diff.",
                    "trace.",
                    "verbs.")
            .stream()
            .map(name -> "import io.verbena." + name + "*;\n")
            .reduce("", String::concat);

    @Test
    void itsExampleDiscoversTheEmbeddedFabric(@TempDir Path classes) throws Exception {
        Matcher block = JAVA.matcher(Files.readString(README));
        assertThat(block.find()).isTrue();
        compile(IMPORTS + "public class Example { public static void run() {\n" + block.group(1) + "}}", classes);

        assertThat(outputOf(classes))
                .contains("I am 0008:f100:0000:0000, a Channel Adapter", "ACTIVE, EDR")
                .contains("DirectedPath[0,1] leaf0, 37 ports")
                .hasLineCount(2 + 6);
    }

    @Test
    void itsTestPasses(@TempDir Path classes) throws Exception {
        String test = blocks(README).stream()
                .filter(block -> block.contains("@WithFabric"))
                .findFirst()
                .orElseThrow();
        compile(IMPORTS + """
                        import io.verbena.embedded.junit.WithFabric;
                        import org.junit.jupiter.api.Test;
                        import static org.assertj.core.api.Assertions.assertThat;
                        """ + test, classes);

        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {classes.toUri().toURL()}, ReadmeTest.class.getClassLoader())) {
            run(loader.loadClass("MyTest"));
        }
    }

    /** As JUnit would with the fabric that the annotation asks for. */
    private static void run(Class<?> test) throws Exception {
        WithFabric asked = test.getAnnotation(WithFabric.class);
        assertThat(asked.virtualTime()).isTrue();
        Constructor<?> constructor = test.getDeclaredConstructor();
        constructor.setAccessible(true);
        Method method = test.getDeclaredMethod("losesNoNodeToACutUplink", EmbeddedFabric.class, Rdma.class);
        method.setAccessible(true);
        assertThat(method.isAnnotationPresent(Test.class)).isTrue();
        try (EmbeddedFabric fabric =
                        EmbeddedFabric.builder(asked.value()).virtualTime().open();
                Rdma rdma = Rdma.builder().driver(fabric.driver()).open()) {
            method.invoke(constructor.newInstance(), fabric, rdma);
        }
    }

    @Test
    void theExamplesOfTheGuideCompile(@TempDir Path classes) throws Exception {
        compileAll(GUIDE, classes);
    }

    @Test
    void theExamplesOfTheMigrationCompile(@TempDir Path classes) throws Exception {
        compileAll(MIGRATION, classes);
    }

    @Test
    void theProviderOfTheGuideIsAsked(@TempDir Path classes) throws Exception {
        String provider = blocks(GUIDE).stream()
                .filter(block -> block.contains("implements RdmaProvider"))
                .findFirst()
                .orElseThrow();
        compile(example(provider), classes);

        assertThat(outputOf(classes)).isEqualTo("plate0/1 is nameplate" + System.lineSeparator());
    }

    private static void compileAll(Path document, Path classes) throws Exception {
        assertThat(blocks(document)).isNotEmpty();
        for (String block : blocks(document)) {
            compile(example(block), classes);
        }
    }

    private static List<String> blocks(Path document) throws Exception {
        return JAVA.matcher(Files.readString(document))
                .results()
                .map(block -> block.group(1))
                .toList();
    }

    private static String example(String block) {
        return IMPORTS + """
                import io.netty.buffer.ByteBuf;
                import java.net.InetSocketAddress;
                import java.nio.ByteBuffer;
                import java.nio.charset.StandardCharsets;
                import java.nio.file.Path;
                import java.time.Duration;
                import java.util.List;
                import java.util.Set;
                import java.util.concurrent.BlockingQueue;
                import java.util.concurrent.CompletableFuture;
                import java.util.concurrent.LinkedBlockingQueue;
                import java.util.concurrent.TimeUnit;
                import java.util.concurrent.atomic.LongAdder;
                public class Example { public static void run() {
                """ + block + "}}";
    }

    private static void compile(String source, Path classes) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        SimpleJavaFileObject file =
                new SimpleJavaFileObject(URI.create("string:///Example.java"), SimpleJavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return source;
                    }
                };
        List<String> options =
                List.of("-d", classes.toString(), "-proc:none", "-cp", System.getProperty("java.class.path"));
        boolean compiled = compiler.getTask(messages, null, null, options, null, List.of(file))
                .call();
        assertThat(compiled).as(messages.toString()).isTrue();
    }

    private static String outputOf(Path classes) throws Exception {
        PrintStream console = System.out;
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {classes.toUri().toURL()}, ReadmeTest.class.getClassLoader())) {
            System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
            loader.loadClass("Example").getMethod("run").invoke(null);
        } finally {
            System.setOut(console);
        }
        return output.toString(StandardCharsets.UTF_8);
    }
}
