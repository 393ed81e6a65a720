package io.verbena.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.error.DeviceRemovedException;
import io.verbena.error.RdmaException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The lifecycle that the objects of devices and of the connection manager share. */
@Timeout(60)
class LifecycleTest {
    private static final int THREADS = 4;
    private static final int ROUNDS = 500;

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    /** An object that notices a call during or after its destruction. */
    private static final class Fragile implements Lifecycle.Hooks {
        final Lifecycle life = new Lifecycle("fragile", this);
        final AtomicInteger calls = new AtomicInteger();
        final AtomicInteger destructions = new AtomicInteger();
        final AtomicInteger ends = new AtomicInteger();
        final AtomicInteger overlaps = new AtomicInteger();
        volatile boolean isBusy;

        void call() {
            life.using(() -> {
                calls.incrementAndGet();
                if (destructions.get() > 0) {
                    overlaps.incrementAndGet();
                }
                Thread.onSpinWait();
                calls.decrementAndGet();
                return true;
            });
        }

        @Override
        public void destroy() {
            if (isBusy) {
                throw new RdmaException("busy");
            }
            if (calls.get() > 0) {
                overlaps.incrementAndGet();
            }
            destructions.incrementAndGet();
        }

        @Override
        public void ended(Supplier<RdmaException> why) {
            ends.incrementAndGet();
            assertThat(why.get()).isInstanceOf(ClosedObjectException.class);
        }
    }

    @Test
    void noCallOverlapsTheDestructionHoweverThreadsRace() throws Exception {
        CyclicBarrier start = new CyclicBarrier(THREADS);
        for (int round = 0; round < ROUNDS; round++) {
            Fragile object = new Fragile();
            List<Future<?>> racing = new ArrayList<>();
            racing.add(threads.submit(() -> callUntilRefused(object, start)));
            racing.add(threads.submit(() -> callUntilRefused(object, start)));
            racing.add(threads.submit(() -> closeAfter(start, object)));
            racing.add(threads.submit(() -> closeAfter(start, object)));
            for (Future<?> one : racing) {
                one.get();
            }
            assertThat(object.overlaps).hasValue(0);
            assertThat(object.destructions).hasValue(1);
            assertThat(object.ends).hasValue(1);
            assertThat(object.life.isDestroyed()).isTrue();
        }
    }

    private static Void callUntilRefused(Fragile object, CyclicBarrier start) throws Exception {
        start.await();
        assertThatThrownBy(() -> {
                    while (true) {
                        object.call();
                    }
                })
                .isInstanceOf(ClosedObjectException.class);
        return null;
    }

    private static Void closeAfter(CyclicBarrier start, Fragile object) throws Exception {
        start.await();
        object.life.close();
        // Either thread returns only when the object is destroyed.
        assertThat(object.destructions).hasValue(1);
        return null;
    }

    @Test
    void aCloseWaitsForACallInProgressAndKeepsTheInterruptOfItsThread() throws Exception {
        Fragile object = new Fragile();
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch entered = new CountDownLatch(1);
        Future<?> call = threads.submit(() -> object.life.using(() -> {
            entered.countDown();
            return awaitQuietly(release);
        }));
        entered.await();
        Future<Boolean> close = threads.submit(() -> {
            Thread.currentThread().interrupt();
            object.life.close();
            return Thread.interrupted();
        });
        while (!object.life.isClosed()) {
            Thread.onSpinWait();
        }
        assertThat(object.life.isDestroyed()).isFalse();
        assertThatThrownBy(object::call).isInstanceOf(ClosedObjectException.class);
        assertThat(object.destructions).hasValue(0);
        release.countDown();
        assertThat(close.get()).as("interrupt status after the close").isTrue();
        call.get();
        assertThat(object.destructions).hasValue(1);
    }

    private static boolean awaitQuietly(CountDownLatch latch) {
        try {
            return latch.await(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aFailedDestructionIsRepeatedByTheNextClose() {
        Fragile object = new Fragile();
        object.isBusy = true;
        assertThatThrownBy(object.life::close).isInstanceOf(RdmaException.class).hasMessage("busy");
        assertThat(object.life.isClosed()).isTrue();
        assertThat(object.life.isDestroyed()).isFalse();
        assertThat(object.ends).hasValue(1);
        object.isBusy = false;
        object.life.close();
        object.life.close();
        assertThat(object.destructions).hasValue(1);
        assertThat(object.ends).hasValue(1);
    }

    @Test
    void callsReportTheCauseOfTheEndAndWaitingThreadsAreWoken() throws ExecutionException, InterruptedException {
        CountDownLatch woken = new CountDownLatch(1);
        Lifecycle life = new Lifecycle("device", new Lifecycle.Hooks() {
            @Override
            public void wake() {
                woken.countDown();
            }

            @Override
            public void destroy() {}
        });
        Future<Boolean> waiting = threads.submit(() -> life.using(() -> awaitQuietly(woken)));
        life.refuse(() -> new DeviceRemovedException("mlx5_0"));
        try {
            assertThat(waiting.get()).isTrue();
        } catch (ExecutionException e) {
            // The thread came after the end.
            assertThat(e).hasCauseInstanceOf(DeviceRemovedException.class);
        }
        assertThatThrownBy(life::enter).isInstanceOf(DeviceRemovedException.class);
        assertThatThrownBy(life::requireOpen).isInstanceOf(DeviceRemovedException.class);
        life.close();
        assertThat(life.refusal()).isInstanceOf(DeviceRemovedException.class);
        assertThat(life.isDestroyed()).isTrue();
    }

    @Test
    void anInheritedCauseIsReportedWhereThereIsNoOther() {
        Lifecycle life = new Lifecycle("queue", new Lifecycle.Hooks() {
            @Override
            public void destroy() {}

            @Override
            public Supplier<? extends RdmaException> inherited() {
                return () -> new DeviceRemovedException("mlx5_0");
            }
        });
        life.enter();
        life.exit();
        life.close();
        assertThatThrownBy(life::enter).isInstanceOf(DeviceRemovedException.class);
        life.refuse(() -> new RdmaException("another cause"));
        assertThat(life.refusal()).hasMessage("another cause");
    }

    /** An object whose close leaves a close in progress alone, and whose threads may always be woken. */
    private static final class Leaving implements Lifecycle.Hooks {
        final Lifecycle life = new Lifecycle("leaving", this);
        final AtomicInteger wakes = new AtomicInteger();
        final AtomicInteger destructions = new AtomicInteger();

        @Override
        public boolean lock(ReentrantLock closing) {
            return !closing.isHeldByCurrentThread() && closing.tryLock();
        }

        @Override
        public boolean outlivesItsObject() {
            return true;
        }

        @Override
        public void wake() {
            wakes.incrementAndGet();
        }

        @Override
        public void destroy() {
            destructions.incrementAndGet();
            life.close();
        }
    }

    @Test
    void aCloseMayBeLeftToTheOneInProgress() {
        Leaving object = new Leaving();

        object.life.close();
        object.life.close();

        assertThat(object.destructions).hasValue(1);
        assertThat(object.life.isDestroyed()).isTrue();
    }

    @Test
    void aFailedObjectIsRefusedButNotClosing() {
        Leaving object = new Leaving();

        object.life.refuse(() -> new RdmaException("failed"));

        assertThat(object.life.isClosed()).isTrue();
        assertThat(object.life.isClosing()).isFalse();
        assertThat(object.wakes).hasValue(1);

        object.life.close();
        object.life.refuse(() -> new RdmaException("failed again"));

        assertThat(object.life.isClosing()).isTrue();
        assertThat(object.wakes).hasValue(3);
    }
}
