package io.verbena.buffer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ReceiveRequests;
import io.verbena.verbs.SendRequests;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What requests call the buffers of an allocator, in one protection domain: keys and addresses. Takes any buffer that lies
 * in the allocator's memory: slices, duplicates and read-only ones too. Safe for use by several threads.
 */
public final class BufferKeys {
    private final RegisteredByteBufAllocator allocator;
    private final int domain;

    BufferKeys(RegisteredByteBufAllocator allocator, int domain) {
        this.allocator = allocator;
        this.domain = domain;
    }

    /**
     * The key for segments of this side.
     *
     * @throws IllegalArgumentException if the buffer does not lie in the allocator's memory, or has several parts; and so
     *     below
     * @throws ClosedObjectException if the allocator is closed; and so below
     */
    public int localKey(ByteBuf buffer) {
        return region(slab(buffer)).localKey();
    }

    /** The key for the other side, which may do with it what the allocator was built for. */
    public int remoteKey(ByteBuf buffer) {
        return region(slab(buffer)).remoteKey();
    }

    /**
     * What segments of this side, and the other side, call a byte of the buffer.
     *
     * @throws IndexOutOfBoundsException if it has no such byte
     */
    public long address(ByteBuf buffer, int index) {
        if (index < 0 || index > buffer.capacity()) {
            throw new IndexOutOfBoundsException(
                    "byte " + index + " is not in the " + buffer.capacity() + " bytes of " + buffer);
        }
        Slab slab = slab(buffer);
        return region(slab).address() + offset(buffer, slab) + index;
    }

    /**
     * Adds the readable bytes to a send, a write or a read: a segment for each part that a composite buffer has.
     *
     * @throws IllegalStateException if the request has no room for so many segments
     */
    public SendRequests addReadable(SendRequests request, ByteBuf buffer) {
        add(request::segment, buffer, buffer.readerIndex(), buffer.readableBytes());
        return request;
    }

    /** Adds the writable bytes to a read, or an atomic operation. */
    public SendRequests addWritable(SendRequests request, ByteBuf buffer) {
        add(request::segment, buffer, buffer.writerIndex(), buffer.writableBytes());
        return request;
    }

    /** Adds the writable bytes to a receive. */
    public ReceiveRequests addWritable(ReceiveRequests request, ByteBuf buffer) {
        add(request::segment, buffer, buffer.writerIndex(), buffer.writableBytes());
        return request;
    }

    /** Where segments go. */
    @FunctionalInterface
    private interface Segments {
        void add(long address, int length, int localKey);
    }

    private void add(Segments to, ByteBuf buffer, int index, int length) {
        Slab slab = contiguous(buffer);
        if (slab != null) {
            MemoryRegion region = region(slab);
            to.add(region.address() + offset(buffer, slab) + index, length, region.localKey());
        } else if (buffer instanceof CompositeByteBuf composite) {
            addParts(to, composite, index, length);
        } else {
            addPieces(to, buffer, index, length);
        }
    }

    private void addParts(Segments to, CompositeByteBuf composite, int index, int length) {
        int end = index + length;
        int at = index;
        while (at < end) {
            int part = composite.toComponentIndex(at);
            int begin = composite.toByteIndex(part);
            ByteBuf bytes = composite.internalComponent(part);
            int count = Math.min(end - at, begin + bytes.capacity() - at);
            add(to, bytes, at - begin, count);
            at += count;
        }
    }

    /** A buffer of several parts that does not tell them, such as a slice of a composite. */
    private void addPieces(Segments to, ByteBuf buffer, int index, int length) {
        for (ByteBuffer piece : buffer.nioBuffers(index, length)) {
            ByteBuf bytes = Unpooled.wrappedBuffer(piece);
            Slab slab = bytes.hasMemoryAddress() ? allocator.find(bytes.memoryAddress(), bytes.capacity()) : null;
            if (slab == null) {
                throw foreign(buffer);
            }
            MemoryRegion region = region(slab);
            long offset = bytes.memoryAddress() - slab.memoryAddress();
            to.add(region.address() + offset, bytes.capacity(), region.localKey());
        }
    }

    private Slab slab(ByteBuf buffer) {
        Slab slab = contiguous(buffer);
        if (slab == null) {
            throw foreign(buffer);
        }
        return slab;
    }

    /** The slab of a buffer that is one part of it; null for any other buffer. */
    private @Nullable Slab contiguous(ByteBuf buffer) {
        ByteBuf root = buffer;
        while (root != null && !(root instanceof RegisteredByteBuf)) {
            root = root.unwrap();
        }
        boolean ours = root instanceof RegisteredByteBuf registered && registered.alloc() == allocator;
        return ours ? ((RegisteredByteBuf) root).slot().slab() : null;
    }

    /** Where a buffer begins in its slab. */
    private static long offset(ByteBuf buffer, Slab slab) {
        if (buffer instanceof RegisteredByteBuf registered) {
            return registered.slot().offset();
        }
        if (!buffer.hasMemoryAddress()) {
            throw new IllegalArgumentException(
                    "Netty does not tell where " + buffer + " lies; start the JVM without -Dio.netty.noUnsafe=true");
        }
        return buffer.memoryAddress() - slab.memoryAddress();
    }

    private MemoryRegion region(Slab slab) {
        MemoryRegion region = slab.region(domain);
        if (region.isClosed()) {
            throw new ClosedObjectException(allocator);
        }
        return region;
    }

    private IllegalArgumentException foreign(ByteBuf buffer) {
        return new IllegalArgumentException(buffer + " does not lie in one piece of the memory of " + allocator
                + "; copy it into a buffer of that");
    }
}
