package io.verbena.netty;

import io.netty.channel.AbstractChannel;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPromise;
import io.netty.channel.EventLoop;
import io.netty.channel.IoEvent;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoRegistration;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.FutureListener;
import io.verbena.stream.StreamEnd;
import io.verbena.stream.StreamReadiness;
import java.net.SocketAddress;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The common part of channels and server channels: the registration and the readiness that is waited for. */
abstract class RdmaChannel extends AbstractChannel {
    private final Set<StreamReadiness> wanted = EnumSet.noneOf(StreamReadiness.class);
    private volatile @Nullable IoRegistration registration;
    private volatile boolean open = true;
    boolean readPending;
    volatile @Nullable SocketAddress local;
    volatile @Nullable SocketAddress remote;

    RdmaChannel(@Nullable Channel parent) {
        super(parent);
    }

    /** Returns the stream or the server, if there is one. */
    abstract @Nullable StreamEnd end();

    /** Reads the bytes that have arrived, or accepts the connections. */
    abstract void readBatch();

    /** Takes the end of the stream while nothing is to be read or written. */
    abstract void ended(boolean failed);

    @Override
    protected boolean isCompatible(EventLoop loop) {
        return loop instanceof IoEventLoop io && io.isCompatible(RdmaIoHandle.class);
    }

    @Override
    protected void doRegister(ChannelPromise promise) {
        ((IoEventLoop) eventLoop()).register((RdmaIoHandle) unsafe()).addListener((FutureListener<IoRegistration>)
                done -> registered(done, promise));
    }

    /** Continues after the registration with the event loop, on its thread. */
    void registered(Future<IoRegistration> done, ChannelPromise promise) {
        if (done.isSuccess()) {
            registration = done.getNow();
            promise.setSuccess();
        } else {
            promise.setFailure(done.cause());
        }
    }

    /** Returns the handler of the event loop; null before the channel is registered. */
    @Nullable RdmaIoHandler handlerIfRegistered() {
        IoRegistration current = registration;
        return current == null ? null : current.<RdmaIoHandler>attachment();
    }

    /** Returns the handler of the event loop. */
    RdmaIoHandler handler() {
        RdmaIoHandler current = handlerIfRegistered();
        if (current == null) {
            throw new IllegalStateException(this + " is not registered");
        }
        return current;
    }

    @Override
    protected void doDeregister() {
        IoRegistration current = registration;
        if (current != null) {
            current.cancel();
        }
    }

    @Override
    protected void doBeginRead() {
        readPending = true;
        want(StreamReadiness.READABLE, true);
    }

    /** Begins or ends to wait for an event. */
    void want(StreamReadiness readiness, boolean wants) {
        boolean changed = wants ? wanted.add(readiness) : wanted.remove(readiness);
        StreamEnd served = end();
        IoRegistration current = registration;
        if (changed && served != null && current != null && current.isValid() && served.isOpen()) {
            submit(current, served);
        }
    }

    /** Begins to wait when there is a stream. */
    void startWaiting() {
        StreamEnd served = end();
        IoRegistration current = registration;
        if (served != null && current != null && current.isValid()) {
            submit(current, served);
        }
    }

    private void submit(IoRegistration current, StreamEnd served) {
        current.submit(new RdmaIoHandler.Interest(served, EnumSet.copyOf(wanted)));
    }

    /** Ends the wait for bytes after a batch, if the application wants no more now. */
    void afterRead() {
        if (!readPending && !config().isAutoRead()) {
            want(StreamReadiness.READABLE, false);
        }
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    protected void doClose() {
        open = false;
    }

    @Override
    protected void doDisconnect() {
        doClose();
    }

    @Override
    protected @Nullable SocketAddress localAddress0() {
        return local;
    }

    @Override
    protected @Nullable SocketAddress remoteAddress0() {
        return remote;
    }

    /** The operations of a channel below its pipeline. */
    abstract class RdmaUnsafe extends AbstractUnsafe implements RdmaIoHandle {
        @Override
        public void handle(IoRegistration from, IoEvent event) {
            Ready ready = (Ready) event;
            boolean readable = ready.isReadable();
            // A failure is read if possible: the handlers get the bytes that have arrived, and then the exception.
            if (ready.isWritable() && !(readable && ready.isFailed())) {
                flushNow();
            }
            if (readable && isOpen()) {
                readBatch();
            } else if (isOpen() && !ready.isWritable()) {
                ended(ready.isFailed());
            }
        }

        /** Writes what was flushed, and flushes at once from now on. */
        void flushNow() {
            want(StreamReadiness.WRITABLE, false);
            super.flush0();
        }

        @Override
        protected void flush0() {
            // With data that waits for room, the event loop flushes when there is room.
            if (!wanted.contains(StreamReadiness.WRITABLE)) {
                super.flush0();
            }
        }

        @Override
        public void close() {
            close(voidPromise());
        }

        @Override
        public void registered() {
            // A channel has its registration when the future of the event loop completes.
        }

        @Override
        public void unregistered() {
            // The channel is deregistered by its own close.
        }
    }
}
