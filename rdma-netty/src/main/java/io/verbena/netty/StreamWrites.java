package io.verbena.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.FileRegion;
import io.verbena.buffer.BufferKeys;
import io.verbena.buffer.RegisteredByteBufAllocator;
import io.verbena.stream.GatherList;
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

    /** Maximum number of buffers that are posted together. */
    private static final int MAX_LENT = 16;

    private final RdmaStream to;
    private final WriteBatch batch;
    private final ByteBufAllocator allocator;

    /** The keys of the buffers that are sent in place; null if they are not registered. */
    private final @Nullable BufferKeys keys;

    private final GatherList gather;
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
        gather = batch.gather();
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
            return writeInPlace(in, keys);
        }
        return batch.write(to, in, inPlace);
    }

    /** Posts the first buffers, which are retained until the device has sent them. */
    private boolean writeInPlace(ChannelOutboundBuffer in, BufferKeys registered) throws Exception {
        Lent lent = new Lent();
        gather.clear();
        int posted = 0;
        try {
            in.forEachFlushedMessage(message -> gather(message, registered, lent));
            posted = to.writeRegisteredNow(gather, lent);
        } finally {
            lent.keep(posted);
        }
        in.removeBytes(posted);
        return posted == gather.bytes();
    }

    /** Adds a buffer if it is sent in place, and returns whether there is room for another one. */
    private boolean gather(Object message, BufferKeys registered, Lent lent) {
        if (!(message instanceof ByteBuf buffer) || !isSentInPlace(buffer)) {
            return false;
        }
        lent.add(buffer);
        gather.add(
                registered.address(buffer, buffer.readerIndex()), buffer.readableBytes(), registered.localKey(buffer));
        return gather.size() < MAX_LENT && gather.bytes() < WriteBatch.MAX_BYTES;
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

    /** Buffers that the device sends. Any thread may run it, once they were sent. */
    private static final class Lent implements Runnable {
        private final ByteBuf[] buffers = new ByteBuf[MAX_LENT];
        private int count;

        synchronized void add(ByteBuf buffer) {
            buffers[count++] = buffer.retain();
        }

        /** Releases the buffers of which nothing was posted. */
        synchronized void keep(int posted) {
            int kept = 0;
            for (long bytes = 0; kept < count && bytes < posted; kept++) {
                bytes += buffers[kept].readableBytes();
            }
            while (count > kept) {
                buffers[--count].release();
            }
        }

        @Override
        public synchronized void run() {
            while (count > 0) {
                buffers[--count].release();
            }
        }
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
