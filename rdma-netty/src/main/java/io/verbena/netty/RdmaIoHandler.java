package io.verbena.netty;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoOps;
import io.netty.channel.IoRegistration;
import io.netty.util.concurrent.ThreadAwareExecutor;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;
import io.verbena.stream.StreamEnd;
import io.verbena.stream.StreamPoller;
import io.verbena.stream.StreamReadiness;
import io.verbena.stream.Streams;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Serves the channels of an event loop: one wait for the completions of all their streams, for connection events and for tasks.
 *
 * <pre>{@code
 * EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, RdmaIoHandler.newFactory(rdma.streams()));
 * new ServerBootstrap().group(group).channel(RdmaServerSocketChannel.class).childHandler(handler).bind(address);
 * }</pre>
 */
public final class RdmaIoHandler implements IoHandler {
    private static final InternalLogger LOG = InternalLoggerFactory.getInstance(RdmaIoHandler.class);

    private final Streams streams;
    private final ThreadAwareExecutor executor;
    private final StreamPoller poller;
    private final Set<Registration> registrations = new HashSet<>();
    private final Map<StreamEnd, Registration> byEnd = new HashMap<>();

    private RdmaIoHandler(Streams streams, ThreadAwareExecutor executor) {
        this.streams = streams;
        this.executor = executor;
        this.poller = streams.poller();
    }

    /**
     * Returns a factory of handlers whose channels use the devices of an {@code Rdma}.
     *
     * @param streams the streams, which must stay open as long as the event loops
     */
    public static IoHandlerFactory newFactory(Streams streams) {
        return executor -> new RdmaIoHandler(streams, executor);
    }

    @Override
    public int run(IoHandlerContext context) {
        Map<StreamEnd, Set<StreamReadiness>> ready;
        try {
            // A task that is added after canBlock() was asked wakes the poller, which remembers that until its next
            // wait.
            Duration longest =
                    context.canBlock() ? Duration.ofNanos(context.delayNanos(System.nanoTime())) : Duration.ZERO;
            ready = poller.poll(longest);
        } catch (RuntimeException e) {
            LOG.warn("the wait of an event loop has failed", e);
            return 0;
        }
        long start = context.shouldReportActiveIoTime() ? System.nanoTime() : 0;
        int handled = 0;
        for (Map.Entry<StreamEnd, Set<StreamReadiness>> entry : ready.entrySet()) {
            Registration registration = byEnd.get(entry.getKey());
            if (registration != null) {
                registration.handle(entry.getValue());
                handled++;
            }
        }
        if (context.shouldReportActiveIoTime()) {
            context.reportActiveIoTime(System.nanoTime() - start);
        }
        return handled;
    }

    @Override
    public IoRegistration register(IoHandle handle) {
        Registration registration = new Registration((RdmaIoHandle) handle);
        registrations.add(registration);
        handle.registered();
        return registration;
    }

    @Override
    public void wakeup() {
        if (!executor.isExecutorThread(Thread.currentThread())) {
            poller.wakeUp();
        }
    }

    @Override
    public boolean isCompatible(Class<? extends IoHandle> type) {
        return RdmaIoHandle.class.isAssignableFrom(type);
    }

    @Override
    public void prepareToDestroy() {
        for (Registration registration : new ArrayList<>(registrations)) {
            try {
                registration.handle.close();
            } catch (Exception e) {
                LOG.warn("a channel cannot be closed with its event loop", e);
            }
        }
    }

    @Override
    public void destroy() {
        poller.close();
    }

    /** The readiness that a channel waits for. */
    record Interest(StreamEnd end, Set<StreamReadiness> wanted) implements IoOps {}

    /** The registration of a channel. */
    private final class Registration implements IoRegistration {
        private final RdmaIoHandle handle;
        private final AtomicBoolean canceled = new AtomicBoolean();
        private @Nullable StreamEnd end;

        Registration(RdmaIoHandle handle) {
            this.handle = handle;
        }

        void handle(Set<StreamReadiness> ready) {
            handle.handle(this, new RdmaIoHandle.Ready(ready));
        }

        @Override
        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
        public <T> T attachment() {
            return (T) streams;
        }

        @Override
        public long submit(IoOps ops) {
            Interest interest = (Interest) ops;
            end = interest.end();
            byEnd.put(interest.end(), this);
            if (interest.wanted().isEmpty()) {
                // The poller would report the end of the stream again and again.
                poller.remove(interest.end());
            } else {
                poller.add(interest.end(), interest.wanted());
            }
            return 0;
        }

        @Override
        public boolean isValid() {
            return !canceled.get();
        }

        @Override
        public boolean cancel() {
            if (!canceled.compareAndSet(false, true)) {
                return false;
            }
            if (executor.isExecutorThread(Thread.currentThread())) {
                remove();
            } else {
                executor.execute(this::remove);
            }
            return true;
        }

        private void remove() {
            registrations.remove(this);
            StreamEnd served = end;
            if (served != null) {
                byEnd.remove(served);
                poller.remove(served);
            }
            handle.unregistered();
        }
    }
}
