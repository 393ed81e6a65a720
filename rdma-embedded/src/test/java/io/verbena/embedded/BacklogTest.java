package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RdmaServer;
import io.verbena.connection.RejectedConnectionException;
import io.verbena.connection.ServerLimits;
import io.verbena.embedded.junit.WithFabric;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients that connect at the same time. */
@Timeout(60)
@WithFabric("two-node")
class BacklogTest {
    private static final int CLIENTS = 256;
    private static final ConnectionOptions OPTIONS = ConnectionOptions.DEFAULTS.timeout(Duration.ofSeconds(30));

    private Rdma here;
    private Rdma there;
    private InetSocketAddress address;

    @BeforeEach
    void open(EmbeddedFabric fabric) {
        here = Rdma.builder().driver(fabric.driver("host0")).open();
        there = Rdma.builder().driver(fabric.driver("host1")).open();
        address = new InetSocketAddress(fabric.node("host1").address(), 7471);
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    private List<CompletableFuture<RdmaConnection>> connecting() {
        return Stream.generate(() -> here.connectAsync(address, OPTIONS))
                .limit(CLIENTS)
                .toList();
    }

    @RepeatedTest(4)
    void requestsWithinTheBacklogAreServed() {
        try (RdmaServer server =
                there.listen(address, OPTIONS.backlog(CLIENTS).limits(ServerLimits.DEFAULTS.backlogPerPeer(CLIENTS)))) {
            server.serve(connection -> connection.awaitDisconnect(Duration.ofSeconds(30)));

            assertThat(connecting())
                    .allSatisfy(each -> assertThat(each.join().isOpen()).isTrue());
        }
    }

    @Test
    void requestsBeyondTheBacklogAreRejectedWithAReason() {
        try (RdmaServer server = there.listen(address, OPTIONS.backlog(2))) {
            server.serve(connection -> connection.awaitDisconnect(Duration.ofSeconds(30)));

            List<Throwable> failures = connecting().stream()
                    .map(each -> each.handle((made, failure) -> failure).join())
                    .filter(Objects::nonNull)
                    .toList();

            assertThat(failures)
                    .isNotEmpty()
                    .allSatisfy(
                            failure -> assertThat(failure)
                                    .hasCauseInstanceOf(RejectedConnectionException.class)
                                    .hasMessageMatching(
                                            ".*(it has as many requests as it keeps( for one address)?|its backlog is full).*"));
        }
    }
}
