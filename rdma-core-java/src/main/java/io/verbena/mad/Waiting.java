package io.verbena.mad;

import io.verbena.error.RdmaException;
import io.verbena.mad.PendingCall.CallFuture;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Waits for the answer to a call, as long as one can take and no longer. */
final class Waiting {
    private Waiting() {}

    static <T> T await(Supplier<CompletableFuture<T>> request, Planes planes) {
        planes.requireNotReader();
        CompletableFuture<T> future = request.get();
        // What could not be asked has failed already.
        if (!(future instanceof CallFuture<T> asked)) {
            return resultOf(future, "the request");
        }
        PendingCall<T> call = asked.call;
        Duration patience = planes.of(call.question.managementClass()).patience(call);
        Work.awaits(future);
        try {
            return future.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw failure(e, call.exchange.call());
        } catch (TimeoutException e) {
            future.cancel(false);
            throw new MadException(call.exchange, "was neither answered nor given up within " + patience, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            future.cancel(false);
            throw new MadException(call.exchange, "was interrupted", e);
        }
    }

    private static <T> T resultOf(CompletableFuture<T> future, String call) {
        try {
            return future.get(0, TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw failure(e, call);
        } catch (TimeoutException e) {
            throw new IllegalStateException(call + " is not under way", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RdmaException(call + " was interrupted", e);
        }
    }

    private static RdmaException failure(ExecutionException e, String call) {
        return e.getCause() instanceof RdmaException failure
                ? failure
                : new RdmaException(call + " failed: " + e.getCause(), e.getCause());
    }
}
