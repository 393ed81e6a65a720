package io.verbena.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.error.DeviceRemovedException;
import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.hca.AsyncEventType;
import io.verbena.hca.PortProperties;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairType;
import io.verbena.iba.PortState;
import io.verbena.spi.verbs.CreatedQueuePair;
import io.verbena.spi.verbs.QueuePairRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the effect of asynchronous events on the objects of a device and on the cached attributes of its ports. */
@Timeout(60)
class ContextEventsTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final StandInDriver driver = new StandInDriver();
    private final Context context = driver.context();
    private volatile PortState state = PortState.ACTIVE;

    @BeforeEach
    void answerQueries() {
        driver.answer("queryPort", given -> port((Integer) given[0]));
    }

    @AfterEach
    void close() {
        context.close();
    }

    private PortProperties port(int number) {
        return PortProperties.builder().number(number).state(state).build();
    }

    @Test
    void aPortIsReadOnceUntilTheDeviceReportsAChange() {
        assertThat(context.cachedPort(1).state()).isEqualTo(PortState.ACTIVE);
        state = PortState.DOWN;
        driver.calls();

        assertThat(context.cachedPort(1).state()).isEqualTo(PortState.ACTIVE);
        assertThat(driver.calls()).doesNotContain("queryPort");

        driver.report(AsyncEventType.PORT_ERROR, 1, 0);
        assertThat(context.awaitEvent(LONG)).isPresent();
        assertThat(context.cachedPort(1).state()).isEqualTo(PortState.DOWN);
    }

    @Test
    void theEventIsThereAsSoonAsThePortHasChanged() {
        for (int i = 0; i < 5_000; i++) {
            PortState changed = i % 2 == 0 ? PortState.DOWN : PortState.ACTIVE;
            context.cachedPort(1);
            state = changed;
            driver.report(AsyncEventType.PORT_ERROR, 1, 0);

            while (context.cachedPort(1).state() != changed) {
                Thread.onSpinWait();
            }
            assertThat(context.awaitEvent(Duration.ZERO)).as("event %d", i).isPresent();
        }
    }

    @Test
    void anEventOfAnotherPortChangesNothing() {
        context.cachedPort(1);
        driver.calls();
        driver.report(AsyncEventType.LID_CHANGED, 2, 0);
        assertThat(context.awaitEvent(LONG)).isPresent();

        context.cachedPort(1);

        assertThat(driver.calls()).doesNotContain("queryPort");
    }

    @Test
    void anEventIsReturnedOnce() {
        driver.report(AsyncEventType.SUBNET_MANAGER_CHANGED, 1, 0);

        assertThat(context.awaitEvent(LONG))
                .hasValueSatisfying(event -> assertThat(event).hasToString("subnet manager changed, port 1"));
        assertThat(context.awaitEvent(Duration.ZERO)).isEmpty();
    }

    @Test
    void aRemovedDeviceRefusesAllCallsAndIsClosedByItself() throws Exception {
        ProtectionDomain domain = context.protectionDomain();
        CompletionQueue queue = context.completionQueue(4);
        CompletableFuture<RdmaException> informed = new CompletableFuture<>();
        queue.onFailure(informed::complete);
        driver.report(AsyncEventType.DEVICE_FATAL, 0, 0);

        assertThat(context.awaitEvent(LONG))
                .hasValueSatisfying(event -> assertThat(event.subject()).isSameAs(context));
        assertThat(informed.get(30, TimeUnit.SECONDS)).isInstanceOf(DeviceRemovedException.class);
        for (Runnable call : List.<Runnable>of(
                context::properties,
                domain::nullRegion,
                () -> queue.resize(8),
                () -> context.cachedPort(1),
                () -> context.awaitEvent(LONG))) {
            assertThatExceptionOfType(DeviceRemovedException.class)
                    .isThrownBy(call::run)
                    .withMessageContaining("stand-in was removed")
                    .satisfies(e -> assertThat(e.device()).isEqualTo("stand-in"))
                    .withCauseInstanceOf(AsyncEventException.class);
        }
        awaitDestroyed();
        assertThat(driver.calls()).endsWith("deallocateProtectionDomain", "destroyCompletionQueue", "close");
    }

    private void awaitDestroyed() throws InterruptedException {
        long end = System.nanoTime() + LONG.toNanos();
        while (!context.isDestroyed()) {
            assertThat(System.nanoTime()).as("until the context is closed").isLessThan(end);
            Thread.sleep(5);
        }
    }

    @Test
    void aFailedCallOfADeviceThatIsGoneRevealsTheRemoval() throws Exception {
        ProtectionDomain domain = context.protectionDomain();
        driver.answer("isPresent", given -> false);
        driver.answer("queryDevice", given -> {
            throw new SysException("ibv_query_device", "stand-in", Errno.EIO, "");
        });

        assertThatExceptionOfType(DeviceRemovedException.class)
                .isThrownBy(context::properties)
                .withCauseInstanceOf(SysException.class);
        assertThatExceptionOfType(DeviceRemovedException.class).isThrownBy(domain::nullRegion);
        awaitDestroyed();
    }

    @Test
    void theSameFailureOfADeviceThatIsThereStaysWhatItIs() {
        driver.answer("queryDevice", given -> {
            throw new SysException("ibv_query_device", "stand-in", Errno.EIO, "");
        });

        assertThatExceptionOfType(SysException.class).isThrownBy(context::properties);
        assertThat(context.isClosed()).isFalse();
    }

    @Test
    void aRemovedDeviceIsClosedWhateverItAnswers() throws Exception {
        context.protectionDomain();
        for (String call : List.of("deallocateProtectionDomain", "close")) {
            driver.answer(call, given -> {
                throw new SysException(call, "stand-in", Errno.EIO, "");
            });
        }
        driver.report(AsyncEventType.DEVICE_FATAL, 0, 0);

        awaitDestroyed();
        context.close();
    }

    @Test
    void aFailedCompletionQueueFailsTheQueuePairsThatUseIt() throws Exception {
        long[] cookie = new long[1];
        driver.answer("createCompletionQueue", given -> cookie[0] = (Long) given[1]);
        CompletionQueue queue = context.completionQueue(4);
        QueuePair pair = context.protectionDomain()
                .queuePair(QueuePairType.RC)
                .completions(queue)
                .create();
        CompletableFuture<RdmaException> informed = new CompletableFuture<>();
        pair.onFailure(informed::complete);

        driver.report(AsyncEventType.COMPLETION_QUEUE_ERROR, 0, cookie[0]);

        assertThat(informed.get(30, TimeUnit.SECONDS))
                .isInstanceOfSatisfying(
                        AsyncEventException.class,
                        e -> assertThat(e.event().subject()).isSameAs(queue));
        assertThatExceptionOfType(AsyncEventException.class).isThrownBy(pair::state);
        assertThat(context.isClosed()).isFalse();
    }

    @Test
    void aFailedQueuePairInformsItsListenersAndCanBeReset() throws Exception {
        long[] cookie = new long[1];
        driver.answer("createQueuePair", given -> {
            cookie[0] = ((QueuePairRequest) given[0]).cookie();
            return new CreatedQueuePair(7, 17, QueuePairCapacity.SMALL);
        });
        QueuePair pair = context.protectionDomain()
                .queuePair(QueuePairType.RC)
                .completions(context.completionQueue(4))
                .create();
        CompletableFuture<RdmaException> informed = new CompletableFuture<>();
        pair.onFailure(informed::complete);

        driver.report(AsyncEventType.QUEUE_PAIR_FATAL, 0, cookie[0]);

        assertThat(informed.get(30, TimeUnit.SECONDS)).isInstanceOf(AsyncEventException.class);
        pair.reset();
        pair.onFailure(failure -> {
            throw new AssertionError("the failure was before the reset", failure);
        });
        assertThat(pair.isClosed()).isFalse();
    }
}
