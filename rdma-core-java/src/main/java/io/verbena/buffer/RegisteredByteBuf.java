package io.verbena.buffer;

import io.netty.buffer.AbstractReferenceCountedByteBuf;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.GatheringByteChannel;
import java.nio.channels.ScatteringByteChannel;
import org.jspecify.annotations.Nullable;

/** A buffer in a slot of a slab. It is used again and again, each time after it was released. */
final class RegisteredByteBuf extends AbstractReferenceCountedByteBuf {
    private final RegisteredByteBufAllocator allocator;
    private Slot slot;
    private ByteBuffer memory;
    private int base;
    private int length;

    /** A view of the memory with a position and a limit of its own. */
    private @Nullable ByteBuffer view;

    RegisteredByteBuf(RegisteredByteBufAllocator allocator, Slot slot) {
        super(slot.bytes());
        this.allocator = allocator;
        this.slot = slot;
        memory = slot.slab().memory();
        base = slot.offset();
    }

    /** Is in use from now on. */
    void begin(int capacity, int maxCapacity) {
        maxCapacity(maxCapacity);
        length = capacity;
        resetRefCnt();
        setIndex(0, 0);
        markReaderIndex();
        markWriterIndex();
    }

    /** Lies in another slot from now on. */
    void place(Slot other) {
        slot = other;
        memory = other.slab().memory();
        base = other.offset();
        view = null;
    }

    Slot slot() {
        ensureAccessible();
        return slot;
    }

    RegisteredByteBufAllocator allocator() {
        return allocator;
    }

    @Override
    protected void deallocate() {
        allocator.release(slot);
    }

    @Override
    public int capacity() {
        return length;
    }

    /** Moves to a larger slot if it must. */
    @Override
    public ByteBuf capacity(int newCapacity) {
        checkNewCapacity(newCapacity);
        if (newCapacity > slot.bytes()) {
            Slot larger = allocator.take(newCapacity);
            larger.slab().memory().put(larger.offset(), memory, base, length);
            Slot smaller = slot;
            smaller.exchange(larger);
            allocator.release(smaller);
        }
        length = newCapacity;
        trimIndicesToCapacity(newCapacity);
        return this;
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
        ByteBuffer bytes = window(index, count);
        Channels.newChannel(to).write(bytes);
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
        return Channels.newChannel(from).read(window(index, count));
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

    /** The bytes as a buffer of their own: unlike {@link #internalNioBuffer}, for use by several threads. */
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
        return slot.slab().memoryAddress() != 0;
    }

    @Override
    public long memoryAddress() {
        ensureAccessible();
        if (!hasMemoryAddress()) {
            throw new UnsupportedOperationException("this JVM does not let Netty have addresses");
        }
        return slot.slab().memoryAddress() + base;
    }
}
