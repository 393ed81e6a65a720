package io.verbena.embedded.hca.memory;

import java.nio.ByteBuffer;

/** A memory region (IBA 10.6): a direct buffer, addressed by addresses of the adapter. */
public final class Region extends KeyedMemory {
    private final int key;
    private final RegisteredBuffer buffer;
    private final long address;
    private final int access;

    Region(int number, int key, Domain domain, ByteBuffer bytes, long address, int access) {
        super(number, domain);
        this.key = key;
        this.buffer = new RegisteredBuffer(bytes);
        this.address = address;
        this.access = access;
    }

    /** Returns the key of this region, which serves as its L_Key and its R_Key. */
    public int key() {
        return key;
    }

    /** Returns the address of the first byte. */
    public long address() {
        return address;
    }

    RegisteredBuffer buffer() {
        return buffer;
    }

    boolean allows(int wanted) {
        return (access & wanted) == wanted;
    }

    /** Returns the offset of a range of addresses in the buffer, or -1 if the range is not within this region. */
    int offset(long at, long length) {
        long offset = at - address;
        return length < 0 || offset < 0 || offset > buffer.bytes().capacity() - length ? -1 : (int) offset;
    }

    @Override
    boolean reach(Accessor by, int wanted, long at, int length, int needed) {
        int offset = offset(at, length);
        return offset >= 0
                && wanted == key
                && by.domain() == domain()
                && allows(needed)
                && by.enter(buffer, offset, length);
    }

    /** Returns false: a region is deregistered by a call, not by a work request. */
    @Override
    boolean invalidate(Accessor by, int wanted) {
        return false;
    }

    /** Refuses new copies, and waits for those in flight. */
    public void close() {
        buffer.close();
    }
}
