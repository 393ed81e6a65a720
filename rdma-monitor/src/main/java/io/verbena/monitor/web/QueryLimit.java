package io.verbena.monitor.web;

import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ResponseStatusException;

/** Limits how many queries of the past run at the same time, so that pages cannot starve the writing of sweeps. */
@Component
final class QueryLimit {
    /** Maximum number of concurrent queries. */
    static final int MAX_QUERIES = 4;

    private final Semaphore free = new Semaphore(MAX_QUERIES);

    /**
     * Runs a query.
     *
     * @throws ResponseStatusException with status 429 if too many queries run
     */
    <T> T run(Supplier<T> query) {
        if (!free.tryAcquire()) {
            throw new ResponseStatusException(
                    HttpStatus.TOO_MANY_REQUESTS, MAX_QUERIES + " queries run already; try again soon");
        }
        try {
            return query.get();
        } finally {
            free.release();
        }
    }
}
