package io.verbena.stream;

import java.util.function.Consumer;

/** Memory that the peer of a stream may write to until this mapping or the stream is closed. */
public final class StreamMapping implements AutoCloseable {
    private final String stream;
    private final Consumer<StreamMapping> unmap;
    private final int length;
    private final long offset;

    StreamMapping(String stream, Consumer<StreamMapping> unmap, int length, long offset) {
        this.stream = stream;
        this.unmap = unmap;
        this.length = length;
        this.offset = offset;
    }

    /** Returns the offset that the peer uses for the first byte. */
    public long offset() {
        return offset;
    }

    /** Returns the length in bytes. */
    public int length() {
        return length;
    }

    /** Ends the mapping; a later write of the peer to it ends the connection. */
    @Override
    public void close() {
        unmap.accept(this);
    }

    @Override
    public String toString() {
        return "StreamMapping[" + length() + " bytes at offset " + offset + ", " + stream + "]";
    }
}
