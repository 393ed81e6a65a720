package io.verbena.connection;

/** A request names bytes outside a buffer. Nothing was posted. */
public final class BufferBoundsException extends ConnectionException {
    private final transient Object buffer;
    private final long offset;
    private final long length;

    BufferBoundsException(Object buffer, long offset, long length, long size) {
        super(length + " bytes at offset " + offset + " are not in the " + size + " bytes of " + buffer);
        this.buffer = buffer;
        this.offset = offset;
        this.length = length;
    }

    /** Checks that a range lies within the size of a buffer. */
    static void check(Object buffer, long offset, long bytes, long size) {
        if (offset < 0 || bytes < 0 || offset > size - bytes) {
            throw new BufferBoundsException(buffer, offset, bytes, size);
        }
    }

    /** Returns the local or remote buffer. */
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
