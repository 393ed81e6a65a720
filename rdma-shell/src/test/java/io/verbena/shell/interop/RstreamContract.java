package io.verbena.shell.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.stream.RdmaStream;
import io.verbena.stream.RdmaStreamServer;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs rstream: 16 bytes there and back, then in each iteration a number of messages in each direction. With {@code -T
 * v}, it compares the received data with its own: each byte contains its position.
 */
@Timeout(120)
abstract class RstreamContract {
    static final int PORT = 7471;
    private static final int ITERATIONS = 3;
    private static final int HELLO = 16;

    /** An address of the bed, as a server listens at it. */
    abstract String server();

    private static void receive(RdmaStream stream, ByteBuffer into) {
        into.clear();
        while (into.hasRemaining()) {
            assertThat(stream.read(into)).isPositive();
        }
        into.flip();
    }

    /** Sends the data of the C client back to it. */
    private static void echo(RdmaStream stream, ByteBuffer data) {
        receive(stream, data);
        stream.write(data);
    }

    private static String options(String tests, int messages, int size) {
        return " -I " + ITERATIONS + " -C " + messages + " -S " + size + tests;
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " -T b", " -T n", " -T a", " -k 1"})
    void cProgramAsServer(String tests) {
        try (CProgram server = CProgram.start("rstream -b " + server() + options(tests, 5, 1000))
                .listeningCm(PORT)) {
            calls(5 * 1000);

            assertThat(server.ok()).contains("custom");
        }
    }

    private void calls(int bytes) {
        ByteBuffer data = ByteBuffer.allocateDirect(bytes);
        ByteBuffer answer = ByteBuffer.allocateDirect(bytes);
        try (Rdma rdma = Rdma.open();
                RdmaStream stream = rdma.streams().connect(new InetSocketAddress(server(), PORT), CmEnd.LONG)) {
            stream.write(ByteBuffer.allocate(HELLO));
            receive(stream, ByteBuffer.allocate(HELLO));
            for (int i = 0; i < ITERATIONS; i++) {
                stream.write(data.clear());
                receive(stream, answer);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " -T b", " -T n", " -T a", " -T v", " -k 1"})
    void cProgramAsClient(String tests) {
        serves(tests, 5, 1000);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 65, 300_000})
    void transfersMessagesOfAnySize(int size) {
        serves(" -T v", 2, size);
    }

    private void serves(String tests, int messages, int size) {
        ByteBuffer data = ByteBuffer.allocateDirect(messages * size);
        try (Rdma rdma = Rdma.open();
                RdmaStreamServer listening = rdma.streams().listen(new InetSocketAddress(server(), PORT), 1);
                CProgram client = CProgram.start("rstream -s " + server() + options(tests, messages, size));
                RdmaStream stream = listening.accept(CmEnd.LONG).orElseThrow()) {
            echo(stream, ByteBuffer.allocate(HELLO));
            for (int i = 0; i < ITERATIONS; i++) {
                echo(stream, data);
            }

            assertThat(stream.read(ByteBuffer.allocate(1))).as("the end").isEqualTo(-1);
            assertThat(client.ok()).contains("custom").doesNotContain("verification failed");
        }
    }
}
