package io.verbena.stream;

import io.verbena.verbs.MemoryRegion;

/** Memory that the peer of a stream may write to until this mapping or the stream is closed. */
public final class StreamMapping implements AutoCloseable {
    private final StreamMappings mappings;

    /** The place in the table of the peer. */
    final int number;

    final MemoryRegion region;
    private final long offset;

    StreamMapping(StreamMappings mappings, int number, MemoryRegion region, long offset) {
        this.mappings = mappings;
        this.number = number;
        this.region = region;
        this.offset = offset;
    }

    /** Returns the offset that the peer uses for the first byte. */
    public long offset() {
        return offset;
    }

    /** Returns the length in bytes. */
    public int length() {
        return (int) region.length();
    }

    /** Ends the mapping; a later write of the peer to it ends the connection. */
    @Override
    public void close() {
        mappings.release(this);
    }

    @Override
    public String toString() {
        return "StreamMapping[" + length() + " bytes at offset " + offset + ", " + mappings.stream() + "]";
    }
}
