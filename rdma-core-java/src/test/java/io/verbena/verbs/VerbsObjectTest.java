package io.verbena.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.error.RdmaException;
import io.verbena.hca.AsyncEventType;
import io.verbena.verbs.VerbsObject.Rank;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class VerbsObjectTest {
    private static final int RACES = 1000;
    private static final OpenDevice DEVICE = new StandInDriver().context().openDevice;

    private final List<String> destroyed = new ArrayList<>();

    /** An object of no device, which writes down when it is destroyed. */
    private class Thing extends VerbsObject {
        private final String name;
        private @Nullable RdmaException refusal;

        Thing(String name, Rank rank, VerbsObject... owners) {
            super(DEVICE, rank, List.of(owners), 0, (driver, handle) -> {});
            this.name = name;
        }

        @Override
        void destroy() {
            if (refusal != null) {
                throw refusal;
            }
            destroyed.add(name);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    @Test
    void whatWasMadeOfItIsClosedFirstByRankAndThenTheYoungest() {
        Thing root = new Thing("root", Rank.QUEUE_PAIR);
        Thing domain = new Thing("domain", Rank.DOMAIN, root);
        new Thing("queue", Rank.COMPLETION_QUEUE, root);
        new Thing("first region", Rank.REGION, domain);
        new Thing("second region", Rank.REGION, domain);
        new Thing("window", Rank.WINDOW, domain);
        new Thing("pair", Rank.QUEUE_PAIR, domain);

        root.close();

        assertThat(destroyed)
                .containsExactly("window", "pair", "second region", "first region", "domain", "queue", "root");
    }

    @Test
    void itIsClosedOnlyOnce() {
        Thing thing = new Thing("thing", Rank.QUEUE_PAIR);

        thing.close();
        thing.close();

        assertThat(destroyed).containsExactly("thing");
        assertThat(thing.isClosed()).isTrue();
        assertThatExceptionOfType(ClosedObjectException.class)
                .isThrownBy(() -> thing.using(() -> 1))
                .withMessage("thing is closed");
    }

    @Test
    void whoeverHasSeveralOwnersIsClosedByTheFirstOfThem() {
        Thing domain = new Thing("domain", Rank.QUEUE_PAIR);
        Thing queue = new Thing("queue", Rank.QUEUE_PAIR);
        new Thing("pair", Rank.QUEUE_PAIR, domain, queue);

        queue.close();
        domain.close();

        assertThat(destroyed).containsExactly("pair", "queue", "domain");
    }

    @Test
    void aCloseThatIsRefusedCanBeTriedAgain() {
        Thing root = new Thing("root", Rank.QUEUE_PAIR);
        Thing stubborn = new Thing("stubborn", Rank.QUEUE_PAIR, root);
        new Thing("willing", Rank.QUEUE_PAIR, root);
        stubborn.refusal = new RdmaException("busy");

        assertThatExceptionOfType(RdmaException.class).isThrownBy(root::close).withMessage("cannot close root: busy");
        assertThat(destroyed).containsExactly("willing");

        stubborn.refusal = null;
        root.close();
        assertThat(destroyed).containsExactly("willing", "stubborn", "root");
    }

    @Test
    void whatFailedForGoodSaysWhatTheDeviceTold() {
        Thing thing = new Thing("thing", Rank.QUEUE_PAIR);

        thing.fail(() -> new AsyncEventException(new AsyncEvent(AsyncEventType.COMPLETION_QUEUE_ERROR, 0, thing)));

        assertThatExceptionOfType(AsyncEventException.class)
                .isThrownBy(() -> thing.using(() -> 1))
                .withMessageContainingAll("CQ error", "thing");
        thing.close();
        assertThat(destroyed).containsExactly("thing");
    }

    @Test
    void aCloseWaitsForThoseWhoUseIt() throws Exception {
        Thing thing = new Thing("thing", Rank.QUEUE_PAIR);
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        Thread user = new Thread(() -> thing.using(() -> {
            inside.countDown();
            awaitQuietly(leave);
        }));
        user.start();
        inside.await();
        Thread closer = new Thread(thing::close);
        closer.start();
        closer.join(100);

        assertThat(destroyed).isEmpty();

        leave.countDown();
        closer.join();
        user.join();
        assertThat(destroyed).containsExactly("thing");
    }

    @Test
    void anInterruptedCloserParksAndStaysInterrupted() throws Exception {
        Thing thing = new Thing("thing", Rank.QUEUE_PAIR);
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        Thread user = new Thread(() -> thing.using(() -> {
            inside.countDown();
            awaitQuietly(leave);
        }));
        user.start();
        inside.await();
        AtomicBoolean interrupted = new AtomicBoolean();
        Thread closer = new Thread(() -> {
            Thread.currentThread().interrupt();
            thing.close();
            interrupted.set(Thread.currentThread().isInterrupted());
        });
        closer.start();
        Thread.sleep(50);
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long before = threads.getThreadCpuTime(closer.getId());
        Thread.sleep(500);
        long spent = threads.getThreadCpuTime(closer.getId()) - before;

        leave.countDown();
        closer.join();
        user.join();
        assertThat(spent).as("CPU time of the closer in 500 ms").isLessThan(250_000_000);
        assertThat(interrupted).isTrue();
    }

    @Test
    void listenersAreInformedOfAFailureOnceAndNotOfAClose() {
        Thing root = new Thing("root", Rank.QUEUE_PAIR);
        Thing thing = new Thing("thing", Rank.QUEUE_PAIR, root);
        List<String> told = new ArrayList<>();
        thing.onFailure(failure -> told.add("first " + failure.getMessage()));
        thing.onFailure(failure -> {
            throw new IllegalStateException("a listener must not keep the next one from its call");
        });
        Thing closed = new Thing("closed", Rank.QUEUE_PAIR, root);
        closed.onFailure(failure -> told.add("closed " + failure.getMessage()));
        closed.close();

        Thread.currentThread()
                .setUncaughtExceptionHandler(
                        (thread, thrown) -> told.add(thrown.getClass().getSimpleName()));
        try {
            root.failWithDependents(() -> new RdmaException("gone"));
        } finally {
            Thread.currentThread().setUncaughtExceptionHandler(null);
        }
        thing.onFailure(failure -> told.add("late " + failure.getMessage()));
        root.close();

        assertThat(told).containsExactly("first gone", "IllegalStateException", "late gone");
    }

    @Test
    void anObjectThatIsMadeOfAFailedOneReportsWhyThatFailed() {
        Thing root = new Thing("root", Rank.QUEUE_PAIR);
        root.fail(() -> new RdmaException("gone"));
        Thing late = new Thing("late", Rank.QUEUE_PAIR, root);

        late.close();

        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> late.using(() -> 1))
                .withMessage("gone");
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            if (!latch.await(30, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the latch was not released within 30 s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void nobodyUsesWhatIsDestroyedHoweverTheyRace() throws Exception {
        AtomicInteger late = new AtomicInteger();
        for (int race = 0; race < RACES; race++) {
            AtomicBoolean gone = new AtomicBoolean();
            Thing thing = new Thing("thing", Rank.QUEUE_PAIR) {
                @Override
                void destroy() {
                    gone.set(true);
                }
            };
            CountDownLatch start = new CountDownLatch(1);
            Thread user = new Thread(() -> {
                start.countDown();
                while (true) {
                    try {
                        thing.enter();
                    } catch (ClosedObjectException e) {
                        return;
                    }
                    if (gone.get()) {
                        late.incrementAndGet();
                    }
                    thing.exit();
                }
            });
            user.start();
            start.await();
            thing.close();
            user.join();
        }
        assertThat(late).hasValue(0);
    }
}
