package io.verbena.stream;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import java.nio.ByteBuffer;

/** Memory that the peer of a stream may write to until this mapping or the stream is closed. */
public final class StreamMapping implements AutoCloseable {
    private final RdmaStream stream;
    private final ByteBuffer memory;
    private final long offset;

    StreamMapping(RdmaStream stream, ByteBuffer memory, long offset) {
        this.stream = stream;
        this.memory = memory;
        this.offset = offset;
    }

    static SysException missing(RdmaStream stream, long offset) {
        return new SysException(
                "riowrite",
                stream + " at offset " + offset,
                Errno.ENXIO,
                "the other side has mapped nothing there, or has written nothing into the stream since");
    }

    /** Returns the offset that the peer uses for the first byte. */
    public long offset() {
        return offset;
    }

    /** Returns the length in bytes. */
    public int length() {
        return memory.capacity();
    }

    /** Ends the mapping; a later write of the peer to it ends the connection. */
    @Override
    public void close() {
        stream.unmap(this, memory);
    }

    @Override
    public String toString() {
        return "StreamMapping[" + length() + " bytes at offset " + offset + ", " + stream + "]";
    }
}
