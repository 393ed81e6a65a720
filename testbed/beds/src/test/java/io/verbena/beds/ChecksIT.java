package io.verbena.beds;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.Stream;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The programs in {@code testbed/checks}, which test what a shell sees; exit status 0 means passed. Each has a method of its
 * own, so that a failure has its name. Three of them run at a time; the longest ones begin first, so that none of them is the
 * only one at the end. {@link ReportChecksIT} has those that read what the suites and the other checks recorded.
 */
@Execution(ExecutionMode.CONCURRENT)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ChecksIT {
    /** Begins the line of a check that names the environments that it needs. */
    private static final String NEEDS = "# Needs: ";

    /** Checks share it when they run for the first time. */
    private static final ReadWriteLock BESIDE_OTHERS = new ReentrantReadWriteLock(true);

    @Test
    void console() throws IOException {
        run("console");
    }

    @Test
    void documents() throws IOException {
        run("documents");
    }

    @Test
    void fabric() throws IOException {
        run("fabric");
    }

    @Test
    @Order(7)
    void fabricService() throws IOException {
        run("fabric-service");
    }

    @Test
    @Order(10)
    void ibutils() throws IOException {
        run("ibutils");
    }

    @Test
    @Order(3)
    void launcher() throws IOException {
        run("launcher");
    }

    @Test
    void manual() throws IOException {
        run("manual");
    }

    @Test
    @Order(4)
    void monitorImage() throws IOException {
        run("monitor-image");
    }

    @Test
    void oneJar() throws IOException {
        run("one-jar");
    }

    @Test
    @Order(5)
    void packages() throws IOException {
        run("packages");
    }

    @Test
    @Order(1)
    void publication() throws IOException {
        run("publication");
    }

    @Test
    void races() throws IOException {
        run("races");
    }

    @Test
    void rmpp() throws IOException {
        run("rmpp");
    }

    @Test
    @Order(6)
    void samples() throws IOException {
        run("samples");
    }

    @Test
    @Order(8)
    void sanitizedRxe() throws IOException {
        run("sanitized-rxe");
    }

    @Test
    void schedulers() throws IOException {
        run("schedulers");
    }

    @Test
    void session() throws IOException {
        run("session");
    }

    @Test
    @Order(2)
    void soak() throws IOException {
        run("soak");
    }

    @Test
    @Order(9)
    void soakFinds() throws IOException {
        run("soak-finds");
    }

    @Test
    void subnetManager() throws IOException {
        run("subnet-manager");
    }

    @Test
    void terminal() throws IOException {
        run("terminal");
    }

    @Test
    void uml() throws IOException {
        run("uml");
    }

    /** The checks that build the C code of the hollow device, one after the other. */
    @Nested
    @TestMethodOrder(MethodOrderer.OrderAnnotation.class)
    class HollowDevice {
        @Test
        @Order(1)
        @Execution(ExecutionMode.SAME_THREAD)
        void driverCalls() throws IOException {
            run("driver-calls");
        }

        @Test
        @Order(2)
        @Execution(ExecutionMode.SAME_THREAD)
        void newerHeaders() throws IOException {
            run("newer-headers");
        }
    }

    @Test
    void everyCheckHasAMethod() throws IOException {
        List<String> methods = Stream.of(ChecksIT.class, HollowDevice.class, ReportChecksIT.class)
                .flatMap(tests -> Arrays.stream(tests.getDeclaredMethods()))
                .filter(method -> method.isAnnotationPresent(Test.class))
                .map(method -> method.getName().toLowerCase(Locale.ROOT))
                .toList();
        try (Stream<Path> files = Files.list(Checkout.ROOT.resolve("testbed/checks"))) {
            assertThat(files.filter(Files::isExecutable)
                            .map(file -> file.getFileName().toString().replace("-", "")))
                    .isNotEmpty()
                    .isSubsetOf(methods);
        }
    }

    /**
     * Runs a check. One that fails is repeated once, beside no other check, because other checks slow it down; if it passes
     * then, it is flaky.
     */
    static void run(String name) throws IOException {
        Path reports = Files.createDirectories(Checkout.ROOT.resolve("target/check-reports"));
        Path program = Checkout.ROOT.resolve("testbed/checks").resolve(name);
        Checkout.assumeNotExcluded(Checkout.lines(program).stream()
                .filter(line -> line.startsWith(NEEDS))
                .flatMap(line -> Stream.of(line.substring(NEEDS.length()).split(" ")))
                .toArray(String[]::new));
        BoundedProcess first = run(name, BESIDE_OTHERS.readLock(), program, reports.resolve(name + ".txt"));
        if (first.exitStatus() != 0) {
            BoundedProcess second = run(name, BESIDE_OTHERS.writeLock(), program, reports.resolve(name + "-again.txt"));
            if (second.exitStatus() != 0) {
                throw new AssertionError("check " + name + ": " + second.explain());
            }
            System.out.println("flaky: check " + name + ": " + first.explain().replaceAll("\\s+", " "));
        }
    }

    private static BoundedProcess run(String name, Lock lock, Path program, Path output) {
        lock.lock();
        try {
            long start = System.nanoTime();
            BoundedProcess process = BoundedProcess.run(List.of(program.toString()), output);
            System.out.printf(
                    Locale.ROOT,
                    "%-60s %s %6.1f s%n",
                    "check " + name,
                    process.exitStatus() == 0 ? "passed" : "FAILED",
                    (System.nanoTime() - start) / 1e9);
            return process;
        } finally {
            lock.unlock();
        }
    }
}
