package io.verbena.embedded.service;

import io.verbena.error.Ranges;
import java.time.Duration;

/**
 * The limits of a service for its clients. {@link #DEFAULTS} suits a test bed of one machine.
 *
 * @param clients maximum number of clients at a time, 1 to 4096; a further client fails to connect
 * @param outstanding maximum number of requests of a client that wait for a response, 1 to 65536; a further request
 *     returns to the client with status ENOMEM
 * @param requestTimeout timeout after which a request that was not answered returns to the client with status
 *     ETIMEDOUT, 1 ms to 1 minute. The protocol does not carry the timeout of the client
 */
public record ServiceLimits(int clients, int outstanding, Duration requestTimeout) {
    private static final int MAX_CLIENTS = 4096;
    private static final int MAX_OUTSTANDING = 65_536;
    private static final Duration MIN_TIMEOUT = Duration.ofMillis(1);
    private static final Duration MAX_TIMEOUT = Duration.ofMinutes(1);

    /** 256 clients with 4096 outstanding requests each, and a timeout of 1 s. */
    public static final ServiceLimits DEFAULTS = new ServiceLimits(256, 4096, Duration.ofSeconds(1));

    /**
     * Validates the limits.
     *
     * @throws IllegalArgumentException if a value is out of range
     */
    public ServiceLimits {
        Ranges.check("clients", clients, 1, MAX_CLIENTS);
        Ranges.check("outstanding requests", outstanding, 1, MAX_OUTSTANDING);
        Ranges.check("request timeout", requestTimeout, MIN_TIMEOUT, MAX_TIMEOUT);
    }

    /** Returns limits with another maximum number of clients. */
    public ServiceLimits withClients(int other) {
        return new ServiceLimits(other, outstanding, requestTimeout);
    }

    /** Returns limits with another maximum number of outstanding requests. */
    public ServiceLimits withOutstanding(int other) {
        return new ServiceLimits(clients, other, requestTimeout);
    }

    /** Returns limits with another request timeout. */
    public ServiceLimits withRequestTimeout(Duration other) {
        return new ServiceLimits(clients, outstanding, other);
    }
}
