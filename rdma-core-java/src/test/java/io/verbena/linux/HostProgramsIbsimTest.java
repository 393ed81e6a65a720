package io.verbena.linux;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.diag.PingClient;
import io.verbena.diag.PingServer;
import io.verbena.diag.SystemStatusClient;
import io.verbena.diag.SystemStatusServer;
import io.verbena.error.RdmaException;
import io.verbena.iba.NodeRecord;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTransactor;
import io.verbena.path.IbPath;
import io.verbena.spi.IsSm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Pings and system status to and from ibping and ibsysstat on another host. Run on the net two-rail. */
@Tag("ibsim")
@Timeout(60)
class HostProgramsIbsimTest {
    private static final String CLIENT = "host3";

    // Each server has a host of its own: the simulator holds the place of one that is gone until it has something for
    // it.
    private static final String PING_SERVER = "host3";
    private static final String STATUS_SERVER = "host4";

    private final Rdma rdma = new Ibsim().open(MadOptions.DEFAULTS);
    private final MadTransactor mad = rdma.mad(rdma.defaultEndPort());

    @AfterEach
    void close() {
        mad.close();
        rdma.close();
    }

    private static ProcessBuilder program(String host, String... command) {
        ProcessBuilder program = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        program.environment().put("SIM_HOST", host);
        return program;
    }

    /** A C program that the simulator hands the requests to its host. */
    private static Process serve(String host, String... command) throws IOException {
        ProcessBuilder program = program(host, command);
        program.environment().put("SIM_SET_ISSM", "1");
        return program.start();
    }

    private static List<String> output(String... command) throws IOException, InterruptedException {
        Process program = program(CLIENT, command).start();
        List<String> lines = program.inputReader(StandardCharsets.UTF_8).lines().toList();
        assertThat(program.waitFor()).as("%s: %s", command[0], lines).isZero();
        return lines;
    }

    private static void interrupt(Process server) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-INT", String.valueOf(server.pid()))
                        .start()
                        .waitFor())
                .isZero();
        assertThat(server.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }

    private IbPath pathTo(String host) {
        return rdma.sa(mad).table(NodeRecord.class).stream()
                .filter(node -> node.nodeDescription().nodeString().startsWith(host))
                .map(node -> IbPath.to(node.lid()))
                .findFirst()
                .orElseThrow();
    }

    private static <T> T oncePossible(Supplier<T> call) throws InterruptedException {
        for (int i = 0; ; i++) {
            try {
                return call.get();
            } catch (RdmaException e) {
                assertThat(i)
                        .as("tries until the server is up: %s", e.getMessage())
                        .isLessThan(100);
                Thread.sleep(50);
            }
        }
    }

    private static String kernel(String name) throws IOException {
        return Files.readString(Path.of("/proc/sys/kernel", name)).strip();
    }

    @Test
    void pingsIbping() throws Exception {
        IbPath path = pathTo(PING_SERVER);
        Process server = serve(PING_SERVER, "ibping", "-S");
        try {
            PingClient client = new PingClient(mad);
            assertThat(oncePossible(() -> client.ping(path)).host())
                    .isEqualTo(kernel("hostname") + "." + kernel("domainname"));
            assertThat(client.ping(path).roundTrip()).isPositive();
        } finally {
            interrupt(server);
        }
    }

    @Test
    void isPingedByIbping() throws Exception {
        String lid = String.valueOf(rdma.defaultEndPort().attributes().lid().bits());
        try (IsSm manager = rdma.subnetManager(rdma.defaultEndPort());
                PingServer server = PingServer.open(mad, "verbena.example")) {
            assertThat(Stream.of(manager, server)).doesNotContainNull();
            assertThat(output("ibping", "-c", "3", lid))
                    .filteredOn(line -> line.startsWith("Pong from verbena.example (Lid " + lid + "): time "))
                    .hasSize(3);
        }
    }

    @Test
    void asksIbsysstatWhatItsHostIs() throws Exception {
        IbPath path = pathTo(STATUS_SERVER);
        Process server = serve(STATUS_SERVER, "ibsysstat", "-S");
        try {
            SystemStatusClient client = new SystemStatusClient(mad);
            assertThat(oncePossible(() -> client.ping(path))).isPositive();
            assertThat(client.host(path)).startsWith(kernel("hostname"));
            assertThat(client.processors(path)).isNotEmpty().allSatisfy(one -> {
                assertThat(one.model()).isNotBlank();
                assertThat(one.megahertz()).isPositive();
            });
        } finally {
            interrupt(server);
        }
    }

    @Test
    void tellsIbsysstatWhatThisHostIs() throws Exception {
        String lid = String.valueOf(rdma.defaultEndPort().attributes().lid().bits());
        try (IsSm manager = rdma.subnetManager(rdma.defaultEndPort());
                SystemStatusServer server = SystemStatusServer.open(mad)) {
            assertThat(Stream.of(manager, server)).doesNotContainNull();
            assertThat(String.join("\n", output("ibsysstat", lid, "ping"))).contains("sysstat ping succeeded");
            assertThat(String.join("\n", output("ibsysstat", lid, "host"))).contains(kernel("hostname"));
            assertThat(String.join("\n", output("ibsysstat", lid, "cpu"))).contains("cpu 0: model ", " MHZ ");
        }
    }
}
