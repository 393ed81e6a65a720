package io.verbena.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An interrupt that comes while the channel is closed: it must not reach what the device has got back. */
@Timeout(60)
class InterruptedPollTest {
    private static final int ROUNDS = 3000;

    @Test
    void anInterruptNeverWakesADestroyedChannel() throws Exception {
        AtomicBoolean destroyed = new AtomicBoolean();
        AtomicInteger late = new AtomicInteger();
        StandInDriver driver = new StandInDriver()
                .answer("awaitCompletions", arguments -> {
                    LockSupport.parkNanos(20_000);
                    return 0;
                })
                .answer("wakeUpChannel", arguments -> {
                    if (arguments.length == 1 && destroyed.get()) {
                        late.incrementAndGet();
                    }
                    LockSupport.parkNanos(1);
                    if (arguments.length == 1 && destroyed.get()) {
                        late.incrementAndGet();
                    }
                    return null;
                })
                .answer("destroyCompletionChannel", arguments -> {
                    destroyed.set(true);
                    return null;
                });
        try (Context context = driver.context()) {
            for (int round = 0; round < ROUNDS; round++) {
                destroyed.set(false);
                CompletionChannel channel = context.completionChannel();
                CompletionQueue queue = context.completionQueue(4, channel, 0);
                Thread waiter = new Thread(() -> waitForEver(queue));
                Thread interrupter = new Thread(waiter::interrupt);
                waiter.start();
                interrupter.start();
                channel.close();
                waiter.join();
                interrupter.join();
            }
        }
        assertThat(late).hasValue(0);
    }

    private static void waitForEver(CompletionQueue queue) {
        try {
            queue.awaitNotification(queue.events(), Duration.ofDays(1));
        } catch (ClosedObjectException | InterruptedWaitException e) {
            // Either ends the wait.
        }
    }
}
