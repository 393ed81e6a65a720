package io.verbena.beds;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
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
 * only one at the end.
 */
@Execution(ExecutionMode.CONCURRENT)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ChecksIT {
    /** Begins the line of a check that names the environments that it needs. */
    private static final String NEEDS = "# Needs: ";

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
    void parity() throws IOException {
        run("parity");
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
    void rdmaCore() throws IOException {
        run("rdma-core");
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

    /** The tables of coverage are compared with the evidence that the checks before it record. */
    @Nested
    @TestMethodOrder(MethodOrderer.OrderAnnotation.class)
    class Evidence {
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

        @Test
        @Order(3)
        @Execution(ExecutionMode.SAME_THREAD)
        void coverage() throws IOException {
            run("coverage");
        }
    }

    @Test
    void everyCheckHasAMethod() throws IOException {
        List<String> methods = Stream.of(ChecksIT.class, Evidence.class)
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

    private static void run(String name) throws IOException {
        Path reports = Files.createDirectories(Checkout.ROOT.resolve("target/check-reports"));
        Path program = Checkout.ROOT.resolve("testbed/checks").resolve(name);
        Checkout.assumeNotExcluded(Checkout.lines(program).stream()
                .filter(line -> line.startsWith(NEEDS))
                .flatMap(line -> Stream.of(line.substring(NEEDS.length()).split(" ")))
                .toArray(String[]::new));
        long start = System.nanoTime();
        BoundedProcess process = BoundedProcess.run(List.of(program.toString()), reports.resolve(name + ".txt"));
        boolean passed = process.exitStatus() == 0;
        System.out.printf(
                Locale.ROOT,
                "%-60s %s %6.1f s%n",
                "check " + name,
                passed ? "passed" : "FAILED",
                (System.nanoTime() - start) / 1e9);
        if (!passed) {
            throw new AssertionError("check " + name + ": " + process.explain());
        }
    }
}
