package io.verbena.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.FileRegion;
import io.verbena.buffer.BufferKeys;
import io.verbena.buffer.RegisteredByteBufAllocator;
import io.verbena.stream.RdmaStream;
import io.verbena.verbs.ProtectionDomain;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Writes the messages of a channel to its stream: long registered buffers in place, and all others through the send ring. */
final class StreamWrites {
    /** Length in bytes from which a request of its own costs less than a copy. */
    private static final int IN_PLACE = 8192;

    private final RdmaStream to;
    private final WriteBatch batch;
    private final ByteBufAllocator allocator;

    /** The keys of the buffers that are sent in place; null if they are not registered. */
    private final @Nullable BufferKeys keys;

    private final Predicate<ByteBuf> inPlace = this::isSentInPlace;
    private final WritableByteChannel regions = new RegionChannel();

    /**
     * Creates the writes of a stream.
     *
     * @param allocator the allocator of the channel, whose buffers are sent in place if they are registered for the stream
     */
    StreamWrites(RdmaStream to, WriteBatch batch, ByteBufAllocator allocator) {
        this.to = to;
        this.batch = batch;
        this.allocator = allocator;
        keys = allocator instanceof RegisteredByteBufAllocator memory ? keys(memory, to.protectionDomain()) : null;
    }

    private static @Nullable BufferKeys keys(RegisteredByteBufAllocator memory, ProtectionDomain domain) {
        try {
            return memory.keys(domain);
        } catch (IllegalArgumentException e) {
            // The allocator of the application has no memory in this domain.
            return null;
        }
    }

    private boolean isSentInPlace(ByteBuf buffer) {
        return keys != null
                && buffer.alloc() == allocator
                && buffer.isDirect()
                && buffer.readableBytes() >= IN_PLACE
                && buffer.nioBufferCount() == 1
                && buffer.hasMemoryAddress();
    }

    /** Writes the current message or several, and returns whether there was room for all of them. */
    boolean write(ChannelOutboundBuffer in, Object message) throws Exception {
        if (message instanceof FileRegion region) {
            return write(in, region);
        }
        ByteBuf bytes = (ByteBuf) message;
        if (keys != null && isSentInPlace(bytes)) {
            return writeInPlace(in, bytes, keys);
        }
        return batch.write(to, in, inPlace);
    }

    /** Posts a buffer, which is retained until the device has sent it. */
    private boolean writeInPlace(ChannelOutboundBuffer in, ByteBuf bytes, BufferKeys registered) {
        int length = bytes.readableBytes();
        long address = registered.address(bytes, bytes.readerIndex());
        int key = registered.localKey(bytes);
        int total = 0;
        int posted;
        do {
            bytes.retain();
            posted = 0;
            try {
                posted = to.writeRegisteredNow(address + total, length - total, key, bytes::release);
            } finally {
                if (posted == 0) {
                    bytes.release();
                }
            }
            total += posted;
        } while (posted > 0 && total < length);
        in.removeBytes(total);
        return total == length;
    }

    private boolean write(ChannelOutboundBuffer in, FileRegion region) throws IOException {
        while (region.transferred() < region.count()) {
            long before = region.transferred();
            if (region.transferTo(regions, before) <= 0) {
                return false;
            }
            in.progress(region.transferred() - before);
        }
        in.remove();
        return true;
    }

    /** The target of a transfer from a file. */
    private final class RegionChannel implements WritableByteChannel {
        @Override
        public int write(ByteBuffer from) {
            return to.writeNow(from);
        }

        @Override
        public boolean isOpen() {
            return to.isOpen();
        }

        @Override
        public void close() {
            to.close();
        }
    }
}
