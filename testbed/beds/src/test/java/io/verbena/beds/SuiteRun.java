package io.verbena.beds;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;

/**
 * Runs test classes in a bed with the console launcher of JUnit, and turns its reports into dynamic tests. The classes of failed
 * tests are repeated once, in a bed of their own and beside no other suite; a test that passes then is flaky.
 *
 * @param name name of the suite in reports
 * @param tag tag of the tests to run
 * @param module module whose tests run
 * @param selectors options of the console launcher that select the tests
 * @param reports directory for reports and output
 * @param bed command that starts the bed and runs its arguments in it
 * @param jvm further arguments of the JVM
 */
record SuiteRun(
        String name,
        String tag,
        String module,
        List<String> selectors,
        Path reports,
        List<String> bed,
        List<String> jvm) {
    /** Suites share it when they run for the first time. A repetition runs alone, because other suites slow it down. */
    private static final ReadWriteLock BESIDE_OTHERS = new ReentrantReadWriteLock(true);

    /** Returns a container that runs the suite when JUnit enters it. */
    DynamicNode asContainer() {
        return dynamicContainer(name, Stream.of(this).flatMap(run -> run.execute().stream()));
    }

    /** The tests of one run, and what prevented it from running all of them. */
    private record Outcome(List<TestReport> tests, @Nullable String problem) {
        List<TestReport> failed() {
            return tests.stream().filter(TestReport::failed).toList();
        }

        /** Replaces the failed tests by their repetitions, if those passed, and names these tests. */
        Outcome repeatedAs(Outcome second, String suite) {
            Map<String, TestReport> repeated = new HashMap<>();
            second.tests.stream()
                    .filter(test -> !test.failed() && !test.skipped())
                    .forEach(test -> repeated.put(test.name(), test));
            failed().stream()
                    .filter(test -> repeated.containsKey(test.name()))
                    .forEach(test ->
                            System.out.println("flaky: " + test.name() + " in " + suite + ": " + test.failureLine()));
            return new Outcome(
                    tests.stream()
                            .map(test -> test.failed() ? repeated.getOrDefault(test.name(), test) : test)
                            .toList(),
                    problem);
        }
    }

    private List<DynamicTest> execute() {
        long start = System.nanoTime();
        Outcome outcome = holding(BESIDE_OTHERS.readLock(), () -> run(selectors, reports));
        List<TestReport> failed = outcome.failed();
        if (!failed.isEmpty() || outcome.problem != null) {
            List<String> again = failed.stream()
                    .map(test -> "--select-class=" + test.className())
                    .distinct()
                    .toList();
            Outcome second = holding(
                    BESIDE_OTHERS.writeLock(),
                    () -> run(again.isEmpty() ? selectors : again, reports.resolve("again")));
            outcome = failed.isEmpty() ? second : outcome.repeatedAs(second, name);
        }
        summarize(outcome, (System.nanoTime() - start) / 1e9);
        List<DynamicTest> nodes = new ArrayList<>();
        outcome.tests.forEach(test -> nodes.add(dynamicTest(test.name(), () -> test.replay(name))));
        if (outcome.problem != null) {
            String message = name + ": " + outcome.problem;
            nodes.add(dynamicTest(name, () -> {
                throw new AssertionError(message);
            }));
        }
        return nodes;
    }

    private static Outcome holding(Lock lock, Supplier<Outcome> run) {
        lock.lock();
        try {
            return run.get();
        } finally {
            lock.unlock();
        }
    }

    private Outcome run(List<String> selected, Path directory) {
        try {
            clear(directory);
            BoundedProcess process = BoundedProcess.run(command(selected, directory), directory.resolve("output.txt"));
            List<TestReport> tests = TestReport.read(directory);
            @Nullable String problem = null;
            if (process.exitStatus() != 0 && tests.stream().noneMatch(TestReport::failed)) {
                problem = process.explain();
            } else if (tests.isEmpty()) {
                problem = "no test with the tag " + tag + " ran\n" + process.tail();
            }
            return new Outcome(tests, problem);
        } catch (IllegalStateException e) {
            return new Outcome(List.of(), String.valueOf(e.getMessage()));
        }
    }

    private List<String> command(List<String> selected, Path directory) {
        String classPath = Checkout.testClassPath(module) + ":";
        List<String> command = new ArrayList<>(bed);
        command.addAll(Checkout.java());
        command.addAll(jvm);
        command.addAll(List.of("-Dverbena.evidence.bed=" + tag, "-Dverbena.evidence.directory=" + directory));
        Stream.of(classPath.split(":"))
                .filter(entry -> entry.contains("/byte-buddy-agent-"))
                .findFirst()
                .ifPresent(agent -> command.add("-javaagent:" + agent));
        command.addAll(List.of(
                "-cp",
                classPath + Checkout.testClassPath("testbed/beds"),
                "org.junit.platform.console.ConsoleLauncher",
                "execute"));
        command.addAll(selected);
        command.addAll(List.of(
                "--disable-banner",
                "--disable-ansi-colors",
                "--fail-if-no-tests",
                "--include-engine=junit-jupiter",
                "--include-tag=" + tag,
                "--reports-dir=" + directory));
        return command;
    }

    private void summarize(Outcome outcome, double seconds) {
        long failed = outcome.failed().size();
        long skipped = outcome.tests.stream().filter(TestReport::skipped).count();
        System.out.printf(
                Locale.ROOT,
                "%-60s %5d passed %3d failed %3d skipped %6.1f s%n",
                name,
                outcome.tests.size() - failed - skipped,
                failed + (outcome.problem == null ? 0 : 1),
                skipped,
                seconds);
    }

    /** Empties a directory, or creates it. */
    static void clear(Path directory) {
        try {
            if (Files.exists(directory)) {
                try (Stream<Path> old = Files.walk(directory)) {
                    old.sorted(Comparator.reverseOrder())
                            .forEach(path -> path.toFile().delete());
                }
            }
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
