package io.verbena.subnet.cache;

import io.verbena.error.RdmaException;

/**
 * Thrown when a file does not contain a subnet. The message names the file and the offset, and what was expected and
 * found there.
 */
public final class CacheFormatException extends RdmaException {
    private final String source;
    private final long offset;

    CacheFormatException(String source, long offset, String problem) {
        super(source + ": at byte " + offset + ": " + problem);
        this.source = source;
        this.offset = offset;
    }

    /** Returns the name of the source. */
    public String source() {
        return source;
    }

    /** Returns the offset in bytes. */
    public long offset() {
        return offset;
    }
}
