package io.verbena.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.verbena.Rdma;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.socket.RdmaServerSocketFactory;
import io.verbena.socket.RdmaSocketFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** HTTP clients and servers over sockets and channels, none of which knows of RDMA. */
@Timeout(60)
class HttpOverSocketsEmbeddedTest {
    private Rdma rdma;
    private InetAddress address;
    private RdmaSocketFactory sockets;

    @BeforeEach
    void open() {
        EmbeddedFabric fabric = EmbeddedFabric.open("two-node");
        rdma = Rdma.builder().driver(fabric.driver("host0")).open();
        address = fabric.node("host0").port(1).address();
        sockets = new RdmaSocketFactory(rdma.streams());
    }

    @AfterEach
    void close() {
        rdma.close();
    }

    @Test
    void theClientOfTheJdkFetchesAPageOfANettyServerByTls() throws Exception {
        X509Bundle certificate = new CertificateBuilder()
                .subject("CN=verbena")
                .addSanIpAddress(address.getHostAddress())
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
        SslContext tls = SslContextBuilder.forServer(certificate.toKeyManagerFactory())
                .sslProvider(SslProvider.JDK)
                .build();
        EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, RdmaIoHandler.newFactory(rdma.streams()));
        try {
            Channel server = new ServerBootstrap()
                    .group(group)
                    .channel(RdmaServerSocketChannel.class)
                    .childHandler(new ChannelInitializer<>() {
                        @Override
                        protected void initChannel(Channel channel) {
                            channel.pipeline()
                                    .addLast(tls.newHandler(channel.alloc()))
                                    .addLast(new HttpServerCodec())
                                    .addLast(new HttpObjectAggregator(1 << 16))
                                    .addLast(new Page());
                        }
                    })
                    .bind(new InetSocketAddress(address, 0))
                    .sync()
                    .channel();
            int port = ((InetSocketAddress) server.localAddress()).getPort();
            SSLContext trusting = SSLContext.getInstance("TLS");
            trusting.init(null, certificate.toTrustManagerFactory().getTrustManagers(), null);

            for (int i = 0; i < 3; i++) {
                HttpsURLConnection connection = (HttpsURLConnection)
                        new URL("https://" + address.getHostAddress() + ":" + port + "/page" + i).openConnection();
                connection.setSSLSocketFactory(new TlsOverRdma(trusting.getSocketFactory(), sockets));
                connection.setConnectTimeout(10_000);
                connection.setReadTimeout(10_000);
                assertThat(new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                        .isEqualTo("the page /page" + i);
                assertThat(connection.getResponseCode()).isEqualTo(200);
            }
        } finally {
            group.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
        }
    }

    /** Answers each request with a page that names its path. */
    private static final class Page extends SimpleChannelInboundHandler<FullHttpRequest> {
        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
            DefaultFullHttpResponse response = new DefaultFullHttpResponse(
                    HttpVersion.HTTP_1_1,
                    HttpResponseStatus.OK,
                    Unpooled.copiedBuffer("the page " + request.uri(), StandardCharsets.UTF_8));
            response.headers().set(HttpHeaderNames.CONTENT_TYPE, "text/plain");
            HttpUtil.setContentLength(response, response.content().readableBytes());
            HttpUtil.setKeepAlive(response, HttpUtil.isKeepAlive(request));
            ChannelFuture unused = context.writeAndFlush(response);
        }
    }

    /** Layers TLS over sockets of another factory. */
    private static final class TlsOverRdma extends SSLSocketFactory {
        private final SSLSocketFactory tls;
        private final RdmaSocketFactory sockets;

        TlsOverRdma(SSLSocketFactory tls, RdmaSocketFactory sockets) {
            this.tls = tls;
            this.sockets = sockets;
        }

        @Override
        public Socket createSocket() {
            return sockets.createSocket();
        }

        @Override
        public Socket createSocket(Socket socket, String host, int port, boolean autoClose) throws IOException {
            return tls.createSocket(socket, host, port, autoClose);
        }

        @Override
        public Socket createSocket(String host, int port) throws IOException {
            return createSocket(sockets.createSocket(host, port), host, port, true);
        }

        @Override
        public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
            return createSocket(sockets.createSocket(host, port, local, localPort), host, port, true);
        }

        @Override
        public Socket createSocket(InetAddress host, int port) throws IOException {
            return createSocket(host.getHostAddress(), port);
        }

        @Override
        public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) throws IOException {
            return createSocket(host.getHostAddress(), port, local, localPort);
        }

        @Override
        public String[] getDefaultCipherSuites() {
            return tls.getDefaultCipherSuites();
        }

        @Override
        public String[] getSupportedCipherSuites() {
            return tls.getSupportedCipherSuites();
        }
    }

    @Test
    void aServerOfSocketsAnswersAClientOfSockets() throws Exception {
        try (ServerSocket listening = new RdmaServerSocketFactory(rdma.streams()).createServerSocket(0, 5, address);
                Socket client = sockets.createSocket(address, listening.getLocalPort())) {
            CompletableFuture<Void> serving = CompletableFuture.runAsync(() -> answer(listening));
            client.getOutputStream().write("GET /a HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

            assertThat(new String(client.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .isEqualTo("HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\n/a");
            serving.join();
        }
    }

    private static void answer(ServerSocket listening) {
        try (Socket accepted = listening.accept()) {
            Scanner request = new Scanner(accepted.getInputStream(), StandardCharsets.US_ASCII);
            String path = request.nextLine().split(" ", 3)[1];
            while (!request.nextLine().isEmpty()) {}
            String response = "HTTP/1.0 200 OK\r\nContent-Length: " + path.length() + "\r\n\r\n" + path;
            accepted.getOutputStream().write(response.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
