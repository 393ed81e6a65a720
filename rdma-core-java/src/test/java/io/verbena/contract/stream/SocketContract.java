package io.verbena.contract.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.contract.cm.CmBed;
import io.verbena.socket.RdmaServerSocketFactory;
import io.verbena.socket.RdmaSocketFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sockets of the JDK over streams. */
@Timeout(120)
public abstract class SocketContract {
    private static final int SHORT = 50;

    private CmBed bed;
    private RdmaSocketFactory sockets;
    private ServerSocket listening;

    /** Two devices for the next test. */
    protected abstract CmBed bed();

    @BeforeEach
    void open() throws IOException {
        bed = bed();
        sockets = new RdmaSocketFactory(bed.streams());
        listening = new RdmaServerSocketFactory(bed.streams()).createServerSocket(0, 50, bed.server());
    }

    @AfterEach
    void close() {
        bed.close();
    }

    private Socket connected() throws IOException {
        return sockets.createSocket(bed.server(), listening.getLocalPort());
    }

    /** Sends everything back on each accepted socket, and closes its output at the end of the input. */
    private CompletableFuture<Void> echo(Socket accepted) {
        return CompletableFuture.runAsync(() -> {
            try (accepted) {
                accepted.getInputStream().transferTo(accepted.getOutputStream());
                accepted.shutdownOutput();
                // The peer closes.
                assertThat(accepted.getInputStream().read()).isEqualTo(-1);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
    }

    @Test
    void anEchoReturnsAllBytesAndTheirEnd() throws Exception {
        byte[] data = new byte[300_000];
        new Random(1).nextBytes(data);
        Socket client = connected();
        CompletableFuture<Void> echo = echo(listening.accept());
        CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> {
            try {
                client.getOutputStream().write(data);
                client.shutdownOutput();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });

        assertThat(client.getInputStream().readAllBytes()).isEqualTo(data);
        writing.join();
        assertThat(client.isOutputShutdown()).isTrue();
        assertThat(client.getInetAddress()).isEqualTo(bed.server());
        assertThat(client.getPort()).isEqualTo(listening.getLocalPort());
        assertThat(client.getLocalPort()).isPositive();
        client.close();
        echo.join();
    }

    @Test
    void aReadEndsWithTheTimeoutAndLosesNothing() throws Exception {
        try (Socket client = connected();
                Socket server = listening.accept()) {
            client.setSoTimeout(SHORT);
            assertThatExceptionOfType(SocketTimeoutException.class)
                    .isThrownBy(() -> client.getInputStream().read());
            server.getOutputStream().write(7);
            client.setSoTimeout(10_000);
            assertThat(client.getInputStream().read()).isEqualTo(7);
            assertThat(client.getInputStream().available()).isZero();
        }
    }

    @Test
    void anAcceptEndsWithTheTimeout() throws Exception {
        listening.setSoTimeout(SHORT);
        assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(listening::accept);
    }

    @Test
    void whereNobodyListensTheConnectionIsRefused() throws Exception {
        listening.close();
        assertThatExceptionOfType(ConnectException.class)
                .isThrownBy(this::connected)
                .withMessageContaining("no rsocket listens at this address");
        assertThatExceptionOfType(SocketException.class).isThrownBy(listening::accept);
        try (Socket unconnected = sockets.createSocket()) {
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> unconnected.connect(new InetSocketAddress(bed.nobody(), 1), 2000));
            assertThat(unconnected.isClosed()).isTrue();
        }
    }

    @Test
    void anInterruptEndsARead() throws Exception {
        try (Socket client = connected();
                Socket server = listening.accept()) {
            AtomicReference<Object> end = new AtomicReference<>();
            Thread reader = new Thread(() -> {
                try {
                    end.set(client.getInputStream().read());
                } catch (IOException e) {
                    end.set(Thread.currentThread().isInterrupted() ? e : "the interrupt status is lost");
                }
            });
            reader.start();
            Thread.sleep(SHORT);
            reader.interrupt();
            reader.join();

            assertThat(end.get()).isInstanceOf(InterruptedIOException.class);
            server.getOutputStream().write(1);
            assertThat(client.getInputStream().read()).isEqualTo(1);
        }
    }

    @Test
    void aCloseEndsAReadAndAnAccept() throws Exception {
        Socket client = connected();
        Socket server = listening.accept();
        CompletableFuture<Throwable> read = CompletableFuture.supplyAsync(
                () -> failure(() -> client.getInputStream().read()));
        CompletableFuture<Throwable> accept = CompletableFuture.supplyAsync(() -> failure(listening::accept));
        Thread.sleep(SHORT);
        client.close();
        listening.close();

        assertThat(read.join()).isInstanceOf(SocketException.class);
        assertThat(accept.join()).isInstanceOf(SocketException.class);
        assertThat(server.getInputStream().read()).isEqualTo(-1);
        assertThatExceptionOfType(SocketException.class).isThrownBy(client::getInputStream);
        server.close();
    }

    private static Throwable failure(Callable<?> call) {
        try {
            return new AssertionError(call.call());
        } catch (Exception e) {
            return e;
        }
    }

    /** Each connection has a thread; with JDK 21 and later it is a virtual one. */
    @Test
    void manyThreadsTalkAtOnce() throws Exception {
        int connections = 20;
        ExecutorService threads = threads();
        Future<?> serving = threads.submit(() -> {
            for (int i = 0; i < connections; i++) {
                Socket accepted = listening.accept();
                Future<?> unused = threads.submit(() -> {
                    try (accepted) {
                        accepted.getInputStream().transferTo(accepted.getOutputStream());
                    }
                    return null;
                });
            }
            return null;
        });
        List<Future<String>> answers = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            String text = "connection " + i;
            answers.add(threads.submit(() -> {
                try (Socket client = connected()) {
                    client.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
                    client.shutdownOutput();
                    InputStream from = client.getInputStream();
                    return new String(from.readAllBytes(), StandardCharsets.UTF_8);
                }
            }));
        }
        for (int i = 0; i < connections; i++) {
            assertThat(answers.get(i).get(60, TimeUnit.SECONDS)).isEqualTo("connection " + i);
        }
        serving.get(60, TimeUnit.SECONDS);
        threads.shutdown();
        assertThat(threads.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    }

    private static ExecutorService threads() throws ReflectiveOperationException {
        return Runtime.version().feature() < 21
                ? Executors.newCachedThreadPool()
                : (ExecutorService) Executors.class
                        .getMethod("newVirtualThreadPerTaskExecutor")
                        .invoke(null);
    }

    @Test
    void optionsAreKept() throws Exception {
        try (Socket socket = sockets.createSocket()) {
            socket.setTcpNoDelay(false);
            socket.setKeepAlive(true);
            socket.setReceiveBufferSize(1 << 16);
            socket.setSoLinger(true, 3);
            assertThat(socket.getTcpNoDelay()).isFalse();
            assertThat(socket.getKeepAlive()).isTrue();
            assertThat(socket.getReceiveBufferSize()).isEqualTo(1 << 16);
            assertThat(socket.getSoLinger()).isEqualTo(3);
            assertThat(socket.getChannel()).isNull();
            socket.bind(null);
            assertThat(socket.isBound()).isTrue();
            socket.connect(listening.getLocalSocketAddress(), 10_000);
            assertThat(socket.isConnected()).isTrue();
            assertThatExceptionOfType(SocketException.class)
                    .isThrownBy(() -> socket.connect(listening.getLocalSocketAddress()))
                    .withMessageMatching("(?i)already connected");
        }
    }
}
