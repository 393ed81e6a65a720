package io.verbena.spring.boot.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.Rdma;
import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RejectedConnectionException;
import io.verbena.spring.boot.Fabrics;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.ApplicationContext;

/** Tests a server that runs out of direct memory while it accepts connections, in a JVM with little direct memory. */
@Timeout(120)
class DirectMemoryTest {
    @Test
    void serverWithoutMemoryForAConnectionRejectsItAndServesTheNext() throws Exception {
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:MaxDirectMemorySize=24m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Program.class.getName())
                .inheritIO()
                .start();
        try {
            assertThat(program.waitFor(90, TimeUnit.SECONDS))
                    .as("ended in time")
                    .isTrue();
            assertThat(program.exitValue()).isZero();
        } finally {
            program.destroyForcibly();
        }
    }

    /** Runs the application; its exit code is 0 if every assertion holds. */
    static final class Program {
        private static final InetSocketAddress SERVER = new InetSocketAddress("10.0.0.1", 7471);

        /** A client needs a few KiB, a server with long queues 64 KiB. */
        private static final ConnectionOptions CLIENT =
                ConnectionOptions.DEFAULTS.queueDepth(4).timeout(Duration.ofSeconds(10));

        private static final int FOR_THE_CLIENT = 40 << 10;

        private Program() {}

        public static void main(String[] arguments) {
            Fabrics.twoNodes()
                    .withPropertyValues(
                            "rdma.servers.ingest.address=10.0.0.1",
                            "rdma.servers.ingest.port=7471",
                            "rdma.servers.ingest.queue-depth=8192",
                            "rdma.clients.orders.address=10.0.0.1",
                            "rdma.clients.orders.port=7471")
                    .withBean(ListenerSamples.Texts.class)
                    .run(Program::exhaust);
            System.exit(0);
        }

        private static void exhaust(ApplicationContext context) throws Exception {
            Rdma rdma = context.getBean(Rdma.class);
            RdmaTemplate orders = context.getBean("ordersRdmaTemplate", RdmaTemplate.class);
            assertThat(orders.requestAsync("hello").get(10, TimeUnit.SECONDS)).isEqualTo("you said hello");
            rdma.connect(SERVER, CLIENT).close();

            List<ByteBuffer> taken = new ArrayList<>();
            taken.add(ByteBuffer.allocateDirect(FOR_THE_CLIENT));
            int before;
            do {
                // The garbage collector frees the memory of closed objects a little later.
                before = taken.size();
                takeAll(taken);
                TimeUnit.MILLISECONDS.sleep(200);
            } while (taken.size() > before);
            taken.remove(0);
            assertThatExceptionOfType(RejectedConnectionException.class)
                    .isThrownBy(() -> rdma.connect(SERVER, CLIENT))
                    .withMessageContaining("could not make the connection");
            assertThat(orders.requestAsync("who?").get(10, TimeUnit.SECONDS)).isEqualTo("10.0.0.1");

            taken.clear();
            try (RdmaConnection connection = rdma.connect(SERVER, CLIENT)) {
                assertThat(connection.isOpen()).isTrue();
            }
        }

        private static void takeAll(List<ByteBuffer> taken) {
            for (int size = 1 << 20; size >= 1 << 12; size >>= 4) {
                try {
                    while (true) {
                        taken.add(ByteBuffer.allocateDirect(size));
                    }
                } catch (OutOfMemoryError e) {
                    // Continues with a smaller size.
                }
            }
        }
    }
}
