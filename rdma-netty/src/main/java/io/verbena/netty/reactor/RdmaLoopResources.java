package io.verbena.netty.reactor;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.verbena.netty.RdmaIoHandler;
import io.verbena.netty.RdmaServerSocketChannel;
import io.verbena.netty.RdmaSocketChannel;
import io.verbena.stream.Streams;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import reactor.core.publisher.Mono;
import reactor.netty.resources.LoopResources;

/**
 * Event loops that let servers and clients of Reactor Netty use RDMA. A client also needs a resolver that does not open a datagram
 * channel.
 *
 * <pre>{@code
 * LoopResources loops = RdmaLoopResources.create("rdma", 2, rdma.streams());
 * HttpServer.create().runOn(loops).bindAddress(() -> address).handle(handler).bindNow();
 * HttpClient.create().runOn(loops).resolver(DefaultAddressResolverGroup.INSTANCE);
 * }</pre>
 */
public final class RdmaLoopResources implements LoopResources {
    private final EventLoopGroup group;

    private RdmaLoopResources(EventLoopGroup group) {
        this.group = group;
    }

    /**
     * Creates event loops.
     *
     * @param prefix the prefix of the names of the threads
     * @param threads the number of event loops
     * @param streams the streams whose devices the channels use; they must stay open as long as the event loops
     */
    public static RdmaLoopResources create(String prefix, int threads, Streams streams) {
        return of(new MultiThreadIoEventLoopGroup(
                threads, new DefaultThreadFactory(prefix, true), RdmaIoHandler.newFactory(streams)));
    }

    /**
     * Uses the event loops of a group, which disposing these resources shuts down.
     *
     * @param group a group whose event loops have an {@link RdmaIoHandler}
     */
    public static RdmaLoopResources of(EventLoopGroup group) {
        return new RdmaLoopResources(group);
    }

    @Override
    public EventLoopGroup onServer(boolean useNative) {
        return group;
    }

    @Override
    public <C extends Channel> C onChannel(Class<C> type, EventLoopGroup loops) {
        return type.cast(type.equals(ServerSocketChannel.class) ? new RdmaServerSocketChannel() : socket(type));
    }

    private static Channel socket(Class<?> type) {
        requireStream(type);
        return new RdmaSocketChannel();
    }

    @Override
    public <C extends Channel> Class<? extends C> onChannelClass(Class<C> type, EventLoopGroup loops) {
        if (type.equals(ServerSocketChannel.class)) {
            return RdmaServerSocketChannel.class.asSubclass(type);
        }
        requireStream(type);
        return RdmaSocketChannel.class.asSubclass(type);
    }

    private static void requireStream(Class<?> type) {
        if (!type.equals(SocketChannel.class)) {
            throw new IllegalArgumentException("there is no " + type.getSimpleName()
                    + " over RDMA, only SocketChannel and ServerSocketChannel; a client that resolves names needs"
                    + " resolver(DefaultAddressResolverGroup.INSTANCE)");
        }
    }

    @Override
    public boolean daemon() {
        return true;
    }

    @Override
    public boolean isDisposed() {
        return group.isShuttingDown();
    }

    @Override
    public Mono<Void> disposeLater(Duration quietPeriod, Duration timeout) {
        return Mono.create(
                sink -> group.shutdownGracefully(quietPeriod.toMillis(), timeout.toMillis(), TimeUnit.MILLISECONDS)
                        .addListener(done -> sink.success()));
    }
}
