package io.verbena.beds;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;

/**
 * Runs test classes in a bed with the console launcher of JUnit, and turns its reports into dynamic tests.
 *
 * @param name name of the suite in reports
 * @param tag tag of the tests to run
 * @param modules modules whose tests run, in the order of the class path
 * @param selectors options of the console launcher that select the tests
 * @param reports directory for reports and output
 * @param bed command that starts the bed and runs its arguments in it
 * @param jvm further arguments of the JVM
 */
record SuiteRun(
        String name,
        String tag,
        List<String> modules,
        List<String> selectors,
        Path reports,
        List<String> bed,
        List<String> jvm) {

    /** Returns a container that runs the suite when JUnit enters it. */
    DynamicNode asContainer() {
        return dynamicContainer(name, Stream.of(this).flatMap(run -> run.execute().stream()));
    }

    private List<DynamicTest> execute() {
        List<TestReport> tests;
        @Nullable String problem = null;
        long start = System.nanoTime();
        try {
            clear();
            BoundedProcess process = BoundedProcess.run(command(), reports.resolve("output.txt"));
            tests = TestReport.read(reports);
            if (process.exitStatus() != 0 && tests.stream().noneMatch(TestReport::failed)) {
                problem = process.explain();
            } else if (tests.isEmpty()) {
                problem = "no test with the tag " + tag + " ran\n" + process.tail();
            }
        } catch (IllegalStateException e) {
            tests = List.of();
            problem = String.valueOf(e.getMessage());
        }
        summarize(tests, problem, (System.nanoTime() - start) / 1e9);
        List<DynamicTest> nodes = new ArrayList<>();
        tests.forEach(test -> nodes.add(dynamicTest(test.name(), () -> test.replay(name))));
        if (problem != null) {
            String message = name + ": " + problem;
            nodes.add(dynamicTest(name, () -> {
                throw new AssertionError(message);
            }));
        }
        return nodes;
    }

    private List<String> command() {
        StringBuilder classPath = new StringBuilder();
        modules.forEach(
                module -> classPath.append(Checkout.testClassPath(module)).append(':'));
        List<String> command = new ArrayList<>(bed);
        command.addAll(Checkout.java());
        command.addAll(jvm);
        command.addAll(List.of("-Dverbena.evidence.bed=" + tag, "-Dverbena.evidence.directory=" + reports));
        Stream.of(classPath.toString().split(":"))
                .filter(entry -> entry.contains("/byte-buddy-agent-"))
                .findFirst()
                .ifPresent(agent -> command.add("-javaagent:" + agent));
        command.addAll(List.of(
                "-cp",
                classPath + Checkout.testClassPath("testbed/beds"),
                "org.junit.platform.console.ConsoleLauncher",
                "execute"));
        command.addAll(selectors);
        command.addAll(List.of(
                "--disable-banner",
                "--disable-ansi-colors",
                "--fail-if-no-tests",
                "--include-engine=junit-jupiter",
                "--include-tag=" + tag,
                "--reports-dir=" + reports));
        return command;
    }

    private void summarize(List<TestReport> tests, @Nullable String problem, double seconds) {
        long failed = tests.stream().filter(TestReport::failed).count();
        long skipped = tests.stream().filter(TestReport::skipped).count();
        System.out.printf(
                Locale.ROOT,
                "%-60s %5d passed %3d failed %3d skipped %6.1f s%n",
                name,
                tests.size() - failed - skipped,
                failed + (problem == null ? 0 : 1),
                skipped,
                seconds);
    }

    private void clear() {
        try {
            if (Files.exists(reports)) {
                try (Stream<Path> old = Files.walk(reports)) {
                    old.sorted(Comparator.reverseOrder())
                            .forEach(path -> path.toFile().delete());
                }
            }
            Files.createDirectories(reports);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
