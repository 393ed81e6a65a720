package io.verbena.diag;

import io.verbena.error.FutureErrors;
import io.verbena.error.RdmaException;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTransactor;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for requests that are under way together: as long as some of them end, and no longer. */
public final class Answers {
    private static final Duration MARGIN = Duration.ofSeconds(5);

    private Answers() {}

    /**
     * One answer.
     *
     * @param what it is about, for messages: "the counters of port 1"
     * @throws RdmaException that the request failed with, or if the thread is interrupted
     */
    public static <T> T await(MadTransactor mad, CompletableFuture<T> asked, String what) {
        return all(mad, List.of(asked), what).get(0);
    }

    /**
     * All answers, in the order of the requests.
     *
     * @throws RdmaException that one of them failed with, or if the thread is interrupted
     */
    public static <T> List<T> all(MadTransactor mad, List<CompletableFuture<T>> asked, String what) {
        CompletableFuture<Void> whole = CompletableFuture.allOf(asked.toArray(CompletableFuture<?>[]::new));
        if (!whole.isDone()) {
            mad.awaits(whole);
        }
        Duration patience = patience(mad.options());
        try {
            while (true) {
                long before = ended(asked);
                try {
                    whole.get(patience.toNanos(), TimeUnit.NANOSECONDS);
                    return asked.stream().map(CompletableFuture::join).toList();
                } catch (TimeoutException e) {
                    if (ended(asked) == before) {
                        throw new RdmaException(what + " stood still for " + patience.toSeconds() + " s", e);
                    }
                }
            }
        } catch (ExecutionException e) {
            throw FutureErrors.cause(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RdmaException(what + " was interrupted", e);
        } finally {
            asked.forEach(future -> future.cancel(false));
        }
    }

    /**
     * The same options with all tries in the time of one: an answer to any of them counts until the last is over. Many that
     * are silent then cost no more time than one.
     */
    public static MadOptions withinOneTimeout(MadOptions options) {
        long millis = options.timeout().toMillis() / (options.retries() + 1);
        return options.withTimeout(Duration.ofMillis(Math.max(1, millis)));
    }

    private static <T> long ended(List<CompletableFuture<T>> asked) {
        return asked.stream().filter(CompletableFuture::isDone).count();
    }

    /** What hangs together is asked for in at most two steps behind each other, and each may be a long message. */
    private static Duration patience(MadOptions options) {
        return options.timeout()
                .plus(options.longest())
                .multipliedBy(2L * (options.retries() + 1))
                .plus(MARGIN);
    }
}
