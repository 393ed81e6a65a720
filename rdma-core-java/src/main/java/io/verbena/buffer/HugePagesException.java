package io.verbena.buffer;

/**
 * The huge pages that buffers were to have are not there, or not any more; the message says how many are needed, and what to
 * do.
 */
public final class HugePagesException extends BuffersExhaustedException {
    HugePagesException(String message, Throwable cause) {
        super(message, cause);
    }
}
