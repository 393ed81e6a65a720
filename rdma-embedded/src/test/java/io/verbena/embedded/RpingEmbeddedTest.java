package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.Rdma;
import io.verbena.cm.EventChannel;
import io.verbena.cm.UnreachableException;
import io.verbena.embedded.junit.WithFabric;
import io.verbena.traffic.RpingClient;
import io.verbena.traffic.RpingOptions;
import io.verbena.traffic.RpingServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The rping example between two hosts: sends, reads and writes over connections made with the connection manager only.
 */
@Timeout(60)
@WithFabric("fat-tree:2,2,2")
class RpingEmbeddedTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int PINGS = 20;

    private EmbeddedFabric fabric;
    private Rdma here;
    private Rdma there;
    private EventChannel channel;

    @BeforeEach
    void open(EmbeddedFabric opened) {
        fabric = opened;
        here = Rdma.builder().driver(fabric.driver("host0")).open();
        there = Rdma.builder().driver(fabric.driver("host3")).open();
        channel = here.connectionManager().eventChannel();
    }

    private RpingServer listen(RpingOptions options, InetAddress address) {
        return RpingServer.listen(
                there.connectionManager().eventChannel(),
                there::verbs,
                options,
                new InetSocketAddress(address, 7174),
                TIMEOUT);
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    private RpingClient connect(RpingOptions options, InetAddress address) {
        return RpingClient.connect(channel, here::verbs, options, null, new InetSocketAddress(address, 7174), TIMEOUT);
    }

    private List<String> ping(RpingOptions options, InetAddress address) {
        RpingServer server = listen(options, address);
        List<String> heard = new CopyOnWriteArrayList<>();
        CompletableFuture<Integer> served = CompletableFuture.supplyAsync(
                () -> server.serve(server.request(TIMEOUT).orElseThrow(), heard::add));
        List<String> came = new CopyOnWriteArrayList<>();
        try (RpingClient client = connect(options, address)) {
            for (int ping = 0; ping < PINGS; ping++) {
                came.add(client.ping());
            }
        }
        assertThat(served.orTimeout(30, TimeUnit.SECONDS).join()).isEqualTo(PINGS);
        assertThat(heard).isEqualTo(came);
        return came;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void pingsGoThereAndBack(boolean ownQueuePair) {
        RpingOptions options = new RpingOptions(1024, true, ownQueuePair);

        assertThat(ping(options, fabric.node("host3").address()))
                .allSatisfy(ping -> assertThat(ping).startsWith("rdma-ping-"));
    }

    @Test
    void pingsGoByIpv6() {
        ping(RpingOptions.DEFAULTS, fabric.node("host3").port(1).linkLocalAddress());
    }

    @Test
    void hostsAreReachedWhenThePathComesBack() {
        EmbeddedPort link = fabric.node("host3").port(1);
        link.flap(Duration.ofMillis(300));

        ping(RpingOptions.DEFAULTS, fabric.node("host3").address());

        assertThat(link.isUp()).isTrue();
    }

    @Test
    @WithFabric(value = "fat-tree:2,2,2", virtualTime = true)
    void whoGoesWhileItIsAskedIsUnreachable() {
        InetAddress address = fabric.node("host3").address();
        listen(RpingOptions.DEFAULTS, address);
        channel.listener(event -> fabric.node("host3").silence());

        assertThatExceptionOfType(UnreachableException.class)
                .isThrownBy(() -> connect(RpingOptions.DEFAULTS, address))
                .withMessageContaining("ETIMEDOUT");
    }
}
