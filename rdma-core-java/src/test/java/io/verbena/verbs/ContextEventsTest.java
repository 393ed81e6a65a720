package io.verbena.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.hca.AsyncEventType;
import io.verbena.hca.Flags;
import io.verbena.hca.LinkLayer;
import io.verbena.hca.PortProperties;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.Lid;
import io.verbena.iba.Mtu;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.iba.VirtualLanes;
import io.verbena.spi.verbs.RecordMemory;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of an object, and of what is known of a port, when the device tells something. */
class ContextEventsTest {
    private record Told(int type, int port, long cookie) {}

    private final Queue<Told> told = new ArrayDeque<>();
    private final StandInDriver driver = new StandInDriver();
    private final Context context = driver.context();
    private PortState state = PortState.ACTIVE;

    @BeforeEach
    void answerEvents() {
        driver.answer("awaitEvents", given -> write((RecordMemory) given[0]));
        driver.answer("queryPort", given -> port((Integer) given[0]));
    }

    @AfterEach
    void close() {
        context.close();
    }

    private int write(RecordMemory record) {
        Told next = told.poll();
        if (next == null) {
            return 0;
        }
        record.bytes().putInt(0, next.type()).putInt(4, next.port()).putLong(8, next.cookie());
        return 1;
    }

    private PortProperties port(int number) {
        return new PortProperties(
                number,
                state,
                PortPhysicalState.LINK_UP,
                LinkLayer.INFINIBAND,
                Mtu.MTU_2048,
                Mtu.MTU_4096,
                Lid.of(4),
                0,
                Lid.of(1),
                0,
                8,
                1,
                1,
                4,
                LaneSpeed.EDR,
                VirtualLanes.VL0,
                Flags.of(),
                Flags.of(),
                18,
                0,
                0,
                0);
    }

    @Test
    void aPortIsReadOnceUntilTheDeviceTellsOfIt() {
        assertThat(context.cachedPort(1).state()).isEqualTo(PortState.ACTIVE);
        state = PortState.DOWN;
        driver.calls();

        assertThat(context.cachedPort(1).state()).isEqualTo(PortState.ACTIVE);
        assertThat(driver.calls()).doesNotContain("queryPort");

        told.add(new Told(AsyncEventType.PORT_ERROR.code(), 1, 0));
        assertThat(context.cachedPort(1).state()).isEqualTo(PortState.DOWN);
    }

    @Test
    void anEventOfAnotherPortChangesNothing() {
        context.cachedPort(1);
        driver.calls();
        told.add(new Told(AsyncEventType.LID_CHANGED.code(), 2, 0));

        context.cachedPort(1);

        assertThat(driver.calls()).doesNotContain("queryPort");
    }

    @Test
    void whatWasReadForAPortIsToldToWhoeverWaits() {
        told.add(new Told(AsyncEventType.SUBNET_MANAGER_CHANGED.code(), 1, 0));
        context.cachedPort(1);

        assertThat(context.awaitEvent(Duration.ZERO))
                .hasValueSatisfying(event -> assertThat(event).hasToString("subnet manager changed, port 1"));
        assertThat(context.awaitEvent(Duration.ZERO)).isEmpty();
    }

    @Test
    void whoeverWaitsRefreshesThePort() {
        context.cachedPort(1);
        state = PortState.DOWN;
        told.add(new Told(AsyncEventType.PORT_ERROR.code(), 1, 0));

        assertThat(context.awaitEvent(Duration.ZERO)).isPresent();

        assertThat(context.cachedPort(1).state()).isEqualTo(PortState.DOWN);
    }

    @Test
    void aDeviceThatIsLostRefusesEverybodyWithWhatItTold() {
        ProtectionDomain domain = context.protectionDomain();
        CompletionQueue queue = context.completionQueue(4);
        told.add(new Told(AsyncEventType.DEVICE_FATAL.code(), 0, 0));

        assertThat(context.awaitEvent(Duration.ZERO))
                .hasValueSatisfying(event -> assertThat(event.subject()).isSameAs(context));

        for (Runnable call : List.<Runnable>of(
                context::properties, domain::nullRegion, () -> queue.resize(8), () -> context.cachedPort(1))) {
            assertThatExceptionOfType(AsyncEventException.class)
                    .isThrownBy(call::run)
                    .withMessageContaining("device fatal error")
                    .satisfies(e -> assertThat(e.event().isFatal()).isTrue());
        }
    }
}
