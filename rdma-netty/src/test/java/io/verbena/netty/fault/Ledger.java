package io.verbena.netty.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Compares each byte that a channel receives with the one at its position of a {@link Source}, and records how the channel ends. */
final class Ledger extends SimpleChannelInboundHandler<ByteBuf> {
    private final CompletableFuture<Channel> active = new CompletableFuture<>();
    private final CompletableFuture<Throwable> failure = new CompletableFuture<>();
    private final CompletableFuture<Long> inactive = new CompletableFuture<>();
    private volatile long received;
    private volatile String difference = "";

    @Override
    public void channelActive(ChannelHandlerContext context) {
        active.complete(context.channel());
        context.fireChannelActive();
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf bytes) {
        long at = received;
        while (bytes.isReadable() && difference.isEmpty()) {
            byte value = bytes.readByte();
            if (value != Source.valueAt(at)) {
                difference = "byte " + at + " is " + value + ", not " + Source.valueAt(at);
            }
            at++;
        }
        received = at;
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        failure.complete(cause);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        inactive.complete(System.nanoTime());
    }

    /** Waits for the connection. */
    Channel channel() throws Exception {
        return active.get(30, TimeUnit.SECONDS);
    }

    /** Returns the number of bytes received, all of which have the right values. */
    long received() {
        assertThat(difference).isEmpty();
        return received;
    }

    /** Waits until more bytes have arrived than before. */
    void assertGoesOn() throws InterruptedException {
        long before = received();
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (received() == before && System.nanoTime() < end) {
            Thread.sleep(1);
        }
        assertThat(received())
                .as(
                        "bytes received; the channel %s, failure: %s",
                        inactive.isDone() ? "has ended" : "is active", failure())
                .isGreaterThan(before);
    }

    /** Waits for {@code channelInactive}, and returns the time of that by {@link System#nanoTime}. */
    long inactiveAt(Duration longest) throws Exception {
        return inactive.get(longest.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Returns what {@code exceptionCaught} got; null if there was no exception. */
    @Nullable Throwable failure() {
        return failure.getNow(null);
    }
}
