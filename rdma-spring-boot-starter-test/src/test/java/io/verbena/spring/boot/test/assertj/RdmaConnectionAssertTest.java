package io.verbena.spring.boot.test.assertj;

import static io.verbena.spring.boot.test.assertj.RdmaAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.Rdma;
import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RdmaServer;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.junit.WithFabric;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

@WithFabric
class RdmaConnectionAssertTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    @Test
    void checksAConnectionUntilItEnds(EmbeddedFabric fabric, Rdma client) {
        InetSocketAddress address =
                new InetSocketAddress(fabric.node("host1").port(1).address(), 7471);
        try (Rdma host1 = Rdma.builder().driver(fabric.driver("host1")).open();
                RdmaServer server = host1.listen(address)) {
            CompletableFuture<RdmaConnection> connecting = client.connectAsync(address, ConnectionOptions.DEFAULTS);
            try (RdmaConnection accepted = server.accept(TIMEOUT);
                    RdmaConnection connection = connecting.join()) {
                assertThat(connection).isConnected().isConnectedTo(address).usesDevice("emb0");
                assertThatThrownBy(() -> assertThat(connection).endsWithin(Duration.ofMillis(20)))
                        .isInstanceOf(AssertionError.class)
                        .hasMessage("expected " + connection + " to end within PT0.02S, but it is connected");
                InetSocketAddress other = new InetSocketAddress(address.getAddress(), 1);
                assertThatThrownBy(() -> assertThat(connection).isConnectedTo(other))
                        .isInstanceOf(AssertionError.class)
                        .hasMessageContaining("to be connected to " + other + ", but it is to " + address);
                assertThatThrownBy(() -> assertThat(connection).usesDevice("mlx5_0"))
                        .isInstanceOf(AssertionError.class)
                        .hasMessageContaining("to use the device mlx5_0, but it uses emb0");

                accepted.disconnect(TIMEOUT);

                assertThat(connection).endsWithin(TIMEOUT);
                assertThatThrownBy(() -> assertThat(connection).isConnected())
                        .isInstanceOf(AssertionError.class)
                        .hasMessage("expected " + connection + " to be connected, but it has ended");
            }
        }
    }
}
