package io.verbena.connection;

import java.util.Set;

/**
 * A buffer of the peer that this side may use, as the peer advertised it. This value does not change when the peer withdraws or
 * closes the buffer; requests to a closed buffer fail and end the connection.
 *
 * @param id the number that both sides use for the buffer on one connection
 * @param address the address of the first byte
 * @param length in bytes
 * @param key the remote key
 * @param access the operations that the peer allows
 */
public record RemoteBuffer(long id, long address, long length, int key, Set<Access> access) {
    /** Copies the access. */
    public RemoteBuffer {
        access = Set.copyOf(access);
    }

    /** Returns the address of a part of this buffer, after checking bounds and access. */
    long address(long offset, long bytes, Access wanted) {
        BufferBoundsException.check(this, offset, bytes, length);
        if (!access.contains(wanted)) {
            throw new ConnectionException(this + " was advertised with " + access + " and not with " + wanted
                    + "; the peer must allocate it with that access");
        }
        return address + offset;
    }

    @Override
    public String toString() {
        return String.format("RemoteBuffer[%d, %d bytes at 0x%x, rkey=0x%x]", id, length, address, key);
    }
}
