package io.verbena.sa;

import io.verbena.error.FutureErrors;
import io.verbena.error.RdmaException;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTransactor;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for futures, which end by themselves; the deadline is for those that do not. */
final class Waiting {
    private static final Duration MARGIN = Duration.ofSeconds(10);

    private Waiting() {}

    static <A> A on(MadTransactor mad, CompletableFuture<A> future, String what) {
        if (!future.isDone()) {
            mad.awaits(future);
        }
        Duration patience = patience(mad.options());
        try {
            return future.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw FutureErrors.cause(e);
        } catch (TimeoutException e) {
            future.cancel(false);
            throw new RdmaException(what + " was neither answered nor given up within " + patience, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            future.cancel(false);
            throw new RdmaException(what + " was interrupted", e);
        }
    }

    /** Two requests at most follow one another, and each may be a long message in every try. */
    private static Duration patience(MadOptions options) {
        return options.timeout()
                .plus(options.longest())
                .multipliedBy(2L * (options.retries() + 1))
                .plus(MARGIN);
    }
}
