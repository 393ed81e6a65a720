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
import io.verbena.stream.RdmaStream;
import io.verbena.stream.StreamEnd;
import io.verbena.stream.StreamPoller;
import io.verbena.stream.StreamReadiness;
import io.verbena.stream.Streams;
import io.verbena.verbs.ClosedObjectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Serves the channels of an event loop with one wait for the completions of all their streams, for connection events and for tasks.
 * Each event loop has completion channels of its own. The devices, and the default allocator of each device, belong to the factory.
 *
 * <pre>{@code
 * EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, RdmaIoHandler.newFactory(rdma.streams()));
 * new ServerBootstrap().group(group).channel(RdmaServerSocketChannel.class).childHandler(handler).bind(address);
 * }</pre>
 */
public final class RdmaIoHandler implements IoHandler {
    private static final InternalLogger LOG = InternalLoggerFactory.getInstance(RdmaIoHandler.class);

    /**
     * Number of runs for which one timed run stands. Netty asks every handler that may change its thread for the time, and
     * three readings of the clock per run would be a considerable part of an echo.
     */
    private static final int RUNS_PER_TIMED_RUN = 64;

    private final Streams streams;
    private final ChannelMemory memory;
    private final ThreadAwareExecutor executor;
    private final StreamPoller poller;
    private final Set<Registration> registrations = new HashSet<>();
    private final Map<StreamEnd, Registration> byEnd = new HashMap<>();
    private final RdmaIoHandle.Ready event = new RdmaIoHandle.Ready();
    private final BiConsumer<StreamEnd, Set<StreamReadiness>> dispatch = this::dispatch;
    private final WriteBatch batch = new WriteBatch();
    private final LongSupplier delay = this::delayNanos;

    /** The context of the current {@link #run}. */
    private @Nullable IoHandlerContext current;

    private int runs;
    private boolean reportsTime;
    private long activeNanos;

    /** The thread that waits after the streams were closed under the event loop. */
    private volatile @Nullable Thread parked;

    private RdmaIoHandler(Streams streams, ChannelMemory memory, ThreadAwareExecutor executor, Duration spin) {
        this.streams = streams.forEventLoop();
        this.memory = memory;
        this.executor = executor;
        this.poller = this.streams.poller(spin);
        memory.retain();
    }

    /**
     * Returns a factory of handlers whose event loops block when there is nothing to do.
     *
     * @param streams the streams whose devices the channels use; they must stay open as long as the event loops
     */
    public static IoHandlerFactory newFactory(Streams streams) {
        return newFactory(streams, Duration.ZERO);
    }

    /**
     * Returns a factory of handlers whose event loops poll the completion queues for some time before they block. That avoids the
     * cost of a wake-up, but occupies a processor. A loop with more than eight channels always blocks.
     *
     * @param streams the streams whose devices the channels use; they must stay open as long as the event loops
     * @param spin how long an event loop polls before it blocks
     */
    public static IoHandlerFactory newFactory(Streams streams, Duration spin) {
        ChannelMemory memory = new ChannelMemory();
        return new IoHandlerFactory() {
            @Override
            public IoHandler newHandler(ThreadAwareExecutor executor) {
                return new RdmaIoHandler(streams, memory, executor, spin);
            }

            @Override
            public boolean isChangingThreadSupported() {
                return true;
            }
        };
    }

    Streams streams() {
        return streams;
    }

    ChannelMemory memory() {
        return memory;
    }

    /** Returns the buffers of the current write, which all channels of the event loop share. */
    WriteBatch batch() {
        return batch;
    }

    /**
     * Closes a stream without waiting.
     *
     * @param linger the time after which unsent data is lost; zero to reset the connection
     * @param freed is run on the event loop when the stream is freed; at once if it was closed already
     */
    void close(RdmaStream stream, Duration linger, Runnable freed) {
        boolean open;
        try {
            open = poller.close(stream, linger, freed);
        } catch (ClosedObjectException e) {
            // The streams were closed under the event loop, which has closed this one as well.
            open = false;
        }
        if (!open) {
            freed.run();
        }
    }

    @Override
    public int run(IoHandlerContext context) {
        reportsTime = ++runs % RUNS_PER_TIMED_RUN == 0 && context.shouldReportActiveIoTime();
        activeNanos = 0;
        current = context;
        int handled = 0;
        // A task that is added after canBlock() was asked wakes the poller, which remembers that until its next wait.
        boolean mayWait = context.canBlock();
        try {
            handled = poller.poll(mayWait, delay, dispatch);
        } catch (ClosedObjectException e) {
            park(mayWait ? Duration.ofNanos(delay.getAsLong()) : Duration.ZERO);
        } catch (RuntimeException e) {
            LOG.warn("an event loop cannot wait for its streams; it tries again in a second", e);
            park(Duration.ofSeconds(1));
        }
        if (reportsTime) {
            context.reportActiveIoTime(activeNanos * RUNS_PER_TIMED_RUN);
        }
        return handled;
    }

    private long delayNanos() {
        return Objects.requireNonNull(current).delayNanos(System.nanoTime());
    }

    /** Waits for tasks alone. */
    private void park(Duration longest) {
        if (!longest.isZero()) {
            parked = Thread.currentThread();
            LockSupport.parkNanos(this, Math.min(longest.toNanos(), TimeUnit.MILLISECONDS.toNanos(100)));
            parked = null;
        }
    }

    private void dispatch(StreamEnd end, Set<StreamReadiness> ready) {
        Registration registration = byEnd.get(end);
        if (registration == null) {
            return;
        }
        long start = reportsTime ? System.nanoTime() : 0;
        event.readiness = ready;
        registration.handle.handle(registration, event);
        if (reportsTime) {
            activeNanos += System.nanoTime() - start;
        }
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
        if (executor.isExecutorThread(Thread.currentThread())) {
            return;
        }
        try {
            poller.wakeUp();
        } catch (ClosedObjectException e) {
            Thread waiting = parked;
            if (waiting != null) {
                LockSupport.unpark(waiting);
            }
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
            } catch (RuntimeException e) {
                LOG.warn("a channel cannot be closed with its event loop", e);
            }
        }
    }

    /** Waits until the streams of closed channels have sent what was written, and frees them. */
    @Override
    public void destroy() {
        try {
            poller.close();
            streams.close();
        } catch (RuntimeException e) {
            LOG.warn("the streams of an event loop cannot be closed", e);
        } finally {
            memory.release();
        }
    }

    /** The readiness that a channel waits for. */
    record Interest(StreamEnd end, Set<StreamReadiness> wanted) implements IoOps {}

    /** The registration of a channel; its attachment is the handler. */
    private final class Registration implements IoRegistration {
        private final RdmaIoHandle handle;
        private final AtomicBoolean canceled = new AtomicBoolean();
        private @Nullable StreamEnd end;

        Registration(RdmaIoHandle handle) {
            this.handle = handle;
        }

        @Override
        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
        public <T> T attachment() {
            return (T) RdmaIoHandler.this;
        }

        @Override
        public long submit(IoOps ops) {
            Interest interest = (Interest) ops;
            end = interest.end();
            byEnd.put(interest.end(), this);
            poller.add(interest.end(), interest.wanted());
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

    /** Ends the reports of a stream until the channel submits an interest again. */
    void mute(StreamEnd end) {
        poller.remove(end);
    }
}
