package io.verbena.subnet.cache;

import io.verbena.error.RdmaException;

/** A file is not a subnet. The message is one line: the file, the offset in bytes, what was expected and what is there. */
public final class CacheFormatException extends RdmaException {
    private final String source;
    private final long offset;

    CacheFormatException(String source, long offset, String problem) {
        super(source + ": at byte " + offset + ": " + problem);
        this.source = source;
        this.offset = offset;
    }

    /** What was read, as the caller named it. */
    public String source() {
        return source;
    }

    /** Where in it, in bytes from 0. */
    public long offset() {
        return offset;
    }
}
