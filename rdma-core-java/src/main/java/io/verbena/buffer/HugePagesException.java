package io.verbena.buffer;

/**
 * The configured huge pages are not available, or no longer available. The message names the number of pages needed and the remedy.
 */
public final class HugePagesException extends BuffersExhaustedException {
    HugePagesException(String message, Throwable cause) {
        super(message, cause);
    }
}
