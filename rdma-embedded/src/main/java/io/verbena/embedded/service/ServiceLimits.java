package io.verbena.embedded.service;

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
        requireRange("clients", clients, MAX_CLIENTS);
        requireRange("outstanding requests", outstanding, MAX_OUTSTANDING);
        if (requestTimeout.compareTo(MIN_TIMEOUT) < 0 || requestTimeout.compareTo(MAX_TIMEOUT) > 0) {
            throw new IllegalArgumentException(
                    requestTimeout + " is not a request timeout; use a duration from 1 ms to 1 minute");
        }
    }

    private static void requireRange(String what, int value, int max) {
        if (value < 1 || value > max) {
            throw new IllegalArgumentException(value + " is not a maximum number of " + what + "; use 1 to " + max);
        }
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
