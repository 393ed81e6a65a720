package io.verbena.linux;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.hca.AsyncEventType;
import io.verbena.iba.PortState;
import io.verbena.verbs.AsyncEvent;
import io.verbena.verbs.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the events of a port whose link goes down and up, on a device of its own, so that no other test sees them. */
@Tag("rxe")
@Timeout(180)
class PortEventsRxeTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    private Rdma rdma;
    private Context device;

    @BeforeEach
    void addDevice() throws InterruptedException {
        Command.run("ip", "link", "add", "veth8", "type", "veth", "peer", "name", "veth9");
        Command.run("ip", "link", "set", "veth8", "up");
        Command.run("ip", "link", "set", "veth9", "up");
        Command.run("rdma", "link", "add", "rxe8", "type", "rxe", "netdev", "veth8");
        rdma = Rdma.open();
        device = rdma.verbs("rxe8");
        awaitState(PortState.ACTIVE);
        drain();
    }

    @AfterEach
    void deleteDevice() {
        rdma.close();
        Command.run("rdma", "link", "delete", "rxe8");
        Command.run("ip", "link", "delete", "veth8");
    }

    private void awaitState(PortState state) throws InterruptedException {
        long end = System.nanoTime() + LONG.toNanos();
        while (device.cachedPort(1).state() != state) {
            assertThat(System.nanoTime()).as("until the port is " + state).isLessThan(end);
            Thread.sleep(20);
        }
    }

    private List<AsyncEventType> drain() {
        List<AsyncEventType> types = new ArrayList<>();
        Optional<AsyncEvent> event = device.awaitEvent(Duration.ZERO);
        while (event.isPresent()) {
            types.add(event.get().type());
            event = device.awaitEvent(Duration.ZERO);
        }
        return types;
    }

    @Test
    void aPortThatIsKnownIsReadAnewWhenItsLinkGoesAndComes() throws Exception {
        Command.run("ip", "link", "set", "veth8", "down");
        awaitState(PortState.DOWN);
        assertThat(drain()).contains(AsyncEventType.PORT_ERROR);

        Command.run("ip", "link", "set", "veth8", "up");
        awaitState(PortState.ACTIVE);
        assertThat(drain()).contains(AsyncEventType.PORT_ACTIVE);
    }

    @Test
    void anEventNamesThePort() {
        Command.run("ip", "link", "set", "veth8", "down");

        AsyncEvent event = device.awaitEvent(LONG).orElseThrow();

        assertThat(event.port()).isEqualTo(1);
        assertThat(event.subject()).isNull();
        assertThat(event.isFatal()).isFalse();
    }
}
