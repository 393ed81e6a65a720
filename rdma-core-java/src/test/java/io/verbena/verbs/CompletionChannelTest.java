package io.verbena.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.spi.verbs.RecordMemory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many threads wait on one channel, each for a queue of its own. */
@Timeout(120)
class CompletionChannelTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final long WAKE_UP = -1;

    /** The cookies of queues that have an event, which the device has not delivered yet. */
    private final LinkedBlockingQueue<Long> pending = new LinkedBlockingQueue<>();

    private final List<Long> cookies = new ArrayList<>();
    private final Semaphore polls = new Semaphore(0);
    private Context context;
    private CompletionChannel channel;

    @BeforeEach
    void openChannel() {
        context = new StandInDriver()
                .answer("createCompletionQueue", arguments -> {
                    cookies.add((Long) arguments[1]);
                    return (long) cookies.size();
                })
                .answer("awaitCompletions", arguments -> {
                    polls.release();
                    return take((RecordMemory) arguments[1]);
                })
                .answer("wakeUpChannel", arguments -> {
                    pending.add(WAKE_UP);
                    return null;
                })
                .context();
        channel = context.completionChannel();
    }

    @AfterEach
    void closeChannel() {
        context.close();
    }

    /** Returns the number of events, as the driver does: one, or none after a wake-up. */
    private int take(RecordMemory memory) {
        try {
            long cookie = pending.take();
            if (cookie == WAKE_UP) {
                return 0;
            }
            memory.bytes().putLong(0, cookie);
            return 1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }

    private CompletionQueue[] queues(int count) {
        CompletionQueue[] queues = new CompletionQueue[count];
        for (int i = 0; i < count; i++) {
            queues[i] = context.completionQueue(4, channel, 0);
        }
        return queues;
    }

    @Test
    void anEventWakesOnlyTheThreadsThatWaitForItsQueue() throws Exception {
        CompletionQueue[] queues = queues(3);
        Waiter poller = new Waiter(queues[0]);
        polls.acquire();
        Waiter other = new Waiter(queues[1]);
        Waiter woken = new Waiter(queues[2]);
        other.awaitWaiting();
        woken.awaitWaiting();
        pending.add(cookies.get(2));
        woken.assertWoken();
        assertThat(poller.ended.getCount()).isOne();
        assertThat(other.ended.getCount()).isOne();
    }

    @Test
    void anotherThreadPollsWhenThePollingThreadHasItsEvent() throws Exception {
        CompletionQueue[] queues = queues(3);
        Waiter poller = new Waiter(queues[0]);
        polls.acquire();
        List<Waiter> others = List.of(new Waiter(queues[1]), new Waiter(queues[2]));
        for (Waiter other : others) {
            other.awaitWaiting();
        }
        pending.add(cookies.get(0));
        poller.assertWoken();
        pending.add(cookies.get(1));
        pending.add(cookies.get(2));
        for (Waiter other : others) {
            other.assertWoken();
        }
    }

    @Test
    void noEventIsLostWhileThreadsComeGoAndAreInterrupted() throws Exception {
        CompletionQueue[] queues = queues(6);
        Random random = new Random(17);
        for (int round = 0; round < 2000; round++) {
            List<Waiter> waiters = new ArrayList<>();
            for (CompletionQueue queue : queues) {
                waiters.add(new Waiter(queue));
            }
            int interrupted = random.nextInt(queues.length);
            waiters.get(interrupted).thread.interrupt();
            for (int i = 0; i < queues.length; i++) {
                if (i != interrupted) {
                    pending.add(cookies.get(i));
                }
            }
            for (Waiter waiter : waiters) {
                waiter.assertWoken();
            }
        }
    }

    private static final class Waiter {
        final CountDownLatch ended = new CountDownLatch(1);
        final Thread thread;

        Waiter(CompletionQueue queue) {
            long seen = queue.events();
            thread = new Thread(() -> await(queue, seen));
            thread.start();
        }

        private void await(CompletionQueue queue, long seen) {
            try {
                queue.awaitNotification(seen, LONG);
            } catch (InterruptedWaitException | ClosedObjectException e) {
                // Ends the wait as well.
            } finally {
                ended.countDown();
            }
        }

        void awaitWaiting() {
            while (thread.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
            }
        }

        void assertWoken() throws InterruptedException {
            assertThat(ended.await(20, TimeUnit.SECONDS)).as("woken").isTrue();
        }
    }
}
