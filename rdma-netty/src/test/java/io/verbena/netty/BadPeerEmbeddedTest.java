package io.verbena.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.verbena.Rdma;
import io.verbena.buffer.RegisteredByteBufAllocator;
import io.verbena.cm.CmId;
import io.verbena.cm.ConnectionRequest;
import io.verbena.cm.RejectedException;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.PortSpace;
import io.verbena.hca.QueuePairType;
import io.verbena.stream.StreamProtocolException;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Deque;
import java.util.HexFormat;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Channels whose peers do not follow the protocol of rsockets, or that have no memory: each has one clear error. */
@Timeout(60)
class BadPeerEmbeddedTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    private final BlockingQueue<Object> events = new LinkedBlockingQueue<>();
    private Rdma rdma;
    private InetSocketAddress anyPort;
    private EventLoopGroup group;
    private Channel server;

    /** The completion queues of the peers that do not follow the protocol. */
    private final Deque<CompletionQueue> queues = new ConcurrentLinkedDeque<>();

    private final Deque<ProtectionDomain> domains = new ConcurrentLinkedDeque<>();

    @BeforeEach
    void open() throws InterruptedException {
        EmbeddedFabric fabric = EmbeddedFabric.open("two-node");
        rdma = Rdma.builder().driver(fabric.driver("host0")).open();
        anyPort = new InetSocketAddress(fabric.node("host0").port(1).address(), 0);
        group = new MultiThreadIoEventLoopGroup(1, RdmaIoHandler.newFactory(rdma.streams()));
        server = listen(null);
    }

    @AfterEach
    void close() {
        group.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
        rdma.close();
    }

    private Channel listen(@Nullable ByteBufAllocator allocator) throws InterruptedException {
        ServerBootstrap bootstrap = new ServerBootstrap().group(group).channel(RdmaServerSocketChannel.class);
        if (allocator != null) {
            bootstrap.childOption(ChannelOption.ALLOCATOR, allocator);
        }
        return bootstrap
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new Recorder());
                    }
                })
                .bind(anyPort)
                .sync()
                .channel();
    }

    /** Records the failure of a channel and its end. */
    private final class Recorder extends ChannelInboundHandlerAdapter {
        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            events.add(cause);
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            events.add("inactive");
        }
    }

    private @Nullable Object event() throws InterruptedException {
        return events.poll(20, TimeUnit.SECONDS);
    }

    private Channel connect(InetSocketAddress address) throws InterruptedException {
        return new Bootstrap()
                .group(group)
                .channel(RdmaSocketChannel.class)
                .handler(new ChannelInboundHandlerAdapter())
                .connect(address)
                .sync()
                .channel();
    }

    private QueuePair queuePair(CmId id) {
        Context context = rdma.verbs(id.device().orElseThrow());
        ProtectionDomain domain = context.protectionDomain();
        CompletionQueue completions = context.completionQueue(100);
        queues.add(completions);
        domains.add(domain);
        return domain.queuePair(QueuePairType.RC).completions(completions).create();
    }

    /** Connects to the server with certain private data, in hexadecimal digits. */
    private QueuePair connectWith(String hello) {
        return connectWith(domain -> HexFormat.of().parseHex(hello));
    }

    /** Connects to the server with correct private data. */
    private QueuePair connectCorrectly() {
        return connectWith(domain -> {
            MemoryRegion table =
                    domain.register(ByteBuffer.allocateDirect(4096), AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE);
            return ByteBuffer.allocate(40)
                    .put((byte) 1)
                    .put((byte) 2)
                    .putShort((short) 384)
                    .putInt(0)
                    .putLong(table.address())
                    .putInt(table.remoteKey())
                    .putInt(2)
                    .putLong(table.address() + 2048)
                    .putInt(table.remoteKey())
                    .putInt(1024)
                    .array();
        });
    }

    private QueuePair connectWith(Function<ProtectionDomain, byte[]> hello) {
        CmId peer = rdma.connectionManager().eventChannel().id(PortSpace.TCP);
        peer.resolve((InetSocketAddress) server.localAddress(), LONG);
        QueuePair pair = queuePair(peer);
        peer.use(pair);
        pair.post(pair.receiveRequests(1).receive(1));
        peer.connect(ConnectionParameters.DEFAULTS.privateData(hello.apply(domains.getLast())), LONG);
        return pair;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00",
                "0202018000000000" + "00000000000010000000000000000002" + "00000000000020000000000000010000"
            })
    void aServerRejectsAPeerThatIsNoRsocket(String hello) throws Exception {
        assertThatExceptionOfType(RejectedException.class).isThrownBy(() -> connectWith(hello));

        Channel client = connect((InetSocketAddress) server.localAddress());
        assertThat(client.isActive()).isTrue();
        assertThat(events).isEmpty();
    }

    @Test
    void theFutureOfAClientNamesAServerThatIsNoRsocket() {
        CmId other = rdma.connectionManager().eventChannel().id(PortSpace.TCP);
        other.bind(anyPort);
        other.listen(1);
        CompletableFuture<Void> unused = other.requestAsync().thenAccept(this::acceptWithoutHello);

        assertThatThrownBy(() -> connect(other.localAddress().orElseThrow()))
                .isInstanceOf(ConnectException.class)
                .hasRootCauseInstanceOf(StreamProtocolException.class)
                .hasMessageContaining("the peer ");
    }

    private void acceptWithoutHello(ConnectionRequest request) {
        request.id().use(queuePair(request.id()));
        CompletableFuture<?> unused = request.acceptAsync(ConnectionParameters.DEFAULTS);
    }

    @Test
    void aLyingSizeEndsTheChannelWithItsCause() throws Exception {
        QueuePair liar = connectCorrectly();

        liar.post(liar.sendRequests(1).writeImmediate(1, 0, 0, 1 << 28));

        assertThat(event())
                .isInstanceOfSatisfying(
                        IOException.class,
                        failure -> assertThat(failure)
                                .hasCauseInstanceOf(StreamProtocolException.class)
                                .hasMessageContaining("the peer claims to have written 268435456 bytes"));
        assertThat(event()).isEqualTo("inactive");
    }

    @Test
    void memoryThatThePeerDoesNotHaveEndsTheChannelWithItsCause() throws Exception {
        QueuePair liar = connectWith(
                "0100018000000000" + "00000000000010000000000100000002" + "00000000000020000000000100010000");
        assertThat(liar.isClosed()).isFalse();

        // The server announces its own buffer in the table of the peer, which does not exist either.
        assertThat(event())
                .isInstanceOfSatisfying(
                        IOException.class,
                        failure -> assertThat(failure)
                                .hasMessageContaining("the connection is lost (remote access error)"));
        assertThat(event()).isEqualTo("inactive");
    }

    @Test
    void anAddressWithoutADeviceFailsTheFutures() {
        InetSocketAddress elsewhere = new InetSocketAddress("192.0.2.1", 8080);

        assertThatThrownBy(() -> connect(elsewhere))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("no RDMA device has this address, or reaches it");
        assertThatThrownBy(() -> new ServerBootstrap()
                        .group(group)
                        .channel(RdmaServerSocketChannel.class)
                        .childHandler(new ChannelInboundHandlerAdapter())
                        .bind(elsewhere)
                        .sync())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no port of this host has it");
    }

    @Test
    void moreMessagesThanCreditsEndTheChannelWithItsCause() throws Exception {
        QueuePair liar = connectCorrectly();

        CompletionQueue completions = queues.getLast();
        CompletionBatch completed = completions.batch(1);
        // The server never reads messages of length 0 to their end, and does not give credits for them.
        for (int i = 0; i < 400 && events.isEmpty(); i++) {
            liar.post(liar.sendRequests(1).writeImmediate(1, 0, 0, 0));
            while (completions.poll(completed) == 0) {
                Thread.onSpinWait();
            }
        }

        assertThat(event())
                .isInstanceOfSatisfying(
                        IOException.class,
                        failure -> assertThat(failure).hasMessageContaining("messages without a credit"));
        assertThat(event()).isEqualTo("inactive");
    }

    @Test
    void aChannelWhoseAllocatorIsExhaustedEndsWithItsCause() throws Exception {
        Context context = rdma.verbs(rdma.verbsDevices().get(0));
        try (RegisteredByteBufAllocator small = RegisteredByteBufAllocator.builder(context.protectionDomain())
                .slabBytes(4096)
                .sizes(1024, 4096)
                .limit(4096)
                .build()) {
            small.directBuffer(4096);
            Channel client = connect((InetSocketAddress) listen(small).localAddress());

            client.writeAndFlush(client.alloc().buffer().writeByte(1)).sync();

            assertThat(event())
                    .isInstanceOfSatisfying(
                            IOException.class, failure -> assertThat(failure).hasMessageContaining("registered"));
            assertThat(event()).isEqualTo("inactive");
        }
    }
}
