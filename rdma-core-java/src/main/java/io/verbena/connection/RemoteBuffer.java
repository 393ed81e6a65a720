package io.verbena.connection;

import java.util.Set;

/**
 * Memory of the other side that this side may use: what its advertisement said. A value; it stays what it is after the
 * other side has withdrawn the buffer, but then requests to it fail, and end the connection.
 *
 * @param id by which both sides call it, of one connection
 * @param address what its first byte is called there
 * @param length its bytes
 * @param key that opens it
 * @param access what may be done with it
 */
public record RemoteBuffer(long id, long address, long length, int key, Set<Access> access) {
    /** Keeps a copy of the access. */
    public RemoteBuffer {
        access = Set.copyOf(access);
    }

    /** The address of a part of it, that may be used in this way. */
    long address(long offset, long bytes, Access wanted) {
        BufferBoundsException.check(this, offset, bytes, length);
        if (!access.contains(wanted)) {
            throw new ConnectionException(
                    this + " was advertised for " + access + " and not for " + wanted
                            + "; let the other side allocate it with that access",
                    null);
        }
        return address + offset;
    }

    @Override
    public String toString() {
        return String.format("RemoteBuffer[%d, %d bytes at 0x%x, rkey=0x%x]", id, length, address, key);
    }
}
