package io.verbena.sa;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.error.RdmaException;
import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import io.verbena.path.IbPath;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Requests that the cache serves, and those that it does not. */
class PathCacheTest {
    private static final LocalPort PORT = new LocalPort(Lid.of(3), new Gid(1, 3), Lid.of(1), 0, 0xffff, 0);
    private static final LocalPort OTHER_MANAGER = new LocalPort(Lid.of(3), new Gid(1, 3), Lid.of(2), 0, 0xffff, 0);

    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 1);
    private final PathCache cache =
            new PathCache(SaOptions.DEFAULTS.withPathCache(2, Duration.ofMinutes(1)), clock::get);
    private final AtomicInteger asked = new AtomicInteger();

    private static PathRequest to(int lid) {
        return PathQuery.to(Lid.of(lid)).from(PORT).one();
    }

    private Supplier<CompletableFuture<IbPath>> answer(int lid) {
        return () -> {
            asked.incrementAndGet();
            return CompletableFuture.completedFuture(IbPath.to(Lid.of(lid)));
        };
    }

    @Test
    void queriesEqualPathsOnce() {
        assertThat(cache.get(to(7), PORT, answer(7)).join().dlid()).isEqualTo(Lid.of(7));
        assertThat(cache.get(to(7), PORT, answer(7)).join().dlid()).isEqualTo(Lid.of(7));

        assertThat(asked).hasValue(1);
    }

    @Test
    void sharesARequestInFlight() {
        CompletableFuture<IbPath> underWay = new CompletableFuture<>();
        CompletableFuture<IbPath> first = cache.get(to(7), PORT, () -> underWay);
        CompletableFuture<IbPath> second = cache.get(to(7), PORT, answer(7));

        second.cancel(false);
        underWay.complete(IbPath.to(Lid.of(7)));

        assertThat(first).isCompletedWithValue(IbPath.to(Lid.of(7)));
        assertThat(cache.get(to(7), PORT, answer(7))).isCompletedWithValue(IbPath.to(Lid.of(7)));
        assertThat(asked).hasValue(0);
    }

    @Test
    void discardsAllPathsWhenTheSubnetManagerChanges() {
        cache.get(to(7), PORT, answer(7)).join();
        cache.get(to(8), PORT, answer(8)).join();

        cache.get(to(7), OTHER_MANAGER, answer(7)).join();

        assertThat(cache.size()).isEqualTo(1);
        assertThat(asked).hasValue(3);
    }

    @Test
    void dropsTheLeastRecentlyUsedPathWhenFull() {
        cache.get(to(7), PORT, answer(7)).join();
        cache.get(to(8), PORT, answer(8)).join();
        cache.get(to(7), PORT, answer(7)).join();

        cache.get(to(9), PORT, answer(9)).join();
        cache.get(to(7), PORT, answer(7)).join();

        assertThat(asked).hasValue(3);
        assertThat(cache.size()).isEqualTo(2);
    }

    @Test
    void doesNotCacheFailures() {
        CompletableFuture<IbPath> failed =
                cache.get(to(7), PORT, () -> CompletableFuture.failedFuture(new RdmaException("no answer")));

        assertThat(failed).isCompletedExceptionally();
        assertThat(cache.size()).isZero();
        assertThat(cache.get(to(7), PORT, answer(7))).isCompletedWithValue(IbPath.to(Lid.of(7)));
    }

    @Test
    void queriesAgainWhenThePathHasExpired() {
        cache.get(to(7), PORT, answer(7)).join();

        clock.addAndGet(Duration.ofMinutes(1).toNanos() - 1);
        cache.get(to(7), PORT, answer(7)).join();
        assertThat(asked).as("not old yet").hasValue(1);

        clock.incrementAndGet();
        cache.get(to(7), PORT, answer(7)).join();
        assertThat(asked).hasValue(2);
    }

    @Test
    void discardsThePathsToOneDestination() {
        cache.get(to(7), PORT, answer(7)).join();
        cache.get(to(8), PORT, answer(8)).join();

        cache.invalidate(IbPath.to(Lid.of(7)));

        assertThat(cache.size()).isEqualTo(1);
        cache.invalidate();
        assertThat(cache.size()).isZero();
    }

    @Test
    void discardsThePathsToAGidWhenTheLidIsUnknown() {
        IbPath one = IbPath.to(Lid.of(7)).withDgid(new Gid(1, 7));
        IbPath two = IbPath.to(Lid.of(8)).withDgid(new Gid(1, 8));
        cache.get(to(7), PORT, () -> CompletableFuture.completedFuture(one)).join();
        cache.get(to(8), PORT, () -> CompletableFuture.completedFuture(two)).join();

        cache.invalidate(IbPath.to(new Gid(1, 8)));

        assertThat(cache.size()).isEqualTo(1);
        assertThat(cache.get(to(7), PORT, answer(7))).isCompletedWithValue(one);
        assertThat(asked).hasValue(0);
    }

    @Test
    void keepsARequestInFlightWhenAPathIsDiscarded() {
        CompletableFuture<IbPath> inFlight = new CompletableFuture<>();
        CompletableFuture<IbPath> asking = cache.get(to(7), PORT, () -> inFlight);

        cache.invalidate(IbPath.to(Lid.of(7)));
        assertThat(asking).isNotDone();
        inFlight.complete(IbPath.to(Lid.of(7)));

        assertThat(cache.get(to(7), PORT, answer(7))).isCompletedWithValue(IbPath.to(Lid.of(7)));
        assertThat(asked).hasValue(0);
    }

    /** Between the request and its failure, the cache may have been cleared and filled again. */
    @Test
    void aFailureDoesNotRemoveALaterPath() {
        CompletableFuture<IbPath> inFlight = new CompletableFuture<>();
        CompletableFuture<IbPath> first = cache.get(to(7), PORT, () -> inFlight);
        cache.invalidate();
        cache.get(to(7), PORT, answer(7)).join();

        inFlight.completeExceptionally(new RdmaException("no answer"));

        assertThat(first).isCompletedExceptionally();
        assertThat(cache.size()).isEqualTo(1);
    }

    @Test
    void asksEachTimeWithoutCapacity() {
        PathCache none = new PathCache(SaOptions.DEFAULTS.withPathCache(0, Duration.ofMinutes(1)), clock::get);
        none.get(to(7), PORT, answer(7)).join();
        none.get(to(7), PORT, answer(7)).join();

        assertThat(asked).hasValue(2);
        assertThat(none.size()).isZero();
    }
}
