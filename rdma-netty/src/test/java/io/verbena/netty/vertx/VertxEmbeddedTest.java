package io.verbena.netty.vertx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.config.Config;
import com.hazelcast.config.JoinConfig;
import io.verbena.Rdma;
import io.verbena.embedded.EmbeddedFabric;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.net.SocketAddress;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Vert.x over the embedded fabric, whose addresses TCP does not reach. */
@Timeout(120)
class VertxEmbeddedTest {
    private static final String RESOLVER = "vertx.disableDnsResolver";

    private EmbeddedFabric fabric;

    @BeforeAll
    static void leaveNamesToTheJdk() {
        System.setProperty(RESOLVER, "true");
    }

    @BeforeEach
    void open() {
        fabric = EmbeddedFabric.open("two-node");
    }

    @AfterEach
    void close() {
        fabric.close();
    }

    private Rdma rdma(String host) {
        return Rdma.builder().driver(fabric.driver(host)).open();
    }

    private String address(String host) {
        return fabric.node(host).port(1).address().getHostAddress();
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    @Test
    void servesHttp() throws Exception {
        try (Rdma rdma = rdma("host0")) {
            Vertx vertx = Vertx.builder()
                    .withTransport(RdmaVertxTransport.of(rdma.streams()))
                    .build();
            byte[] body = new byte[300_000];
            new Random(7).nextBytes(body);
            int port = await(vertx.createHttpServer()
                            .requestHandler(request -> request.body().onSuccess(request.response()::end))
                            .listen(0, address("host0")))
                    .actualPort();
            Buffer echoed = await(vertx.createHttpClient()
                    .request(HttpMethod.POST, port, address("host0"), "/")
                    .compose(request -> request.send(Buffer.buffer(body)))
                    .compose(HttpClientResponse::body));
            assertThat(echoed.getBytes()).isEqualTo(body);
            await(vertx.close());
        }
    }

    @Test
    void failsWhereNoDeviceHasTheAddress() throws Exception {
        try (Rdma rdma = rdma("host0")) {
            Vertx vertx = Vertx.builder()
                    .withTransport(RdmaVertxTransport.of(rdma.streams()))
                    .build();
            assertThatThrownBy(() -> await(
                            vertx.createNetServer().connectHandler(socket -> {}).listen(0, "192.0.2.1")))
                    .rootCause()
                    .hasMessageContaining("192.0.2.1");
            assertThatThrownBy(() -> await(vertx.createNetClient().connect(80, "192.0.2.1")))
                    .rootCause()
                    .hasMessageContaining("192.0.2.1");
            assertThatThrownBy(() -> vertx.createDatagramSocket())
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessageContaining("datagram");
            assertThatThrownBy(() -> await(vertx.createNetServer()
                            .connectHandler(socket -> {})
                            .listen(SocketAddress.domainSocketAddress("/tmp/verbena.sock"))))
                    .hasMessageContaining("domain sockets");
            await(vertx.close());
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return Math.min(socket.getLocalPort(), 65_000);
        }
    }

    @Test
    void requiresTheResolverOfTheJdk() {
        System.clearProperty(RESOLVER);
        try (Rdma rdma = rdma("host0")) {
            assertThatThrownBy(() -> RdmaVertxTransport.of(rdma.streams()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("-Dvertx.disableDnsResolver=true");
        } finally {
            System.setProperty(RESOLVER, "true");
        }
    }

    private Vertx join(Rdma rdma, String host, int port) throws Exception {
        Config cluster = new Config().setClusterName("vertx-embedded-test-" + port);
        cluster.setProperty("hazelcast.logging.type", "none")
                .setProperty("hazelcast.phone.home.enabled", "false")
                .setProperty("hazelcast.wait.seconds.before.join", "0")
                .setProperty("hazelcast.socket.bind.any", "false");
        JoinConfig join = cluster.getNetworkConfig().getJoin();
        join.getMulticastConfig().setEnabled(false);
        join.getTcpIpConfig().setEnabled(true).addMember("127.0.0.1:" + port).addMember("127.0.0.1:" + (port + 1));
        cluster.getNetworkConfig().setPort(port).setPortCount(2).setReuseAddress(true);
        cluster.getNetworkConfig().getInterfaces().setEnabled(true).addInterface("127.0.0.1");
        VertxOptions options = new VertxOptions();
        options.getEventBusOptions().setHost(address(host));
        return await(Vertx.builder()
                .with(options)
                .withTransport(RdmaVertxTransport.of(rdma.streams()))
                .withClusterManager(new HazelcastClusterManager(cluster))
                .buildClustered());
    }

    @Test
    void carriesTheEventsOfACluster() throws Exception {
        int port = freePort();
        try (Rdma first = rdma("host0");
                Rdma second = rdma("host1")) {
            Vertx server = join(first, "host0", port);
            Vertx client = join(second, "host1", port);
            Buffer large = Buffer.buffer(new byte[1 << 20]).setInt(1 << 19, 42);
            await(server.eventBus()
                    .<Buffer>consumer("echo", event -> event.reply(event.body()))
                    .completion());
            assertThat(await(client.eventBus().request("echo", large)).body()).isEqualTo(large);

            BlockingQueue<String> seen = new LinkedBlockingQueue<>();
            await(client.eventBus()
                    .<String>consumer("news", event -> seen.add(event.body()))
                    .completion());
            server.eventBus().publish("news", "hello");
            assertThat(seen.poll(60, TimeUnit.SECONDS)).isEqualTo("hello");

            // A member that leaves and comes back gets events again, on a new connection.
            await(client.close());
            Vertx again = join(second, "host1", port);
            await(again.eventBus()
                    .<String>consumer("news", event -> seen.add("again " + event.body()))
                    .completion());
            long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
            String event = null;
            while (event == null && System.nanoTime() < end) {
                server.eventBus().publish("news", "hello");
                event = seen.poll(1, TimeUnit.SECONDS);
            }
            assertThat(event).isEqualTo("again hello");
            await(again.close());
            await(server.close());
        }
    }
}
