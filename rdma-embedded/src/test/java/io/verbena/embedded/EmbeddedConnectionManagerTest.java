package io.verbena.embedded;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.Rdma;
import io.verbena.cm.AddressInUseException;
import io.verbena.cm.AddressInfo;
import io.verbena.cm.CmEvent;
import io.verbena.cm.CmId;
import io.verbena.cm.ConnectionManager;
import io.verbena.cm.ConnectionRequest;
import io.verbena.cm.EventChannel;
import io.verbena.cm.RejectedException;
import io.verbena.cm.UnresolvedAddressException;
import io.verbena.embedded.junit.WithFabric;
import io.verbena.hca.CmEventType;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.PortSpace;
import io.verbena.hca.RejectReason;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections between two hosts at the public API, with made-up queue pairs. */
@Timeout(60)
@WithFabric("fat-tree:2,2,2")
class EmbeddedConnectionManagerTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    private Rdma here;
    private Rdma there;
    private ConnectionManager client;
    private CmId listening;

    @BeforeEach
    void open(EmbeddedFabric fabric) {
        here = Rdma.builder().driver(fabric.driver("host0")).open();
        there = Rdma.builder().driver(fabric.driver("host3")).open();
        client = here.connectionManager();
        ConnectionManager server = there.connectionManager();
        AddressInfo any = server.addressInfoToListen(null, "7471", PortSpace.TCP);
        listening = server.eventChannel().id(PortSpace.TCP);
        listening.bind(Objects.requireNonNull(any.source()));
        listening.listen(100);
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    private CmId resolved(String service) {
        SocketAddress to = Objects.requireNonNull(
                client.addressInfo("host3", service, PortSpace.TCP).destination());
        CmId id = client.eventChannel().id(PortSpace.TCP);
        id.resolve(to, LONG);
        return id;
    }

    private static ConnectionParameters parameters(int queuePair, String data) {
        return ConnectionParameters.DEFAULTS
                .privateData(data.getBytes(US_ASCII))
                .queuePair(queuePair, false);
    }

    private static <T> T joined(CompletableFuture<T> future) {
        return future.orTimeout(LONG.toSeconds(), TimeUnit.SECONDS).join();
    }

    @Test
    void hostsConnectByNameAndEnd() {
        CmId asking = resolved("7471");
        assertThat(asking.device()).contains("emb0");
        CompletableFuture<CmEvent> connected = asking.connectAsync(parameters(11, "May I?"));
        ConnectionRequest request = listening.request(LONG);
        assertThat(US_ASCII.decode(request.privateData()).toString()).startsWith("May I?");
        CompletableFuture<CmEvent> accepted = request.acceptAsync(parameters(22, "Please."));

        assertThat(joined(connected).type()).isEqualTo(CmEventType.CONNECT_RESPONSE);
        asking.establish();
        assertThat(joined(accepted).type()).isEqualTo(CmEventType.ESTABLISHED);

        asking.disconnect(LONG);
        assertThat(joined(request.id().awaitDisconnectAsync()).type()).isEqualTo(CmEventType.DISCONNECTED);
    }

    @Test
    void theExceptionNamesAMissingListener() {
        CmId asking = resolved("7472");

        assertThatExceptionOfType(RejectedException.class)
                .isThrownBy(() -> asking.connect(parameters(11, ""), LONG))
                .withMessageContaining(RejectReason.INVALID_SERVICE_ID.text());
    }

    @Test
    void aServicePortIsTheHosts() {
        CmId second = there.connectionManager().eventChannel().id(PortSpace.TCP);

        assertThatExceptionOfType(AddressInUseException.class)
                .isThrownBy(() -> second.bind(new InetSocketAddress(7471)))
                .withMessageContaining("7471");
    }

    @Test
    void aSwitchHasNoAddress() {
        assertThatExceptionOfType(UnresolvedAddressException.class)
                .isThrownBy(() -> client.addressInfo("leaf0", "7471", PortSpace.TCP))
                .withMessageContaining("leaf0");
    }

    @Test
    void connectionsAreMadeByTheHundred() {
        for (int count = 1; count <= 100; count++) {
            CmId asking = resolved("7471");
            CompletableFuture<CmEvent> connected = asking.connectAsync(parameters(count, ""));
            ConnectionRequest request = listening.request(LONG);
            CompletableFuture<CmEvent> accepted = request.acceptAsync(parameters(1000 + count, ""));
            joined(connected);
            asking.establish();
            joined(accepted);
            if (count % 2 == 0) {
                asking.channel().close();
                assertThat(joined(request.id().awaitDisconnectAsync()).type()).isEqualTo(CmEventType.DISCONNECTED);
            }
        }
    }

    @Test
    void manyConnectAndCloseAtOnce() {
        int threads = 4;
        int each = 25;
        AtomicInteger queuePairs = new AtomicInteger();
        CompletableFuture<Void> serving = CompletableFuture.runAsync(() -> {
            for (int count = 0; count < threads * each; count++) {
                ConnectionRequest request = listening.request(LONG);
                CompletableFuture<CmEvent> unused = request.acceptAsync(parameters(queuePairs.incrementAndGet(), ""));
            }
        });
        List<CompletableFuture<Void>> asking = Stream.generate(() -> CompletableFuture.runAsync(() -> {
                    for (int count = 0; count < each; count++) {
                        CmId id = resolved("7471");
                        joined(id.connectAsync(parameters(queuePairs.incrementAndGet(), "")));
                        id.establish();
                        id.channel().close();
                    }
                }))
                .limit(threads)
                .toList();

        asking.forEach(EmbeddedConnectionManagerTest::joined);
        joined(serving);
    }

    @Test
    void closingTheFabricEndsWaits(EmbeddedFabric fabric) {
        CompletableFuture<ConnectionRequest> next = listening.requestAsync();

        here.close();
        there.close();
        fabric.close();

        assertThat(next).failsWithin(LONG);
    }

    @Test
    void aNameIsResolvedByTheServicesOfTheSubnet() {
        CmId id = client.eventChannel().id(PortSpace.TCP);

        AddressInfo found = joined(id.resolveAddressInfoAsync("host3", "7471"));

        assertThat(found).isEqualTo(client.addressInfo("host3", "7471", PortSpace.TCP));
        assertThat(id.resolveAddressInfoAsync("nowhere", null))
                .failsWithin(LONG)
                .withThrowableThat()
                .withCauseInstanceOf(UnresolvedAddressException.class);
    }

    @Test
    void aProgramPostsEventsToItsListener() {
        EventChannel channel = client.eventChannel();
        CompletableFuture<CmEvent> heard = new CompletableFuture<>();
        channel.listener(heard::complete);
        CmId id = channel.id(PortSpace.TCP);

        id.post(-5, 1L << 40);

        CmEvent event = joined(heard);
        assertThat(event.type()).isEqualTo(CmEventType.USER);
        assertThat(event.status()).isEqualTo(-5);
        assertThat(event.argument()).isEqualTo(1L << 40);
        assertThat(event.id()).isSameAs(id);
    }
}
