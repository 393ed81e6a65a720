package io.verbena.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.Rdma;
import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.ConnectionTimeoutException;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RdmaServer;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Soft-iWARP connects its TCP stream within {@code rdma_connect}, and blocks the caller until TCP gives up: here for 7 s, as a
 * host whose packets are lost does not even refuse.
 */
@Tag("siw")
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class UnreachablePeerSiwTest {
    private static final InetSocketAddress UNREACHABLE = new InetSocketAddress("10.78.0.99", 7474);
    private static final InetSocketAddress SERVER = new InetSocketAddress("10.78.0.2", 7475);
    private static final String RETRIES = "net.ipv4.tcp_syn_retries";

    /** Less than the time after which TCP gives up. */
    private static final ConnectionOptions OPTIONS = ConnectionOptions.DEFAULTS.timeout(Duration.ofSeconds(3));

    private static final ConnectionOptions IMPATIENT = ConnectionOptions.DEFAULTS.timeout(Duration.ofSeconds(1));

    private String retries = "";

    @BeforeEach
    void loseWhatIsSentToTheHost() {
        retries = Command.output("sysctl", "-n", RETRIES).strip();
        Command.run("sysctl", "-qw", RETRIES + "=2");
        Command.run(
                "ip",
                "neigh",
                "replace",
                "10.78.0.99",
                "lladdr",
                "02:00:00:00:00:99",
                "dev",
                "veth2",
                "nud",
                "permanent");
    }

    @AfterEach
    void restore() {
        Command.run("ip", "neigh", "delete", "10.78.0.99", "dev", "veth2");
        Command.run("sysctl", "-qw", RETRIES + "=" + retries);
    }

    @Test
    void anAttemptToReachItDelaysNoOtherConnection() {
        try (Rdma rdma = Rdma.open();
                RdmaServer server = rdma.listen(SERVER, OPTIONS)) {
            server.serve(connection -> connection.awaitDisconnect(Duration.ofSeconds(10)));
            // The first connection loads classes.
            rdma.connect(SERVER, ConnectionOptions.DEFAULTS).close();
            CompletableFuture<RdmaConnection> unreachable = rdma.connectAsync(UNREACHABLE, OPTIONS);
            for (int i = 0; i < 5; i++) {
                rdma.connect(SERVER, OPTIONS).close();
            }
            assertThat(unreachable).isNotDone();
            assertThatThrownBy(() -> unreachable.get(10, TimeUnit.SECONDS))
                    .cause()
                    .isInstanceOf(ConnectionTimeoutException.class)
                    .hasMessageContaining("no connection to /10.78.0.99:7474 within 3000 ms");
        }
    }

    @Test
    void severalAttemptsFailAfterTheirTimeoutAndLeaveNothing() throws InterruptedException {
        try (Rdma rdma = Rdma.open()) {
            long begin = System.nanoTime();
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> rdma.connect(UNREACHABLE, IMPATIENT))
                        .isInstanceOf(ConnectionTimeoutException.class);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofMillis(4500));
        }
        assertThat(Command.output("rdma", "resource", "show", "qp", "link", "siw0/1"))
                .doesNotContain("pid " + ProcessHandle.current().pid() + " ");
        for (int i = 0; i < 300 && connecting() > 0; i++) {
            Thread.sleep(100);
        }
        assertThat(connecting()).isZero();
    }

    private static long connecting() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("verbena-connecting-"))
                .count();
    }
}
