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
 * The keys and addresses by which requests name the buffers of an allocator in one protection domain. Every method accepts any
 * buffer that lies in the memory of the allocator, including slices, duplicates and read-only views.
 *
 * <p>A buffer whose key or address was given out, or that was added to a request, keeps its memory until it is released: a
 * device or a peer may use that memory at any time. Such a buffer still grows within the room that it has, but
 * {@link ByteBuf#capacity(int)} and the methods that write throw an {@link IllegalStateException} where the bytes would have to
 * move. {@link ByteBuf#ensureWritable(int, boolean)} reports the same by its result.
 *
 * <p>Every method throws an {@link IllegalArgumentException} if the buffer does not lie in the memory of the allocator, a {@link
 * ClosedObjectException} if the allocator is closed, and an {@link io.netty.util.IllegalReferenceCountException} if the buffer was
 * released. Safe for use by several threads.
 */
public final class BufferKeys {
    private final RegisteredByteBufAllocator allocator;
    private final int domain;

    BufferKeys(RegisteredByteBufAllocator allocator, int domain) {
        this.allocator = allocator;
        this.domain = domain;
    }

    /**
     * Returns the local key of a buffer, for the scatter/gather entries of requests.
     *
     * @throws IllegalArgumentException if the buffer has several parts
     */
    public int localKey(ByteBuf buffer) {
        return region(slab(buffer)).localKey();
    }

    /**
     * Returns the remote key of a buffer, with which a peer has the access that the allocator was built with.
     *
     * @throws IllegalArgumentException if the buffer has several parts
     */
    public int remoteKey(ByteBuf buffer) {
        return region(slab(buffer)).remoteKey();
    }

    /**
     * Returns the address of a byte of the buffer, for scatter/gather entries and for the peer.
     *
     * @param index of the byte, from 0 to the capacity of the buffer
     * @throws IndexOutOfBoundsException if the buffer has no such byte
     * @throws IllegalArgumentException if the buffer has several parts
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
     * Adds the readable bytes to a send or a write, with one scatter/gather entry for each part of a composite buffer.
     *
     * @throws IllegalStateException if the request has no room for all entries
     */
    public SendRequests addReadable(SendRequests request, ByteBuf buffer) {
        add(request::segment, buffer, buffer.readerIndex(), buffer.readableBytes());
        return request;
    }

    /**
     * Adds the writable bytes to a read or an atomic operation; see {@link #addReadable}. The caller moves the writer index when
     * the request has completed.
     */
    public SendRequests addWritable(SendRequests request, ByteBuf buffer) {
        add(request::segment, buffer, buffer.writerIndex(), buffer.writableBytes());
        return request;
    }

    /**
     * Adds the writable bytes to a receive; see {@link #addReadable}. The caller moves the writer index when the request has
     * completed.
     */
    public ReceiveRequests addWritable(ReceiveRequests request, ByteBuf buffer) {
        add(request::segment, buffer, buffer.writerIndex(), buffer.writableBytes());
        return request;
    }

    /** A request that takes scatter/gather entries. */
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

    /** Adds a buffer of several parts that does not give access to them, such as a slice of a composite. */
    private void addPieces(Segments to, ByteBuf buffer, int index, int length) {
        for (ByteBuffer piece : buffer.nioBuffers(index, length)) {
            ByteBuf bytes = Unpooled.wrappedBuffer(piece);
            Slab slab = bytes.hasMemoryAddress() ? allocator.find(bytes.memoryAddress(), bytes.capacity()) : null;
            if (slab == null) {
                throw foreign(buffer);
            }
            MemoryRegion region = region(slab);
            int offset = Math.toIntExact(bytes.memoryAddress() - slab.memoryAddress);
            slab.slotAt(offset).buffer().pin();
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

    /** Returns the slab of a buffer that is one piece of it, and pins the buffer; null for any other buffer. */
    private @Nullable Slab contiguous(ByteBuf buffer) {
        ByteBuf root = buffer;
        while (root != null && !(root instanceof RegisteredByteBuf)) {
            root = root.unwrap();
        }
        boolean ours = root instanceof RegisteredByteBuf registered && registered.alloc() == allocator;
        return ours ? ((RegisteredByteBuf) root).pin().slab() : null;
    }

    private static long offset(ByteBuf buffer, Slab slab) {
        // The wrapper of Netty's leak detector has the bytes of the whole buffer.
        ByteBuf inner = buffer.unwrap();
        ByteBuf whole = inner instanceof RegisteredByteBuf watched && watched.isWatchedBy(buffer) ? inner : buffer;
        if (whole instanceof RegisteredByteBuf registered) {
            return registered.pin().offset;
        }
        if (!buffer.hasMemoryAddress()) {
            throw new IllegalArgumentException(
                    "Netty does not tell where " + buffer + " lies; start the JVM without -Dio.netty.noUnsafe=true");
        }
        return buffer.memoryAddress() - slab.memoryAddress;
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
