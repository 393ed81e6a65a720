package io.verbena.buffer;

import io.netty.buffer.AbstractReferenceCountedByteBuf;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.GatheringByteChannel;
import java.nio.channels.ScatteringByteChannel;
import org.jspecify.annotations.Nullable;

/**
 * A buffer in a slot of a slab, which is reused after each release.
 *
 * <p>A buffer that outgrows its slot moves to a larger one, unless its key or address was given out: from then on a device or a
 * peer may use the memory at any time, so the buffer keeps it until it is released.
 */
final class RegisteredByteBuf extends AbstractReferenceCountedByteBuf {
    /** Size of the array by which bytes get into an output stream. */
    private static final int STREAM_BYTES = 8192;

    final RegisteredByteBufAllocator allocator;
    private Chunk.Slot slot;
    private ByteBuffer memory;
    private int base;
    private int length;

    /** Whether the key or the address was given out since the buffer was taken. */
    private boolean pinned;

    /** The buffer around this one by which Netty finds a leak, and which the application has; null for none. */
    private @Nullable ByteBuf watcher;

    /** A view of the memory with a position and a limit of its own. */
    private @Nullable ByteBuffer view;

    RegisteredByteBuf(RegisteredByteBufAllocator allocator, Chunk.Slot slot) {
        super(slot.bytes());
        this.allocator = allocator;
        this.slot = slot;
        memory = slot.slab().memory;
        base = slot.offset;
    }

    /** Prepares the buffer for its next user. */
    void begin(int capacity, int maxCapacity) {
        maxCapacity(maxCapacity);
        length = capacity;
        pinned = false;
        resetRefCnt();
        setIndex(0, 0);
        markReaderIndex();
        markWriterIndex();
    }

    /** Lets nothing but {@code by} hold this buffer until it is released. */
    void watch(ByteBuf by) {
        watcher = by;
        slot.watch();
    }

    /** Returns whether a buffer is the one by which Netty finds a leak of this one, and has the same bytes. */
    @SuppressWarnings("ReferenceEquality") // equal buffers have equal bytes
    boolean isWatchedBy(ByteBuf buffer) {
        return watcher == buffer;
    }

    /** Sets the slot that holds the buffer from now on. */
    void place(Chunk.Slot other) {
        slot = other;
        memory = other.slab().memory;
        base = other.offset;
        view = null;
    }

    /** Returns the slot, and keeps the buffer there until it is released. */
    Chunk.Slot pin() {
        ensureAccessible();
        pinned = true;
        return slot;
    }

    /** Returns the capacity that the buffer can grow to at this moment, regardless of its {@link #maxCapacity}. */
    private int reachableCapacity() {
        return pinned ? slot.bytes() : allocator.largest();
    }

    @Override
    protected void deallocate() {
        if (watcher != null) {
            watcher = null;
            slot.hold(this);
        }
        allocator.release(slot);
    }

    @Override
    public int capacity() {
        return length;
    }

    /**
     * Changes the capacity, and moves the bytes to a larger slot if this one is too small.
     *
     * @throws IllegalStateException if the bytes would have to move, and the key or address of the buffer was given out
     * @throws IllegalArgumentException if the capacity exceeds the largest buffer of the allocator, or {@link #maxCapacity}
     * @throws BuffersExhaustedException if no larger slot is free
     */
    @Override
    public ByteBuf capacity(int newCapacity) {
        checkNewCapacity(newCapacity);
        if (newCapacity > slot.bytes()) {
            move(newCapacity);
        }
        length = newCapacity;
        trimIndicesToCapacity(newCapacity);
        return this;
    }

    private void move(int newCapacity) {
        if (pinned) {
            throw new IllegalStateException(
                    this + " cannot grow to " + newCapacity + " bytes: its key or address was given out,"
                            + " so a device may be using its " + slot.bytes() + " bytes until it is released;"
                            + " take a buffer with a larger initial capacity, or copy the bytes into another one");
        }
        Chunk.Slot larger = allocator.take(newCapacity);
        larger.slab().memory.put(larger.offset, memory, base, length);
        Chunk.Slot smaller = slot;
        smaller.exchange(larger);
        allocator.release(smaller);
    }

    @Override
    public int maxFastWritableBytes() {
        return Math.min(slot.bytes(), maxCapacity()) - writerIndex();
    }

    /** Tries to make bytes writable, and reports failure by its result also where the buffer cannot move or get larger. */
    @Override
    public int ensureWritable(int minWritableBytes, boolean force) {
        int reachable = reachableCapacity();
        if (maxCapacity() <= reachable || minWritableBytes <= reachable - writerIndex()) {
            return super.ensureWritable(minWritableBytes, force);
        }
        ensureAccessible();
        if (!force || capacity() == reachable) {
            return 1;
        }
        capacity(reachable);
        return 3;
    }

    @Override
    public ByteBufAllocator alloc() {
        return allocator;
    }

    @Override
    @SuppressWarnings("deprecation")
    public ByteOrder order() {
        return ByteOrder.BIG_ENDIAN;
    }

    @Override
    public @Nullable ByteBuf unwrap() {
        return null;
    }

    @Override
    public boolean isDirect() {
        return true;
    }

    @Override
    public boolean isContiguous() {
        return true;
    }

    @Override
    protected byte _getByte(int index) {
        return memory.get(base + index);
    }

    @Override
    protected short _getShort(int index) {
        return memory.getShort(base + index);
    }

    @Override
    protected short _getShortLE(int index) {
        return Short.reverseBytes(_getShort(index));
    }

    @Override
    protected int _getUnsignedMedium(int index) {
        return (_getShort(index) & 0xffff) << 8 | (_getByte(index + 2) & 0xff);
    }

    @Override
    protected int _getUnsignedMediumLE(int index) {
        return (_getShortLE(index) & 0xffff) | (_getByte(index + 2) & 0xff) << 16;
    }

    @Override
    protected int _getInt(int index) {
        return memory.getInt(base + index);
    }

    @Override
    protected int _getIntLE(int index) {
        return Integer.reverseBytes(_getInt(index));
    }

    @Override
    protected long _getLong(int index) {
        return memory.getLong(base + index);
    }

    @Override
    protected long _getLongLE(int index) {
        return Long.reverseBytes(_getLong(index));
    }

    @Override
    protected void _setByte(int index, int value) {
        memory.put(base + index, (byte) value);
    }

    @Override
    protected void _setShort(int index, int value) {
        memory.putShort(base + index, (short) value);
    }

    @Override
    protected void _setShortLE(int index, int value) {
        _setShort(index, Short.reverseBytes((short) value));
    }

    @Override
    protected void _setMedium(int index, int value) {
        _setShort(index, value >> 8);
        _setByte(index + 2, value);
    }

    @Override
    protected void _setMediumLE(int index, int value) {
        _setShortLE(index, value);
        _setByte(index + 2, value >> 16);
    }

    @Override
    protected void _setInt(int index, int value) {
        memory.putInt(base + index, value);
    }

    @Override
    protected void _setIntLE(int index, int value) {
        _setInt(index, Integer.reverseBytes(value));
    }

    @Override
    protected void _setLong(int index, long value) {
        memory.putLong(base + index, value);
    }

    @Override
    protected void _setLongLE(int index, long value) {
        _setLong(index, Long.reverseBytes(value));
    }

    @Override
    public ByteBuf getBytes(int index, ByteBuf to, int toIndex, int count) {
        checkDstIndex(index, count, toIndex, to.capacity());
        if (to.hasArray()) {
            memory.get(base + index, to.array(), to.arrayOffset() + toIndex, count);
        } else {
            to.setBytes(toIndex, window(index, count));
        }
        return this;
    }

    @Override
    public ByteBuf getBytes(int index, byte[] to, int toIndex, int count) {
        checkDstIndex(index, count, toIndex, to.length);
        memory.get(base + index, to, toIndex, count);
        return this;
    }

    @Override
    public ByteBuf getBytes(int index, ByteBuffer to) {
        checkIndex(index, to.remaining());
        to.put(window(index, to.remaining()));
        return this;
    }

    @Override
    public ByteBuf getBytes(int index, OutputStream to, int count) throws IOException {
        checkIndex(index, count);
        byte[] part = new byte[Math.min(count, STREAM_BYTES)];
        for (int at = 0; at < count; at += part.length) {
            int bytes = Math.min(part.length, count - at);
            memory.get(base + index + at, part, 0, bytes);
            to.write(part, 0, bytes);
        }
        return this;
    }

    @Override
    public int getBytes(int index, GatheringByteChannel to, int count) throws IOException {
        checkIndex(index, count);
        return to.write(window(index, count));
    }

    @Override
    public int getBytes(int index, FileChannel to, long position, int count) throws IOException {
        checkIndex(index, count);
        return to.write(window(index, count), position);
    }

    @Override
    public ByteBuf setBytes(int index, ByteBuf from, int fromIndex, int count) {
        checkSrcIndex(index, count, fromIndex, from.capacity());
        if (from.hasArray()) {
            memory.put(base + index, from.array(), from.arrayOffset() + fromIndex, count);
        } else {
            from.getBytes(fromIndex, window(index, count));
        }
        return this;
    }

    @Override
    public ByteBuf setBytes(int index, byte[] from, int fromIndex, int count) {
        checkSrcIndex(index, count, fromIndex, from.length);
        memory.put(base + index, from, fromIndex, count);
        return this;
    }

    @Override
    public ByteBuf setBytes(int index, ByteBuffer from) {
        checkIndex(index, from.remaining());
        window(index, from.remaining()).put(from);
        return this;
    }

    @Override
    public int setBytes(int index, InputStream from, int count) throws IOException {
        checkIndex(index, count);
        byte[] bytes = new byte[count];
        int read = from.read(bytes, 0, count);
        if (read > 0) {
            memory.put(base + index, bytes, 0, read);
        }
        return read;
    }

    @Override
    public int setBytes(int index, ScatteringByteChannel from, int count) throws IOException {
        checkIndex(index, count);
        return from.read(window(index, count));
    }

    @Override
    public int setBytes(int index, FileChannel from, long position, int count) throws IOException {
        checkIndex(index, count);
        return from.read(window(index, count), position);
    }

    @Override
    public ByteBuf setZero(int index, int count) {
        checkIndex(index, count);
        return super.setZero(index, count);
    }

    @Override
    public ByteBuf writeZero(int count) {
        ensureAccessible();
        return super.writeZero(count);
    }

    @Override
    public ByteBuf copy(int index, int count) {
        checkIndex(index, count);
        return allocator.directBuffer(count, Math.max(count, maxCapacity())).writeBytes(this, index, count);
    }

    @Override
    public int nioBufferCount() {
        return 1;
    }

    @Override
    public ByteBuffer nioBuffer(int index, int count) {
        checkIndex(index, count);
        return memory.slice(base + index, count);
    }

    @Override
    public ByteBuffer[] nioBuffers(int index, int count) {
        return new ByteBuffer[] {nioBuffer(index, count)};
    }

    @Override
    public ByteBuffer internalNioBuffer(int index, int count) {
        checkIndex(index, count);
        ByteBuffer own = view;
        if (own == null) {
            own = memory.duplicate();
            view = own;
        }
        return own.limit(base + index + count).position(base + index);
    }

    /** Returns the bytes as a new buffer, which unlike {@link #internalNioBuffer} several threads can ask for at once. */
    private ByteBuffer window(int index, int count) {
        return memory.slice(base + index, count);
    }

    @Override
    public boolean hasArray() {
        return false;
    }

    @Override
    public byte[] array() {
        throw new UnsupportedOperationException("registered memory is no array");
    }

    @Override
    public int arrayOffset() {
        throw new UnsupportedOperationException("registered memory is no array");
    }

    @Override
    public boolean hasMemoryAddress() {
        return slot.slab().memoryAddress != 0;
    }

    @Override
    public long memoryAddress() {
        ensureAccessible();
        if (!hasMemoryAddress()) {
            throw new UnsupportedOperationException("this JVM does not let Netty have addresses");
        }
        return slot.slab().memoryAddress + base;
    }
}
