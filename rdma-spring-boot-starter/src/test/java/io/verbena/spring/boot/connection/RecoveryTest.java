package io.verbena.spring.boot.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.error.RdmaException;
import io.verbena.spring.boot.Fabrics;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests a client and a server on two hosts whose link is down for longer than the devices retry. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RecoveryTest {
    private static final Duration OUTAGE = Duration.ofSeconds(6);
    private static final Duration RECOVERY = Duration.ofSeconds(5);

    private final EmbeddedFabric fabric = EmbeddedFabric.open("two-node");

    @AfterEach
    void close() {
        fabric.close();
    }

    private void whileConnected(Scenario scenario) {
        Fabrics.at(fabric, "host1")
                .withBean(RdmaHandler.class, () -> RdmaHandler.text("ingest", text -> text + "!"))
                .withPropertyValues(
                        "rdma.servers.ingest.port=7471",
                        "rdma.servers.ingest.keep-alive=2s",
                        "rdma.servers.ingest.max-connections=1")
                .run(serving -> Fabrics.at(fabric, "host0")
                        .withPropertyValues(
                                "rdma.clients.orders.address=10.0.0.2",
                                "rdma.clients.orders.port=7471",
                                "rdma.clients.orders.keep-alive=2s",
                                "rdma.clients.orders.retries=20")
                        .run(asking -> scenario.play(
                                asking.getBean("ordersRdmaTemplate", RdmaTemplate.class),
                                serving.getBean("ingestRdmaListenerContainer", RdmaListenerContainer.class))));
    }

    private interface Scenario {
        void play(RdmaTemplate orders, RdmaListenerContainer ingest) throws Exception;
    }

    private static String answer(RdmaTemplate orders, Duration time)
            throws ExecutionException, InterruptedException, TimeoutException {
        return orders.requestAsync("hello").get(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Test
    void idleClientReconnectsAfterTheLinkIsBack() {
        whileConnected((orders, ingest) -> {
            assertThat(answer(orders, RECOVERY)).isEqualTo("hello!");
            fabric.node("host0").port(1).down();
            Thread.sleep(OUTAGE.toMillis());
            fabric.node("host0").port(1).up();

            long begin = System.nanoTime();
            assertThat(answer(orders, RECOVERY)).isEqualTo("hello!");

            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(RECOVERY);
            assertThat(ingest.connections()).isOne();
        });
    }

    @Test
    void clientThatSendsDuringTheOutageGetsResponsesAfterTheLinkIsBack() {
        whileConnected((orders, ingest) -> {
            assertThat(answer(orders, RECOVERY)).isEqualTo("hello!");
            fabric.node("host0").port(1).down();
            long end = System.nanoTime() + OUTAGE.toNanos();
            Thread asking = new Thread(() -> askUntil(end, orders));
            asking.start();
            Thread.sleep(OUTAGE.toMillis());
            fabric.node("host0").port(1).up();

            long begin = System.nanoTime();
            assertThat(answer(orders, RECOVERY)).isEqualTo("hello!");

            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(RECOVERY);
            asking.join();
        });
    }

    /** Sends requests; those that are sent while the link is down fail. */
    private static void askUntil(long end, RdmaTemplate orders) {
        boolean interrupted = false;
        while (!interrupted && System.nanoTime() < end) {
            interrupted = ask(orders);
        }
    }

    private static boolean ask(RdmaTemplate orders) {
        try {
            orders.requestAsync("anybody there?").get(1, TimeUnit.SECONDS);
            return false;
        } catch (RdmaException | ExecutionException | TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
