package io.verbena.netty.fault;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Writes bytes whose values depend on their position, in pieces of all lengths, as long as the channel is writable. */
final class Source extends ChannelInboundHandlerAdapter {
    private static final int MAX_PIECE = 40_000;

    /** A prime number, so that a piece of the stream that is lost or doubled shifts the values. */
    private static final byte[] VALUES = new byte[1_048_573];

    static {
        new Random(5).nextBytes(VALUES);
    }

    private final Random random = new Random(7);
    private volatile boolean stopped;
    private final AtomicLong written = new AtomicLong();
    private volatile @Nullable Throwable failure;

    /** Returns the value of the byte at a position of the stream. */
    static byte valueAt(long position) {
        return VALUES[(int) (position % VALUES.length)];
    }

    /** Returns the number of bytes written. */
    long written() {
        return written.get();
    }

    /** Returns why a write failed; null if none did. */
    @Nullable Throwable failure() {
        return failure;
    }

    /** Writes no more, and closes the channel when all was written. */
    void finish(Channel channel) {
        stopped = true;
        channel.eventLoop().execute(() -> {
            ChannelFuture unused =
                    channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
        });
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        write(context);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        write(context);
    }

    private void write(ChannelHandlerContext context) {
        Channel channel = context.channel();
        if (stopped || !channel.isActive() || !channel.isWritable()) {
            return;
        }
        int length = 1 + random.nextInt(random.nextBoolean() ? 100 : MAX_PIECE);
        ByteBuf piece = context.alloc().directBuffer(length);
        for (int copied = 0; copied < length; ) {
            int at = (int) ((written.get() + copied) % VALUES.length);
            int part = Math.min(length - copied, VALUES.length - at);
            piece.writeBytes(VALUES, at, part);
            copied += part;
        }
        written.addAndGet(length);
        ChannelFuture unused = context.writeAndFlush(piece).addListener(done -> {
            if (!done.isSuccess() && failure == null) {
                failure = done.cause();
            }
        });
        // The event loop reads and serves timers between two pieces.
        context.executor().execute(() -> write(context));
    }
}
