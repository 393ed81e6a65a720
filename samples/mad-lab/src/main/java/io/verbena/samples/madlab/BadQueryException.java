package io.verbena.samples.madlab;

import org.jspecify.annotations.Nullable;

/** Thrown if an entry of the configuration is not a valid request. */
final class BadQueryException extends RuntimeException {
    private final String property;

    /**
     * Creates an exception.
     *
     * @param property the part of the entry, such as {@code attribute} or {@code fields.portSelect}
     * @param message the reason
     */
    BadQueryException(String property, String message) {
        this(property, message, null);
    }

    private BadQueryException(String property, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.property = property;
    }

    /** Returns this exception for an entry with the given number. */
    BadQueryException of(int entry) {
        return new BadQueryException("mad-lab.queries[" + entry + "]." + property, String.valueOf(getMessage()), this);
    }

    String property() {
        return property;
    }
}
