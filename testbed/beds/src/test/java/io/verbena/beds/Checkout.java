package io.verbena.beds;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The checkout whose modules are tested. */
final class Checkout {
    static final Path ROOT = Path.of(System.getProperty("verbena.root", "../.."))
            .toAbsolutePath()
            .normalize();

    private Checkout() {}

    /** Returns the lines of a list of suites, without comments, split at blanks. */
    static List<String[]> list(String file) {
        return lines(ROOT.resolve(file)).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .map(line -> line.split("\\s+"))
                .toList();
    }

    /**
     * Returns the class path of a module's tests.
     *
     * @throws IllegalStateException if the module was not built with {@code dependency:build-classpath}
     */
    static String testClassPath(String module) {
        Path target = ROOT.resolve(module).resolve("target");
        Path dependencies = target.resolve("test.classpath");
        if (!Files.exists(dependencies)) {
            throw new IllegalStateException(module + " was not built: " + dependencies + " is missing; run ./verify");
        }
        return target.resolve("test-classes") + ":" + target.resolve("classes") + ":"
                + String.join("", lines(dependencies));
    }

    /** Returns the arguments that start a JVM for a short run: most suites end before the second compiler pays off. */
    static List<String> java() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-ea",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-Xlog:disable",
                "-Xlog:all=error:stderr",
                "--enable-native-access=ALL-UNNAMED");
    }

    /** Skips the current test if {@code ./verify --without} excludes one of the environments that it needs. */
    static void assumeNotExcluded(String... environments) {
        List<String> excluded = List.of(
                System.getenv().getOrDefault("VERBENA_WITHOUT", "").strip().split("\\s+"));
        for (String environment : environments) {
            assumeTrue(!excluded.contains(environment), "excluded by --without " + environment);
        }
    }

    static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
