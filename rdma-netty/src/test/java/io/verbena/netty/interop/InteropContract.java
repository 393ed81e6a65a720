package io.verbena.netty.interop;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.redis.RedisArrayAggregator;
import io.netty.handler.codec.redis.RedisBulkStringAggregator;
import io.netty.handler.codec.redis.RedisDecoder;
import io.netty.handler.codec.redis.RedisEncoder;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.netty.resolver.DefaultAddressResolverGroup;
import io.verbena.Rdma;
import io.verbena.netty.RdmaIoHandler;
import io.verbena.netty.RdmaServerSocketChannel;
import io.verbena.netty.RdmaSocketChannel;
import io.verbena.netty.reactor.RdmaLoopResources;
import io.verbena.socket.RdmaSocketFactory;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.netty.http.client.HttpClient;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * Programs of others against servers and clients over RDMA. The preload library leaves a program on TCP without a word, where no
 * server listens; the packets of the devices are counted as well.
 */
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class InteropContract {
    private static final int LENGTH = 1_000_000;
    private static final int MTU = 1024;

    private final byte[] data = new byte[LENGTH];
    private Rdma rdma;
    private EventLoopGroup group;

    /** The address of the server. */
    abstract String host();

    /** Returns the number of packets that all devices have sent; 0 if they do not count. */
    abstract long packets();

    @BeforeAll
    void open() {
        new Random(11).nextBytes(data);
        rdma = Rdma.open();
        group = new MultiThreadIoEventLoopGroup(1, RdmaIoHandler.newFactory(rdma.streams()));
    }

    @AfterAll
    void close() {
        group.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
        rdma.close();
    }

    private String serve(Consumer<ChannelPipeline> initializer) throws InterruptedException {
        Channel server = new ServerBootstrap()
                .group(group)
                .channel(RdmaServerSocketChannel.class)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        initializer.accept(channel.pipeline());
                    }
                })
                .bind(new InetSocketAddress(host(), 0))
                .sync()
                .channel();
        return String.valueOf(((InetSocketAddress) server.localAddress()).getPort());
    }

    /** Returns what a transfer returns, which moves at least this number of bytes over the devices. */
    private <T> T counted(int bytes, Callable<T> transfer) throws Exception {
        long before = packets();
        T result = transfer.call();
        if (before > 0) {
            assertThat(packets() - before).as("packets").isGreaterThanOrEqualTo(bytes / MTU);
        }
        return result;
    }

    @Test
    void curlFetchesAFile() throws Exception {
        String port = serve(pipeline -> pipeline.addLast(new HttpServerCodec(), new InteropHandlers.File(data)));
        assertThat(counted(
                        LENGTH,
                        () -> PeerProgram.run(
                                new byte[0],
                                "curl",
                                "-sS",
                                "--noproxy",
                                "*",
                                "http://" + host() + ":" + port + "/file")))
                .isEqualTo(data);
    }

    @Test
    void wgetFetchesAFileThatIsSentInRegisteredParts() throws Exception {
        String port = serve(pipeline -> pipeline.addLast(new HttpServerCodec(), new InteropHandlers.Parts(data)));
        assertThat(counted(
                        LENGTH,
                        () -> PeerProgram.run(
                                new byte[0],
                                "wget",
                                "-q",
                                "--no-proxy",
                                "-O",
                                "-",
                                "http://" + host() + ":" + port + "/file")))
                .isEqualTo(data);
    }

    @Test
    void redisCliStoresAndFetchesAValue() throws Exception {
        Map<String, byte[]> values = new ConcurrentHashMap<>();
        String port = serve(pipeline -> pipeline.addLast(
                new RedisDecoder(),
                new RedisBulkStringAggregator(),
                new RedisArrayAggregator(16, 1),
                new RedisEncoder(),
                new InteropHandlers.Store(values)));
        String value = "0123456789abcdef".repeat(10_000);
        assertThat(new String(
                        counted(
                                value.length(),
                                () -> PeerProgram.run(
                                        value.getBytes(US_ASCII),
                                        "redis-cli",
                                        "-h",
                                        host(),
                                        "-p",
                                        port,
                                        "-x",
                                        "SET",
                                        "key")),
                        US_ASCII))
                .isEqualTo("OK\n");
        assertThat(new String(
                        counted(
                                value.length(),
                                () -> PeerProgram.run(
                                        new byte[0], "redis-cli", "-h", host(), "-p", port, "GET", "key")),
                        US_ASCII))
                .isEqualTo(value + "\n");
    }

    @Test
    void opensslTalksToAServerWithTls() throws Exception {
        X509Bundle certificate = new CertificateBuilder()
                .subject("CN=verbena")
                .addSanIpAddress(host())
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
        SslContext tls = SslContextBuilder.forServer(certificate.toKeyManagerFactory())
                .sslProvider(SslProvider.JDK)
                .build();
        Path authority = Files.writeString(Files.createTempFile("ca", ".pem"), certificate.getCertificatePEM());
        byte[] text = "0123456789abcde\n".repeat(3_000).getBytes(US_ASCII);
        String port = serve(pipeline ->
                pipeline.addLast(tls.newHandler(pipeline.channel().alloc()), new InteropHandlers.Echo(text.length)));
        assertThat(counted(
                        text.length,
                        () -> PeerProgram.run(
                                text,
                                "openssl",
                                "s_client",
                                "-quiet",
                                "-verify_return_error",
                                "-CAfile",
                                authority.toString(),
                                "-connect",
                                host() + ":" + port)))
                .isEqualTo(text);
    }

    @Test
    void iperfSends() throws Exception {
        AtomicLong total = new AtomicLong();
        String port = serve(pipeline -> pipeline.addLast(new InteropHandlers.Counter(total)));
        counted(
                LENGTH,
                () -> PeerProgram.run(
                        new byte[0], "iperf", "-c", host(), "-p", port, "-l", "65536", "-n", String.valueOf(1 << 20)));
        assertThat(total.get()).isEqualTo(1 << 20);
    }

    @Test
    void iperfReceives() throws Exception {
        try (PeerProgram server = PeerProgram.start("iperf", "-s", "-B", host(), "-p", "7510", "-P", "1", "-y", "C")) {
            counted(
                    LENGTH,
                    () -> retried(server, () -> {
                        Channel client = new Bootstrap()
                                .group(group)
                                .channel(RdmaSocketChannel.class)
                                .handler(new ChannelInboundHandlerAdapter())
                                .connect(host(), 7510)
                                .sync()
                                .channel();
                        // Zeros are the header of a client without options. The server does not count the first four
                        // bytes.
                        client.writeAndFlush(client.alloc().buffer().writeZero(Integer.BYTES + (1 << 20)))
                                .sync();
                        return client.close().sync();
                    }));
            List<String> lines = new String(server.result(), US_ASCII).lines().toList();
            assertThat(lines.get(lines.size() - 1).split(",", -1)[7]).isEqualTo(String.valueOf(1 << 20));
        }
    }

    private Socket connect(PeerProgram server, int port) throws Exception {
        return retried(server, () -> new RdmaSocketFactory(rdma.streams()).createSocket(host(), port));
    }

    /** Repeats an attempt until the server listens. */
    private static <T> T retried(PeerProgram server, Callable<T> attempt) throws Exception {
        long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (true) {
            try {
                return attempt.call();
            } catch (Exception e) {
                if (System.nanoTime() > end || !server.isAlive()) {
                    throw new IOException(server + ": " + server.errors(), e);
                }
                Thread.sleep(200);
            }
        }
    }

    @Test
    void aWebClientFetchesAFileOfPython() throws Exception {
        Path directory = Files.createTempDirectory("files");
        Files.write(directory.resolve("file"), data);
        WebClient client = WebClient.builder()
                .clientConnector(new ReactorClientHttpConnector(HttpClient.create()
                        .runOn(RdmaLoopResources.of(group))
                        .resolver(DefaultAddressResolverGroup.INSTANCE)))
                .codecs(codecs -> codecs.defaultCodecs().maxInMemorySize(2 * LENGTH))
                .build();
        try (PeerProgram server = PeerProgram.startWithShim(
                "python3", "-m", "http.server", "7511", "--bind", host(), "--directory", directory.toString())) {
            assertThat(counted(
                            LENGTH,
                            () -> retried(
                                    server,
                                    () -> client.get()
                                            .uri("http://" + host() + ":7511/file")
                                            .retrieve()
                                            .bodyToMono(byte[].class)
                                            .block())))
                    .isEqualTo(data);
        }
    }

    @Test
    void memcachedStoresAndReturnsAValue() throws Exception {
        int length = 500_000;
        try (PeerProgram server = PeerProgram.startWithShim(
                        "memcached", "-u", "root", "-l", host(), "-p", "7512", "-U", "0", "-t", "1");
                Socket socket = connect(server, 7512)) {
            ByteArrayOutputStream request = new ByteArrayOutputStream();
            request.writeBytes(("set key 0 0 " + length + "\r\n").getBytes(US_ASCII));
            request.write(data, 0, length);
            request.writeBytes("\r\nget key\r\n".getBytes(US_ASCII));
            String head = "STORED\r\nVALUE key 0 " + length + "\r\n";
            byte[] answer = counted(2 * length, () -> {
                socket.getOutputStream().write(request.toByteArray());
                byte[] bytes = new byte[head.length() + length];
                new DataInputStream(socket.getInputStream()).readFully(bytes);
                return bytes;
            });
            assertThat(new String(answer, 0, head.length(), US_ASCII)).isEqualTo(head);
            assertThat(answer).endsWith(Arrays.copyOf(data, length));
        }
    }

    @Test
    void jedisStoresAndFetchesAValueOfRedis() throws Exception {
        byte[] key = {1};
        byte[] value = Arrays.copyOf(data, 500_000);
        RdmaSocketFactory sockets = new RdmaSocketFactory(rdma.streams());
        try (PeerProgram server = PeerProgram.startWithShim(
                        "redis-server", "--bind", host(), "--port", "7514", "--save", "", "--protected-mode", "no");
                Jedis client = retried(server, () -> {
                    Jedis connected = new Jedis(
                            () -> socket(sockets, 7514),
                            DefaultJedisClientConfig.builder().build());
                    connected.connect();
                    return connected;
                })) {
            assertThat(counted(2 * value.length, () -> {
                        assertThat(client.set(key, value)).isEqualTo("OK");
                        return client.get(key);
                    }))
                    .isEqualTo(value);
            assertThat(client.info("server")).contains("tcp_port:7514");
        }
    }

    private Socket socket(RdmaSocketFactory sockets, int port) {
        try {
            return sockets.createSocket(host(), port);
        } catch (IOException e) {
            throw new JedisConnectionException(e);
        }
    }

    /**
     * The driver of PostgreSQL stores and fetches a value. A server of PostgreSQL forks, which rsockets do not survive, so a program of
     * the test bed accepts the connection and passes its bytes on.
     */
    @Test
    void theDriverOfPostgresqlStoresAndFetchesAValue() throws Exception {
        try (Database database = Database.start();
                PeerProgram forwarder = database.forwarder(host(), 7515)) {
            Properties properties = properties("verbena", "");
            try (Connection connection = retried(
                    forwarder,
                    () -> DriverManager.getConnection("jdbc:postgresql://" + host() + ":7515/postgres", properties))) {
                byte[] value = Arrays.copyOf(data, 300_000);
                assertThat(counted(2 * value.length, () -> echo(connection, value)))
                        .isEqualTo(value);
                try (Statement statement = connection.createStatement()) {
                    assertThatThrownBy(() -> statement.execute("select 1 / 0"))
                            .hasMessageContaining("division by zero");
                }
            }
        }
    }

    private static byte[] echo(Connection connection, byte[] value) throws SQLException {
        try (Statement statement = connection.createStatement();
                PreparedStatement insert = connection.prepareStatement("insert into bytes values (?)")) {
            statement.execute("create table bytes (value bytea)");
            insert.setBytes(1, value);
            assertThat(insert.executeUpdate()).isEqualTo(1);
            try (ResultSet rows = statement.executeQuery("select value from bytes")) {
                assertThat(rows.next()).isTrue();
                return rows.getBytes(1);
            }
        }
    }

    /**
     * The driver of PostgreSQL logs in to the console of pgbouncer, and executes a statement. The console does not know the first
     * statement of the driver, and refuses it.
     */
    @Test
    void theDriverOfPostgresqlTalksToPgbouncer() throws Exception {
        Path users = Files.writeString(Files.createTempFile("users", null), "\"verbena\" \"secret\"\n");
        Path settings = Files.createTempFile("pgbouncer", ".ini");
        Files.writeString(
                settings,
                String.join(
                        "\n",
                        "[databases]",
                        "[pgbouncer]",
                        "listen_addr = " + host(),
                        "listen_port = 7513",
                        "unix_socket_dir =",
                        "auth_type = md5",
                        "auth_file = " + users,
                        "admin_users = verbena",
                        "ignore_startup_parameters = extra_float_digits",
                        ""));
        for (Path file : List.of(users, settings)) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        }
        try (PeerProgram server =
                PeerProgram.startWithShim("/usr/sbin/pgbouncer", "-u", "nobody", settings.toString())) {
            try (Socket socket = connect(server, 7513)) {
                assertThat(socket.isConnected()).isTrue();
            }
            counted(1, () -> {
                assertThatThrownBy(() -> logIn("secret")).hasMessageContaining("SET failed");
                assertThatThrownBy(() -> logIn("wrong")).hasMessageContaining("password authentication failed");
                return true;
            });
            assertThat(server.errors()).contains("unknown parameter: pgbouncer/extra_float_digits");
        }
    }

    private static Properties properties(String user, String password) {
        Properties properties = new Properties();
        properties.setProperty("user", user);
        properties.setProperty("password", password);
        properties.setProperty("socketFactory", RdmaSocketFactory.class.getName());
        properties.setProperty("sslmode", "disable");
        properties.setProperty("gssEncMode", "disable");
        return properties;
    }

    private void logIn(String password) throws SQLException {
        Properties properties = properties("verbena", password);
        properties.setProperty("preferQueryMode", "simple");
        DriverManager.getConnection("jdbc:postgresql://" + host() + ":7513/pgbouncer", properties)
                .close();
    }
}
