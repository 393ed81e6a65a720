package io.verbena.stream;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import java.nio.ByteBuffer;

/** Memory that the other side of a stream may write into, until this is closed or the stream is. */
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

    /** By which the other side calls the first byte. */
    public long offset() {
        return offset;
    }

    /** How many bytes there are. */
    public int length() {
        return memory.capacity();
    }

    /** Ends it; what the other side writes there afterwards ends the connection. */
    @Override
    public void close() {
        stream.unmap(this, memory);
    }

    @Override
    public String toString() {
        return "StreamMapping[" + length() + " bytes at offset " + offset + ", " + stream + "]";
    }
}
