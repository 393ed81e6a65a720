package io.verbena.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelOutboundBuffer;
import io.verbena.stream.GatherList;
import io.verbena.stream.RdmaStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Predicate;

/** Collects flushed messages, which are copied into the send ring of a stream and posted together. */
final class WriteBatch implements ChannelOutboundBuffer.MessageProcessor {
    private static final int MAX_BUFFERS = 256;

    /** Maximum number of bytes to look for at once: more than a send ring takes by default. */
    static final long MAX_BYTES = 1 << 18;

    private final ByteBuffer[] buffers = new ByteBuffer[MAX_BUFFERS];
    private final GatherList gather = new GatherList();
    private Predicate<ByteBuf> ends = buffer -> false;
    private int count;
    private long bytes;

    /** Returns the list for messages that are sent without a copy. */
    GatherList gather() {
        return gather;
    }

    /**
     * Writes the first flushed messages, up to the first that is no buffer.
     *
     * @param end whether a buffer ends the batch, unless it is the first
     * @return whether all of them were written
     */
    boolean write(RdmaStream to, ChannelOutboundBuffer in, Predicate<ByteBuf> end) throws Exception {
        count = 0;
        bytes = 0;
        ends = end;
        try {
            in.forEachFlushedMessage(this);
            int written = to.writeNow(buffers, 0, count);
            long wanted = bytes;
            in.removeBytes(written);
            return written == wanted;
        } finally {
            Arrays.fill(buffers, 0, count, null);
        }
    }

    @Override
    public boolean processMessage(Object message) {
        if (!(message instanceof ByteBuf buffer) || (bytes > 0 && ends.test(buffer))) {
            return false;
        }
        int length = buffer.readableBytes();
        if (length > 0 && buffer.nioBufferCount() == 1) {
            // A buffer that was written twice has one internal buffer, whose position the first write moves.
            return add(
                    buffer.refCnt() == 1
                            ? buffer.internalNioBuffer(buffer.readerIndex(), length)
                            : buffer.nioBuffer(buffer.readerIndex(), length));
        }
        boolean fits = true;
        if (length > 0) {
            ByteBuffer[] parts = buffer.nioBuffers(buffer.readerIndex(), length);
            for (int i = 0; i < parts.length && fits; i++) {
                fits = add(parts[i]);
            }
        }
        return fits;
    }

    /** Adds a buffer, and returns whether there is room for another one. */
    private boolean add(ByteBuffer part) {
        if (part.hasRemaining()) {
            buffers[count++] = part;
            bytes += part.remaining();
        }
        return count < MAX_BUFFERS && bytes < MAX_BYTES;
    }
}
