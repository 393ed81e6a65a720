package io.verbena.samples.madlab;

import org.jspecify.annotations.Nullable;

/** An entry of the configuration cannot be asked. */
final class BadQueryException extends RuntimeException {
    private final String property;

    /**
     * What is wrong with it.
     *
     * @param property the part of the entry, such as {@code attribute} or {@code fields.portSelect}
     */
    BadQueryException(String property, String message) {
        this(property, message, null);
    }

    private BadQueryException(String property, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.property = property;
    }

    /** The same, of an entry. */
    BadQueryException of(int entry) {
        return new BadQueryException("mad-lab.queries[" + entry + "]." + property, String.valueOf(getMessage()), this);
    }

    String property() {
        return property;
    }
}
