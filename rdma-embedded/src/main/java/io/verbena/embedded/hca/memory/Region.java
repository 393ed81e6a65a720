package io.verbena.embedded.hca.memory;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A memory region (IBA 10.6): a direct buffer, addressed by addresses of the adapter. */
public final class Region extends KeyedMemory {
    private final int key;
    private volatile Registered registered;

    private record Registered(Domain domain, RegisteredBuffer buffer, long address, int access) {
        boolean allows(int wanted) {
            return (access & wanted) == wanted;
        }

        int offset(long at, long length) {
            long offset = at - address;
            return length < 0 || offset < 0 || offset > buffer.bytes.capacity() - length ? -1 : (int) offset;
        }
    }

    Region(int key, Domain domain, ByteBuffer bytes, long address, int access) {
        this.key = key;
        this.registered = new Registered(domain.root(), new RegisteredBuffer(bytes), address, access);
    }

    /** Returns the key of this region, which serves as its L_Key and its R_Key. */
    @Override
    public int key() {
        return key;
    }

    /** Returns the address of the first byte. */
    public long address() {
        return registered.address;
    }

    /** Returns the length in bytes. */
    public int length() {
        return registered.buffer.bytes.capacity();
    }

    /** Returns the access flags. */
    public int access() {
        return registered.access;
    }

    /** Returns whether this region belongs to a protection domain. */
    public boolean isIn(Domain domain) {
        return registered.domain == domain.root();
    }

    /**
     * Changes this region (IBA 11.2.8.5). Windows that are bound to memory that this region no longer has become invalid.
     *
     * @param domain the new domain; null for the same
     * @param bytes the new memory; null for the same
     * @param address the address of the first byte of new memory
     * @param access the new access flags
     */
    public void change(@Nullable Domain domain, @Nullable ByteBuffer bytes, long address, int access) {
        Registered last = registered;
        Domain next = domain == null ? last.domain : domain.root();
        registered = bytes == null
                ? new Registered(next, last.buffer, last.address, access)
                : new Registered(next, new RegisteredBuffer(bytes), address, access);
        if (bytes != null) {
            last.buffer.close();
        }
    }

    @Override
    Domain domain() {
        return registered.domain;
    }

    @Override
    long start() {
        return registered.address;
    }

    RegisteredBuffer buffer() {
        return registered.buffer;
    }

    boolean allows(int wanted) {
        return registered.allows(wanted);
    }

    /** Returns the offset of a range of addresses in the buffer, or -1 if the range is not within this region. */
    int offset(long at, long length) {
        return registered.offset(at, length);
    }

    @Override
    boolean reach(Accessor by, int wanted, long at, int length, int needed) {
        Registered now = registered;
        int offset = now.offset(at, length);
        return offset >= 0
                && wanted == key
                && by.domain() == now.domain
                && now.allows(needed)
                && by.enter(now.buffer, offset, length);
    }

    @Override
    public void close() {
        registered.buffer.close();
    }
}
