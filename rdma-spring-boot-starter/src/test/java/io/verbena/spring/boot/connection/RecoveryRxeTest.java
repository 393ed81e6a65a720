package io.verbena.spring.boot.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.spring.boot.Fabrics;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests a client of a server in another process over RoCE, while the link fails or the server process is killed. */
@Tag("rxe")
@Timeout(value = 480, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RecoveryRxeTest {
    private static final Duration OUTAGE = Duration.ofSeconds(6);
    private static final Duration RECOVERY = Duration.ofSeconds(5);

    /** Routes packets through the link, which the kernel would otherwise bypass, because both ends belong to this host. */
    private static final String BY_THE_LINK = """
            route() { # DEVICE ADDRESS PEER_DEVICE PEER_ADDRESS TABLE
                ip route replace $4 dev $1 src $2 table $5
                ip rule add pref $5 iif lo to $4 lookup $5
                ip neigh replace $4 lladdr $(cat /sys/class/net/$3/address) dev $1 nud permanent
            }
            ip rule add pref 900 lookup local
            ip rule delete pref 0 || true
            route veth0 10.77.0.1 veth1 10.77.0.2 300
            route veth1 10.77.0.2 veth0 10.77.0.1 301
            """;

    private static final String BY_LOOPBACK = """
            ip rule add pref 0 lookup local || true
            ip rule delete pref 900
            ip rule delete pref 300
            ip rule delete pref 301
            """;

    private static void shell(String script) {
        try {
            Process process =
                    new ProcessBuilder("sh", "-e", "-c", script).inheritIO().start();
            if (!process.waitFor(30, TimeUnit.SECONDS) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new AssertionError("failed or took more than 30 s: " + script);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @BeforeAll
    static void sendByTheLink() {
        shell(BY_THE_LINK);
    }

    @AfterAll
    static void sendByLoopback() {
        shell(BY_LOOPBACK);
    }

    private static void lose(String what) {
        for (String device : new String[] {"veth0", "veth1"}) {
            shell("tc qdisc " + what + " dev " + device + " root netem loss 100%");
        }
    }

    /** A server that runs until its process is killed. */
    static final class Server implements AutoCloseable {
        private final Process process;

        Server() {
            try {
                process = new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-Xmx128m",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Server.class.getName())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
                awaitListening();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void awaitListening() throws IOException {
            BufferedReader output =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            String line;
            do {
                line = output.readLine();
                assertThat(line).as("the server has ended").isNotNull();
            } while (!line.equals("listening"));
        }

        /** The main class of the server. */
        public static void main(String[] arguments) {
            Fabrics.bare()
                    .withBean(RdmaHandler.class, () -> RdmaHandler.text("ingest", text -> text + "!"))
                    .withPropertyValues(
                            "rdma.servers.ingest.address=10.77.0.2",
                            "rdma.servers.ingest.port=7471",
                            "rdma.servers.ingest.keep-alive=2s")
                    .run(context -> {
                        assertThat(context).hasNotFailed();
                        System.out.println("listening");
                        new CountDownLatch(1).await();
                    });
        }

        @Override
        public void close() {
            try {
                process.destroyForcibly().waitFor();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void whileServed(Scenario scenario) {
        try (Server server = new Server()) {
            Fabrics.bare()
                    .withPropertyValues(
                            "rdma.clients.orders.address=10.77.0.2",
                            "rdma.clients.orders.port=7471",
                            "rdma.clients.orders.keep-alive=2s",
                            "rdma.clients.orders.retries=20")
                    .run(context -> scenario.play(context.getBean("ordersRdmaTemplate", RdmaTemplate.class), server));
        }
    }

    private interface Scenario {
        void play(RdmaTemplate orders, Server server) throws Exception;
    }

    private static String answer(RdmaTemplate orders)
            throws ExecutionException, InterruptedException, TimeoutException {
        return orders.requestAsync("hello").get(RECOVERY.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static void assertAnsweredSoon(RdmaTemplate orders) throws Exception {
        long begin = System.nanoTime();
        assertThat(answer(orders)).isEqualTo("hello!");
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(RECOVERY);
    }

    @Test
    void clientReconnectsAfterTheLinkIsBack() {
        whileServed((orders, server) -> {
            assertThat(answer(orders)).isEqualTo("hello!");
            lose("add");
            try {
                Thread.sleep(OUTAGE.toMillis());
            } finally {
                lose("delete");
            }
            assertAnsweredSoon(orders);
        });
    }

    @Test
    void clientReconnectsAfterTheServerHasRestarted() {
        whileServed((orders, server) -> {
            assertThat(answer(orders)).isEqualTo("hello!");
            server.close();
            try (Server next = new Server()) {
                assertThat(next.process.isAlive()).isTrue();
                assertAnsweredSoon(orders);
            }
        });
    }
}
