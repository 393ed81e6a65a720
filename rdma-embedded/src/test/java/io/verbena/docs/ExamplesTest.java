package io.verbena.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.junit.WithFabric;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compiles every Java example in README.md and docs, and runs those whose result is known. */
class ExamplesTest {
    private static final Path ROOT = Path.of(System.getProperty("basedir", "."), "..");
    private static final Path README = ROOT.resolve("README.md");
    private static final Path DOCS = ROOT.resolve("docs");
    private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern WITH_OUTPUT =
            Pattern.compile("```java\n([^`]*?)```\n\n```text\n(.*?)```", Pattern.DOTALL);
    private static final String IMPORTS = List.of(
                    "",
                    "buffer.",
                    "cm.",
                    "connection.",
                    "device.",
                    "diag.check.",
                    "diag.validate.",
                    "efa.",
                    "embedded.",
                    "embedded.service.",
                    "error.",
                    "exchange.",
                    "hca.",
                    "iba.",
                    "mad.",
                    "mlx5.",
                    "mlx5.steering.",
                    "path.",
                    "sa.",
                    "sm.",
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

    /** Pages that need more than this module. The starter, the Netty transport and the sample of gRPC test them. */
    private static final Set<String> ELSEWHERE =
            Set.of("spring.md", "netty.md", "webflux.md", "rsocket.md", "grpc.md", "vertx.md");

    /** Pages with Java examples. */
    static Stream<Path> pages() throws IOException {
        try (Stream<Path> files = Files.walk(DOCS)) {
            return files
                    .filter(file -> file.toString().endsWith(".md")
                            && !ELSEWHERE.contains(file.getFileName().toString()))
                    .filter(file -> !blocks(file).isEmpty())
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void examplesOfThePageCompile(Path page, @TempDir Path classes) {
        List<String> blocks = blocks(page);
        compile(
                IntStream.range(0, blocks.size())
                        .mapToObj(index -> source("Example" + index, blocks.get(index)))
                        .toList(),
                classes);
    }

    @Test
    void everyGuideIsAmongThePages() throws IOException {
        assertThat(pages().map(page -> DOCS.relativize(page).toString()))
                .contains("guide/verbs.md", "guide/connections.md", "guide/providers.md", "migration.md")
                .contains(
                        "migration/disni.md",
                        "migration/jucx.md",
                        "migration/libiwarp.md",
                        "migration/neutrino.md",
                        "migration/python-rdma.md",
                        "migration/pyverbs.md");
    }

    @Test
    void managementExampleOfTheReadmeDiscoversTheFabric(@TempDir Path classes) throws Exception {
        compile(blockWith(README, "rdma.discovery(mad)"), classes);

        assertThat(outputOf(classes))
                .contains("0008:f100:0000:0000", "Channel Adapter", "ACTIVE, EDR")
                .contains("DirectedPath[0,1] leaf0, 37 ports")
                .hasLineCount(2 + 6);
    }

    @Test
    void echoExampleOfTheReadmePrintsTheReply(@TempDir Path classes) throws Exception {
        compile(blockWith(README, "server.serve("), classes);

        assertThat(outputOf(classes)).isEqualTo("Hello" + System.lineSeparator());
    }

    @Test
    void firstProgramPrintsTheNodeAndThePort(@TempDir Path classes) throws Exception {
        compile(blockWith(DOCS.resolve("guide/getting-started.md"), "This node is"), classes);

        assertThat(outputOf(classes))
                .contains("This node is 0008:f100:0000:0000", "Port 1 of the node behind port 1 is ACTIVE");
    }

    static Stream<Path> migrationGuides() throws IOException {
        return pages().filter(page -> page.startsWith(DOCS.resolve("migration")));
    }

    /** Each example of a guide is followed by its output. */
    @ParameterizedTest
    @MethodSource("migrationGuides")
    void examplesOfTheMigrationGuidePrintTheirOutput(Path page, @TempDir Path folder) throws Exception {
        List<MatchResult> examples =
                WITH_OUTPUT.matcher(Files.readString(page)).results().toList();

        assertThat(examples).hasSameSizeAs(blocks(page));
        for (MatchResult example : examples) {
            Path classes = Files.createDirectory(folder.resolve("example" + example.start()));
            compile(example.group(1), classes);
            assertThat(outputOf(classes)).isEqualTo(example.group(2).replace("\n", System.lineSeparator()));
        }
    }

    @Test
    void providerOfTheGuideRespondsToARequest(@TempDir Path classes) throws Exception {
        compile(blockWith(DOCS.resolve("guide/providers.md"), "implements RdmaProvider"), classes);

        assertThat(outputOf(classes)).isEqualTo("plate0/1 is nameplate" + System.lineSeparator());
    }

    @Test
    void testOfTheReadmePasses(@TempDir Path classes) throws Exception {
        compile(List.of(IMPORTS + """
            import io.verbena.embedded.junit.WithFabric;
            import org.junit.jupiter.api.Test;
            import static org.assertj.core.api.Assertions.assertThat;
            """ + blockWith(README, "@WithFabric")), classes);

        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {classes.toUri().toURL()}, ExamplesTest.class.getClassLoader())) {
            run(loader.loadClass("MyTest"));
        }
    }

    /** Runs the test method with the fabric that the annotation requests, as JUnit does. */
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

    private static List<String> blocks(Path page) {
        try {
            return JAVA.matcher(Files.readString(page))
                    .results()
                    .map(block -> block.group(1))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String blockWith(Path page, String text) {
        return blocks(page).stream()
                .filter(block -> block.contains(text))
                .findFirst()
                .orElseThrow();
    }

    private static String source(String name, String block) {
        String test = block.contains("class MyTest") ? """
            import io.verbena.embedded.junit.WithFabric;
            import org.junit.jupiter.api.Test;
            import static org.assertj.core.api.Assertions.assertThat;
            """ : "";
        return IMPORTS + test + """
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
            public class %s { public static void run() {
            """.formatted(name) + block + "}}";
    }

    private static void compile(String block, Path classes) {
        compile(List.of(source("Example", block)), classes);
    }

    private static void compile(List<String> sources, Path classes) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        List<String> options =
                List.of("-d", classes.toString(), "-proc:none", "-cp", System.getProperty("java.class.path"));
        boolean compiled = compiler.getTask(
                        messages,
                        null,
                        null,
                        options,
                        null,
                        sources.stream().map(ExamplesTest::file).toList())
                .call();
        assertThat(compiled).as(messages.toString()).isTrue();
    }

    /** The name of the file is that of its public class, or of the test class. */
    private static SimpleJavaFileObject file(String source) {
        Matcher name = Pattern.compile("public class (\\w+) ").matcher(source);
        URI uri = URI.create("string:///" + (name.find() ? name.group(1) : "MyTest") + ".java");
        return new SimpleJavaFileObject(uri, SimpleJavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source;
            }
        };
    }

    private static String outputOf(Path classes) throws Exception {
        PrintStream console = System.out;
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {classes.toUri().toURL()}, ExamplesTest.class.getClassLoader())) {
            System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
            loader.loadClass("Example").getMethod("run").invoke(null);
        } finally {
            System.setOut(console);
        }
        return output.toString(StandardCharsets.UTF_8);
    }
}
