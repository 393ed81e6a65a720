package io.verbena.evidence;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Records the evidence of a JVM that runs tests, and writes it to a file when the JVM ends. It does so only if the JVM was
 * started with the agent that lends its {@code Instrumentation}.
 *
 * <p>The system property {@value #BED} names the environment of the tests. Without it, the tests ran on the embedded fabric
 * if it is on the class path, and otherwise without any device.
 */
public final class EvidenceRecorder implements LauncherSessionListener {
    static final String BED = "verbena.evidence.bed";
    static final String DIRECTORY = "verbena.evidence.directory";

    /** The number of this JVM, where several run the tests of a module and must not overwrite each other's file. */
    static final String FORK = "verbena.evidence.fork";

    /** The time of a build, in which several JVMs of the same number may run one after another and add to one file. */
    static final String BUILD = "verbena.evidence.build";

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        start();
    }

    /** Starts recording. */
    public static void start() {
        Instrumentation instrumentation = instrumentation();
        if (instrumentation == null) {
            return; // The JVM was started without the agent, as by an IDE.
        }
        Path module = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
        Path tables = tables(module);
        if (tables == null) {
            return;
        }
        try {
            EvidenceTables known = new EvidenceTables(tables);
            EvidenceTransformer transformer = new EvidenceTransformer(known);
            instrumentation.addTransformer(transformer, true);
            Class<?>[] loaded = Stream.of(instrumentation.getAllLoadedClasses())
                    .filter(type -> type.getName().startsWith("io.verbena."))
                    .filter(type -> !type.getName().startsWith("io.verbena.evidence."))
                    .filter(instrumentation::isModifiableClass)
                    .toArray(Class<?>[]::new);
            if (loaded.length > 0) {
                instrumentation.retransformClasses(loaded);
            }
            Runtime.getRuntime().addShutdownHook(new Thread(() -> write(module, known, transformer), "evidence"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (UnmodifiableClassException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Asks the agent without a reference to its class, which has annotations that are not on the class path. */
    private static @Nullable Instrumentation instrumentation() {
        try {
            return (Instrumentation) Class.forName("net.bytebuddy.agent.Installer")
                    .getMethod("getInstrumentation")
                    .invoke(null);
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    private static @Nullable Path tables(Path module) {
        for (Path directory = module; directory != null; directory = directory.getParent()) {
            Path tables = directory.resolve("docs/coverage");
            if (Files.isDirectory(tables)) {
                return tables;
            }
        }
        return null;
    }

    private static String bed() {
        String bed = System.getProperty(BED, "");
        return !bed.isEmpty()
                ? bed
                : EvidenceRecorder.class.getResource("/io/verbena/embedded/EmbeddedFabric.class") == null
                        ? "java"
                        : "embedded";
    }

    private static void write(Path module, EvidenceTables known, EvidenceTransformer transformer) {
        String bed = bed();
        Set<String> lines = new TreeSet<>(Evidence.lines());
        known.operations().forEach(function -> lines.add("knows-op " + function));
        transformer.failures().forEach(failure -> lines.add("failure " + failure));
        Path directory = Path.of(
                System.getProperty(DIRECTORY, module.resolve("target/evidence").toString()));
        Path file = directory.resolve(bed + "-" + System.getProperty(FORK, "1") + ".evidence");
        String build = "build " + System.getProperty(BUILD, "");
        lines.add(build);
        try {
            Files.createDirectories(directory);
            if (System.getProperty(BUILD) != null && Files.exists(file)) {
                List<String> before = Files.readAllLines(file);
                lines.addAll(before.contains(build) ? before : List.of());
            }
            Files.write(file, lines);
        } catch (IOException e) {
            System.err.println("the evidence of this run was not written: " + e);
        }
    }
}
