package io.verbena.connection;

/** A request names bytes outside a buffer. Nothing was posted. */
public final class BufferBoundsException extends ConnectionException {
    private final transient Object buffer;
    private final long offset;
    private final long length;

    BufferBoundsException(Object buffer, long offset, long length, long size) {
        super(length + " bytes at offset " + offset + " are not in the " + size + " bytes of " + buffer, null);
        this.buffer = buffer;
        this.offset = offset;
        this.length = length;
    }

    /** Returns the {@link LocalBuffer} or {@link RemoteBuffer}. */
    public Object buffer() {
        return buffer;
    }

    /** Returns the offset that was requested. */
    public long offset() {
        return offset;
    }

    /** Returns the number of bytes that was requested. */
    public long length() {
        return length;
    }
}
