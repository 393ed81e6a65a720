package io.verbena.diag;

import io.verbena.error.RdmaException;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTransactor;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Waits for requests that are in flight at the same time, for as long as some of them complete within their timeout.
 */
public final class PendingRequests {
    private static final Duration MARGIN = Duration.ofSeconds(5);

    private PendingRequests() {}

    /**
     * Waits for one response.
     *
     * @param what the subject of the request, for messages, such as "the counters of port 1"
     * @throws RdmaException if the request failed, or the thread is interrupted
     */
    public static <T> T await(MadTransactor mad, CompletableFuture<T> asked, String what) {
        return all(mad, List.of(asked), what).get(0);
    }

    /**
     * Waits for all responses and returns them in the order of the requests.
     *
     * @throws RdmaException if a request failed, or the thread is interrupted
     */
    public static <T> List<T> all(MadTransactor mad, List<CompletableFuture<T>> asked, String what) {
        try {
            return mad.await(allAsync(asked), timeout(mad.options()), () -> ended(asked), what);
        } finally {
            asked.forEach(future -> future.cancel(false));
        }
    }

    /** Returns the responses in the order of the requests, once all have arrived. The future fails if a request fails. */
    public static <T> CompletableFuture<List<T>> allAsync(List<CompletableFuture<T>> asked) {
        return CompletableFuture.allOf(asked.toArray(CompletableFuture<?>[]::new))
                .thenApply(all -> asked.stream().map(CompletableFuture::join).toList());
    }

    /**
     * Returns options that send all attempts within the timeout of one; a response to any of them counts until the last
     * one expires. Many unresponsive nodes then cost no more time than one.
     */
    public static MadOptions withinOneTimeout(MadOptions options) {
        long millis = options.timeout().toMillis() / (options.retries() + 1);
        return options.withTimeout(Duration.ofMillis(Math.max(1, millis)));
    }

    private static <T> long ended(List<CompletableFuture<T>> asked) {
        return asked.stream().filter(CompletableFuture::isDone).count();
    }

    /**
     * Returns the maximum time without progress. Dependent requests form at most two steps, and each response may be a
     * long message.
     */
    private static Duration timeout(MadOptions options) {
        return options.timeout()
                .plus(options.longest())
                .multipliedBy(2L * (options.retries() + 1))
                .plus(MARGIN);
    }
}
