package io.verbena.efa;

import io.verbena.error.ClosingFailures;
import io.verbena.error.RdmaException;
import io.verbena.hca.CompletionField;
import io.verbena.hca.LinkLayer;
import io.verbena.hca.PortProperties;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.SendOperation;
import io.verbena.hca.WorkCompletionOpcode;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import io.verbena.verbs.AddressHandle;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.CompletionChannel;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.QueuePairSetup;
import io.verbena.verbs.WorkCompletion;
import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * An SRD queue pair with the channels that share it. Its memory does not depend on the number of peers, but on the number of channels
 * and their windows. Threads that send, receive or wait also do the work of the other channels. Safe for use by several threads.
 *
 * <p>An event loop opens the endpoint with a completion channel of its own ({@link #open(EfaDevice, ProtectionDomain,
 * CompletionChannel, int, SrdOptions)}), calls {@link #arm} before it waits, and finds the channels that have changed by {@link
 * SrdChannel#changes}.
 */
public final class SrdEndpoint implements AutoCloseable {
    private static final int BATCH = 32;
    private static final int GID_INDEX = 0;

    /** A header, and memory of the application; no EFA device takes more. */
    private static final int SEND_SEGMENTS = 2;

    private static final long MTU_UNIT_BYTES = 128;

    final ReentrantLock lock = new ReentrantLock();
    private final SecureRandom random = new SecureRandom();
    private final SrdOptions options;
    private final int port;
    private final int queueKey;
    private final Lid lid;
    private final Gid gid;
    private final ProtectionDomain domain;

    /** The objects that this endpoint has opened for itself, in the order in which it closes them. */
    private final List<AutoCloseable> own;

    private final CompletionQueue queue;
    private final QueuePair pair;
    private final CompletionBatch completions;
    private final @Nullable SrdChannel[] channels;
    final SrdSends sends;
    final SrdReceives receives;
    private final SrdArrivals arrivals;

    /** The events of the completion queue when the last event was requested; it is still due while there was no other. */
    private volatile long armed = -1;

    /** Whether a channel could not announce its limit, because no send slot was free. */
    private boolean creditsWait;

    private boolean closed;

    private SrdEndpoint(
            EfaDevice device,
            ProtectionDomain domain,
            CompletionChannel events,
            List<AutoCloseable> own,
            int port,
            SrdOptions options) {
        Context context = device.context();
        PortProperties properties = context.port(port);
        this.options = options;
        this.port = port;
        if (options.maxLength() > maxLength(properties)) {
            throw new IllegalArgumentException("messages of " + options.maxLength() + " bytes and a header of "
                    + SrdHeader.LENGTH + " bytes exceed what port " + port + " carries; use a maxLength of at most "
                    + maxLength(properties));
        }
        this.queueKey = random.nextInt() & Integer.MAX_VALUE;
        this.lid = properties.lid();
        this.gid = context.gid(port, GID_INDEX).map(entry -> entry.gid()).orElse(Gid.ZERO);
        this.domain = domain;
        this.own = own;
        int posted = options.channels() * (options.window() + SrdReceives.EXTRA);
        int slotBytes = SrdHeader.LENGTH + options.maxLength();
        this.queue = device.completionQueue(options.sends() + posted, events, 0, completionFields(options));
        try {
            this.pair = device.queuePair(domain)
                    .operations(SendOperation.SEND, operations(options))
                    .completions(queue)
                    .capacity(new QueuePairCapacity(options.sends(), posted, SEND_SEGMENTS, 1, 0))
                    .create();
            this.sends = new SrdSends(pair, domain, options.sends(), slotBytes);
        } catch (RuntimeException e) {
            // Closing the queue also closes the queue pair.
            queue.close();
            throw e;
        }
        this.receives = new SrdReceives(this, pair, domain, options.window(), slotBytes);
        this.completions = queue.batch(BATCH);
        this.channels = new @Nullable SrdChannel[options.channels()];
        this.arrivals = new SrdArrivals(channels, receives);
    }

    private static Set<CompletionField> completionFields(SrdOptions options) {
        Set<CompletionField> fields = EnumSet.of(CompletionField.BYTE_LENGTH, CompletionField.SOURCE_QUEUE_PAIR);
        if (options.hasRings()) {
            fields.add(CompletionField.IMMEDIATE);
        }
        return fields;
    }

    private static SendOperation[] operations(SrdOptions options) {
        return options.hasRings()
                ? new SendOperation[] {SendOperation.RDMA_WRITE_WITH_IMMEDIATE}
                : new SendOperation[0];
    }

    /** Opens an endpoint with {@link SrdOptions#DEFAULTS}; see {@link #open(EfaDevice, int, SrdOptions)}. */
    public static SrdEndpoint open(EfaDevice device, int port) {
        return open(device, port, SrdOptions.DEFAULTS);
    }

    /**
     * Opens an endpoint at a port of a device.
     *
     * @param port the number of the port, from 1
     * @throws IllegalArgumentException if the port does not carry messages of the maximum length
     * @throws io.verbena.error.SysException if the device refuses the queue pair or its sizes
     */
    public static SrdEndpoint open(EfaDevice device, int port, SrdOptions options) {
        ProtectionDomain domain = device.context().protectionDomain();
        @Nullable CompletionChannel events = null;
        try {
            events = device.context().completionChannel();
            return open(device, domain, events, List.of(events, domain), port, options);
        } catch (RuntimeException e) {
            ClosingFailures ignored = new ClosingFailures();
            ignored.close(events);
            ignored.close(domain);
            throw e;
        }
    }

    /**
     * Opens an endpoint in a protection domain, and with a completion channel, which it may share. The caller closes both after this
     * endpoint.
     *
     * @param port the number of the port, from 1
     * @throws IllegalArgumentException if the port does not carry messages of the maximum length
     * @throws io.verbena.error.SysException if the device refuses the queue pair or its sizes
     */
    public static SrdEndpoint open(
            EfaDevice device, ProtectionDomain domain, CompletionChannel events, int port, SrdOptions options) {
        return open(device, domain, events, List.of(), port, options);
    }

    private static SrdEndpoint open(
            EfaDevice device,
            ProtectionDomain domain,
            CompletionChannel events,
            List<AutoCloseable> own,
            int port,
            SrdOptions options) {
        SrdEndpoint endpoint = new SrdEndpoint(device, domain, events, own, port, options);
        try {
            endpoint.pair.establish(QueuePairSetup.port(port).queueKey(endpoint.queueKey));
            endpoint.pair.onFailure(endpoint::failed);
            return endpoint;
        } catch (RuntimeException e) {
            endpoint.destroy(new ClosingFailures());
            throw e;
        }
    }

    /**
     * Returns the maximum length of a message that a port of a device carries, in bytes.
     *
     * @param port the number of the port, from 1
     */
    public static int maxLength(EfaDevice device, int port) {
        return maxLength(device.context().port(port));
    }

    private static int maxLength(PortProperties properties) {
        long most = properties.maxMessageBytes();
        if (properties.linkLayer() == LinkLayer.INFINIBAND) {
            most = Math.min(most, MTU_UNIT_BYTES << properties.activeMtu().code());
        }
        return (int) Math.max(0, Math.min(SrdOptions.MAX_LENGTH, most - SrdHeader.LENGTH));
    }

    /** Returns the options. */
    public SrdOptions options() {
        return options;
    }

    /** Returns the queue pair that the channels share. */
    public QueuePair queuePair() {
        return pair;
    }

    /** Returns the completion queue of the channels. Only this endpoint polls it. */
    public CompletionQueue completionQueue() {
        return queue;
    }

    /** Returns the number of messages that were dropped, because they were for no channel of this endpoint. */
    public long dropped() {
        lock.lock();
        try {
            return arrivals.dropped();
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether there is room for another channel. */
    public boolean hasRoom() {
        lock.lock();
        try {
            return !closed && freeNumber() < channels.length;
        } finally {
            lock.unlock();
        }
    }

    private int freeNumber() {
        int number = 0;
        while (number < channels.length && channels[number] != null) {
            number++;
        }
        return number;
    }

    /**
     * Opens a channel, which can receive from now on.
     *
     * @throws IllegalStateException if the maximum number of channels is open, or this endpoint is closed
     */
    public SrdChannel openChannel() {
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException(this + " is closed");
            }
            int number = freeNumber();
            if (number == channels.length) {
                throw new IllegalStateException(this + " has " + number
                        + " channels, as many as its options permit; close some, or permit more");
            }
            SrdChannel channel = newChannel(number);
            try {
                receives.reserve();
            } catch (RuntimeException e) {
                channel.closeResources(new ClosingFailures());
                throw e;
            }
            channels[number] = channel;
            return channel;
        } finally {
            lock.unlock();
        }
    }

    private SrdChannel newChannel(int number) {
        SrdRings rings = options.hasRings() ? new SrdRings(domain, options) : null;
        SrdAddress address = new SrdAddress(
                pair.number(),
                queueKey,
                lid,
                gid,
                number,
                random.nextInt(),
                options.window(),
                options.maxLength(),
                rings == null ? SrdRing.NONE : rings.ring());
        return new SrdChannel(this, address, rings);
    }

    AddressHandle addressHandle(SrdAddress to) {
        return domain.addressHandle(to.vector(port, GID_INDEX));
    }

    /** Removes a channel that is closed, with the lock held. */
    void remove(SrdChannel channel) {
        channels[channel.address().channel()] = null;
        if (!closed) {
            discard(channel);
            receives.release();
            wakeWaiters();
        }
    }

    /** Takes back the slots of messages that a channel will not take. */
    void discard(SrdChannel channel) {
        for (int slot = channel.order.discard(); slot >= 0; slot = channel.order.discard()) {
            receives.postUnannounced(slot);
        }
    }

    // ---- sending, with the lock held

    /** Sends the end of a channel, or that it is closed, if there is room or it has no peer; returns whether that is done. */
    boolean end(SrdChannel channel, int kind) {
        return sendControl(channel, kind, channel.order.endSequence());
    }

    /** Announces the limit of a channel if it has grown enough. */
    void sendCredits(SrdChannel channel) {
        if (channel.owesGrant() && !sendLimit(channel)) {
            creditsWait = true;
        }
    }

    /** Announces the limit of a channel; returns false if there is no room. */
    boolean sendLimit(SrdChannel channel) {
        return sendControl(channel, SrdHeader.CREDITS, 0);
    }

    private boolean sendControl(SrdChannel channel, int kind, int sequence) {
        AddressHandle to = channel.addressHandle;
        SrdAddress peer = channel.peer;
        if (to == null || peer == null || closed) {
            return true;
        }
        if (!sends.hasRoom()) {
            return false;
        }
        receives.flush();
        int slot = sends.take(channel);
        sends.header(slot, kind, peer, sequence, channel.order.grant(), 0, channel.grantRing());
        sends.add(slot, 0, to, peer);
        sends.flush();
        return true;
    }

    // ---- receiving, with the lock held

    SrdMessage message(int slot, SrdChannel channel) {
        int length = receives.length(slot);
        SrdMessage message = receives.message(slot);
        return channel.rings != null && receives.isRun(slot)
                ? message.opened(channel, channel.rings.take(length))
                : message.opened(channel, length);
    }

    /** Takes back the slot of a message that a channel has delivered. */
    void released(int slot, SrdChannel channel) {
        if (closed) {
            return;
        }
        if (channel.rings != null && receives.isRun(slot)) {
            channel.rings.released();
        }
        channel.order.released();
        if (channels[channel.address().channel()] == channel && channel.failure == null) {
            receives.post(slot);
            sendCredits(channel);
        } else {
            receives.postUnannounced(slot);
        }
    }

    /** Handles the completions that there are. */
    void progress() {
        int polled = closed ? 0 : queue.poll(completions);
        while (polled > 0) {
            for (int i = 0; i < polled; i++) {
                completed(completions.get(i));
            }
            polled = polled < BATCH ? 0 : queue.poll(completions);
        }
        if (!closed) {
            receives.flushUnannounced();
        }
    }

    private void completed(WorkCompletion completion) {
        int slot = (int) completion.id();
        if (SrdSends.isSend(completion.id())) {
            SrdChannel user = sends.user(slot);
            sends.completed(slot);
            if (user != null && !completion.isSuccess()) {
                failed(user, completion);
            }
            sendCreditsThatWait();
        } else if (completion.isSuccess()) {
            if (completion.hasImmediate() && completion.opcode() == WorkCompletionOpcode.RECEIVE_RDMA_WITH_IMMEDIATE) {
                arrivals.run(slot, completion.byteLength(), completion.sourceQueuePair(), completion.immediate());
            } else {
                arrivals.message(slot, completion.byteLength(), completion.sourceQueuePair());
            }
        } else if (completion.status() == WorkCompletionStatus.LOCAL_LENGTH_ERROR) {
            arrivals.drop(slot);
        } else {
            failAll(failure(completion));
        }
    }

    private static void failed(SrdChannel user, WorkCompletion completion) {
        if (completion.status() == WorkCompletionStatus.REMOTE_ACCESS_ERROR) {
            // The peer has freed its ring, which it does when it closes the channel.
            user.peerClosed();
        } else {
            user.fail(failure(completion));
        }
    }

    private static RdmaException failure(WorkCompletion completion) {
        try {
            completion.check();
            return new RdmaException("the request succeeded");
        } catch (RdmaException e) {
            return e;
        }
    }

    private void sendCreditsThatWait() {
        if (creditsWait) {
            creditsWait = false;
            for (SrdChannel channel : channels) {
                if (channel != null && channel.failure == null) {
                    sendCredits(channel);
                }
            }
        }
    }

    private void failAll(RdmaException cause) {
        for (SrdChannel channel : channels) {
            if (channel != null) {
                channel.fail(cause);
            }
        }
    }

    private void failed(RdmaException cause) {
        lock.lock();
        try {
            failAll(cause);
            wakeWaiters();
        } finally {
            lock.unlock();
        }
    }

    /** Wakes the threads that wait, after a change that no completion reports. */
    void wakeWaiters() {
        if (!closed && !queue.isClosed()) {
            queue.wakeUp();
        }
    }

    // ---- waiting

    /**
     * Requests an event of the completion queue unless one is due, and handles the completions that there are. A later change of a
     * channel generates an event, even if another thread handles the completion.
     *
     * @throws io.verbena.verbs.ClosedObjectException if the completion queue is closed
     */
    public void arm() {
        lock.lock();
        try {
            if (!isArmed()) {
                armed = queue.events();
                queue.requestNotification(false);
            }
            progress();
        } finally {
            lock.unlock();
        }
    }

    /** Handles the completions of the last event, and requests another one; does nothing if there was no event. Does not wait. */
    public void afterEvent() {
        if (!isArmed()) {
            arm();
        }
    }

    private boolean isArmed() {
        return armed == queue.events();
    }

    /** Waits for a condition, which is evaluated with the lock held; returns false after the deadline. */
    boolean await(BooleanSupplier condition, Deadline deadline) {
        try {
            while (!isTrue(condition)) {
                if (deadline.isOver()) {
                    return false;
                }
                if (!queue.tryYield()) {
                    long seen = queue.events();
                    arm();
                    if (isTrue(condition)) {
                        return true;
                    }
                    queue.awaitNotification(seen, deadline);
                }
            }
            return true;
        } catch (ClosedObjectException e) {
            // This endpoint was closed meanwhile, which the caller finds out by the state of its channel.
            return true;
        }
    }

    private boolean isTrue(BooleanSupplier condition) {
        lock.lock();
        try {
            progress();
            return closed || condition.getAsBoolean();
        } finally {
            lock.unlock();
        }
    }

    /** Closes this endpoint and its channels at once; the peers learn of it only by failures of later sends. */
    @Override
    public void close() {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            failAll(new SrdEndedException(this + " is closed", null));
            closed = true;
        } finally {
            lock.unlock();
        }
        ClosingFailures failures = new ClosingFailures();
        destroy(failures);
        failures.rethrow();
    }

    private void destroy(ClosingFailures failures) {
        // Closing the queue also closes the queue pair, and wakes the threads that wait.
        failures.close(queue);
        lock.lock();
        try {
            for (SrdChannel channel : channels) {
                if (channel != null) {
                    channel.closeResources(failures);
                }
            }
            sends.close(failures);
            receives.close(failures);
        } finally {
            lock.unlock();
        }
        failures.closeAll(own);
    }

    @Override
    public String toString() {
        return "SrdEndpoint[" + pair + "]";
    }
}
