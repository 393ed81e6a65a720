package io.verbena.efa;

import io.verbena.error.RdmaException;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.CompletionField;
import io.verbena.hca.LinkLayer;
import io.verbena.hca.PortProperties;
import io.verbena.hca.QueuePairCapacity;
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
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.QueuePairSetup;
import io.verbena.verbs.ReceiveRequests;
import io.verbena.verbs.SendRequests;
import io.verbena.verbs.WorkCompletion;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * An SRD queue pair with the channels that share it. Its memory does not depend on the number of peers, but on the number of channels
 * and their windows. Threads that send, receive or wait also do the work of the other channels. Safe for use by several threads.
 */
public final class SrdEndpoint implements AutoCloseable {
    private static final long SEND = 1L << Integer.SIZE;
    private static final int BATCH = 32;
    private static final int GID_INDEX = 0;
    private static final long MTU_UNIT_BYTES = 128;

    /** The receives of a channel beyond its window: for limits, of which at most two are not taken, and for the end. */
    private static final int EXTRA_RECEIVES = 3;

    final ReentrantLock lock = new ReentrantLock();
    private final SecureRandom random = new SecureRandom();
    private final SrdOptions options;
    private final int port;
    private final int queueKey;
    private final Lid lid;
    private final Gid gid;
    private final ProtectionDomain domain;
    private final CompletionChannel events;
    private final CompletionQueue queue;
    private final QueuePair pair;
    private final int slotBytes;
    private final ByteBuffer sendMemory;
    private final ByteBuffer receiveMemory;
    private final MemoryRegion sendRegion;
    private final MemoryRegion receiveRegion;
    private final SendRequests sendBatch;
    private final ReceiveRequests receiveBatch;
    private final CompletionBatch completions;
    private final SrdMessage[] messages;
    private final @Nullable SrdChannel[] channels;

    /** The channels whose messages are in the send slots, and the slots that are free. */
    private final @Nullable SrdChannel[] users;

    private final int[] freeSends;
    private int freeSendCount;

    /** The number of receive slots that were ever posted, and how many of them closed channels have left. */
    private int postedReceives;

    private int spareReceives;

    /** Whether a channel could not announce its limit, because no send slot was free. */
    private boolean creditsWait;

    private long dropped;
    private boolean closed;

    private SrdEndpoint(
            EfaDevice device, ProtectionDomain domain, CompletionChannel events, int port, SrdOptions options) {
        Context context = device.context();
        PortProperties properties = context.port(port);
        this.options = options;
        this.port = port;
        this.slotBytes = SrdHeader.LENGTH + options.maxLength();
        requireFits(properties);
        this.queueKey = random.nextInt() & Integer.MAX_VALUE;
        this.lid = properties.lid();
        this.gid = context.gid(port, GID_INDEX).map(entry -> entry.gid()).orElse(Gid.ZERO);
        int receives = options.channels() * (options.window() + EXTRA_RECEIVES);
        this.domain = domain;
        this.events = events;
        this.queue = device.completionQueue(
                options.sends() + receives,
                events,
                0,
                EnumSet.of(CompletionField.BYTE_LENGTH, CompletionField.SOURCE_QUEUE_PAIR));
        this.pair = device.queuePair(domain)
                .completions(queue)
                .capacity(new QueuePairCapacity(options.sends(), receives, 1, 1, 0))
                .create();
        this.sendMemory = ByteBuffer.allocateDirect(options.sends() * slotBytes);
        this.receiveMemory = ByteBuffer.allocateDirect(receives * slotBytes);
        this.sendRegion = domain.register(sendMemory, AccessFlag.LOCAL_WRITE);
        this.receiveRegion = domain.register(receiveMemory, AccessFlag.LOCAL_WRITE);
        this.sendBatch = pair.sendRequests(1);
        this.receiveBatch = pair.receiveRequests(1);
        this.completions = queue.batch(BATCH);
        this.channels = new @Nullable SrdChannel[options.channels()];
        this.users = new @Nullable SrdChannel[options.sends()];
        this.freeSends = new int[options.sends()];
        for (int slot = 0; slot < freeSends.length; slot++) {
            freeSends[freeSendCount++] = slot;
        }
        this.messages = new SrdMessage[receives];
        for (int slot = 0; slot < receives; slot++) {
            messages[slot] = new SrdMessage(
                    this, slot, receiveMemory.slice(slot * slotBytes + SrdHeader.LENGTH, options.maxLength()));
        }
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
            SrdEndpoint endpoint = new SrdEndpoint(device, domain, events, port, options);
            endpoint.pair.establish(QueuePairSetup.port(port).queueKey(endpoint.queueKey));
            endpoint.pair.onFailure(endpoint::failed);
            return endpoint;
        } catch (RuntimeException e) {
            // Closing the channel also closes the queue and the queue pair.
            if (events != null) {
                events.close();
            }
            domain.close();
            throw e;
        }
    }

    private void requireFits(PortProperties properties) {
        long most = properties.maxMessageBytes();
        if (properties.linkLayer() == LinkLayer.INFINIBAND) {
            most = Math.min(most, MTU_UNIT_BYTES << properties.activeMtu().code());
        }
        if (slotBytes > most) {
            throw new IllegalArgumentException("messages of " + options.maxLength() + " bytes and a header of "
                    + SrdHeader.LENGTH + " bytes exceed the " + most + " bytes that port " + port
                    + " carries; use a smaller maxLength");
        }
    }

    /** Returns the options. */
    public SrdOptions options() {
        return options;
    }

    /** Returns the queue pair that the channels share. */
    public QueuePair queuePair() {
        return pair;
    }

    /** Returns the number of messages that were dropped, because they were for no channel of this endpoint. */
    public long dropped() {
        lock.lock();
        try {
            return dropped;
        } finally {
            lock.unlock();
        }
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
            int number = 0;
            while (number < channels.length && channels[number] != null) {
                number++;
            }
            if (number == channels.length) {
                throw new IllegalStateException(this + " has " + number
                        + " channels, as many as its options permit; close some, or permit more");
            }
            SrdChannel channel = new SrdChannel(
                    this,
                    new SrdAddress(
                            pair.number(),
                            queueKey,
                            lid,
                            gid,
                            number,
                            random.nextInt(),
                            options.window(),
                            options.maxLength()));
            reserveReceives(options.window() + EXTRA_RECEIVES);
            channels[number] = channel;
            return channel;
        } finally {
            lock.unlock();
        }
    }

    private void reserveReceives(int count) {
        if (spareReceives >= count) {
            spareReceives -= count;
            return;
        }
        for (int i = 0; i < count; i++) {
            postReceive(postedReceives++);
        }
    }

    private void postReceive(int slot) {
        pair.post(receiveBatch.receive(slot).segment(receiveRegion, (long) slot * slotBytes, slotBytes));
    }

    AddressHandle way(SrdAddress to) {
        return domain.addressHandle(to.way(port, GID_INDEX));
    }

    // ---- sending, with the lock held

    boolean maySend(SrdChannel channel) {
        return freeSendCount > 0 && channel.order.maySend();
    }

    /** Sends a message of a channel; there must be room. */
    void send(SrdChannel channel, SrdAddress peer, int kind, @Nullable ByteBuffer data) {
        AddressHandle way = channel.way;
        if (way == null) {
            throw new IllegalStateException(channel + " is not connected");
        }
        int slot = freeSends[--freeSendCount];
        int at = slot * slotBytes;
        int length = data == null ? 0 : data.remaining();
        int sequence = kind == SrdHeader.CREDITS ? 0 : channel.order.nextSequence();
        SrdHeader.write(sendMemory, at, kind, peer, sequence, channel.order.grant(), length);
        if (data != null) {
            sendMemory.put(at + SrdHeader.LENGTH, data, data.position(), length);
        }
        users[slot] = channel;
        channel.inFlight++;
        try {
            pair.post(sendBatch
                    .send(SEND | slot)
                    .segment(sendRegion, at, SrdHeader.LENGTH + length)
                    .to(way, peer.queuePair(), peer.queueKey()));
        } catch (RdmaException e) {
            sendBatch.clear();
            sent(slot);
            channel.fail(e);
            throw e;
        }
    }

    /** Sends the end of a channel, if there is room or it has no peer; returns whether that is done. */
    boolean end(SrdChannel channel) {
        SrdAddress peer = channel.peer;
        if (peer == null || closed) {
            return true;
        }
        if (freeSendCount == 0) {
            return false;
        }
        send(channel, peer, SrdHeader.END, null);
        return true;
    }

    /** Announces the limit of a channel if it has grown enough. */
    void sendCredits(SrdChannel channel) {
        SrdAddress peer = channel.peer;
        if (peer == null || closed || !channel.order.owesGrant()) {
            return;
        }
        if (freeSendCount > 0) {
            send(channel, peer, SrdHeader.CREDITS, null);
        } else {
            creditsWait = true;
        }
    }

    private void sent(int slot) {
        SrdChannel user = users[slot];
        users[slot] = null;
        freeSends[freeSendCount++] = slot;
        if (user != null) {
            user.inFlight--;
        }
    }

    // ---- receiving, with the lock held

    SrdMessage message(int slot, SrdChannel channel) {
        return messages[slot].opened(channel, SrdHeader.length(receiveMemory, slot * slotBytes));
    }

    /** Takes back the slot of a message that a channel has delivered. */
    void released(int slot, SrdChannel channel) {
        if (closed) {
            return;
        }
        postReceive(slot);
        channel.order.released();
        if (channels[channel.address().channel()] == channel) {
            sendCredits(channel);
        }
    }

    /** Removes a channel that is closed. */
    void remove(SrdChannel channel) {
        channels[channel.address().channel()] = null;
        if (closed) {
            return;
        }
        for (int slot = channel.order.discard(); slot >= 0; slot = channel.order.discard()) {
            postReceive(slot);
        }
        spareReceives += options.window() + EXTRA_RECEIVES;
        wakeWaiters();
        AddressHandle way = channel.way;
        if (way != null && channel.inFlight == 0) {
            way.close();
        }
    }

    /** Handles the completions that there are. */
    void progress() {
        while (!closed && queue.poll(completions) > 0) {
            for (int i = 0; i < completions.size(); i++) {
                completed(completions.get(i));
            }
        }
    }

    private void completed(WorkCompletion completion) {
        int slot = (int) completion.id();
        if ((completion.id() & SEND) != 0) {
            SrdChannel user = users[slot];
            sent(slot);
            if (user != null && !completion.isSuccess()) {
                user.fail(failure(completion));
            }
            sendCreditsThatWait();
        } else if (completion.isSuccess()) {
            received(slot, completion.byteLength(), completion.sourceQueuePair());
        } else if (completion.status() == WorkCompletionStatus.LOCAL_LENGTH_ERROR) {
            drop(slot);
        } else {
            failAll(failure(completion));
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
                if (channel != null) {
                    sendCredits(channel);
                }
            }
        }
    }

    private void received(int slot, int bytes, int source) {
        int at = slot * slotBytes;
        SrdChannel channel = SrdHeader.isValid(receiveMemory, at, bytes) ? channel(at) : null;
        if (channel == null || !channel.isFrom(source)) {
            drop(slot);
            return;
        }
        SrdAddress peer = channel.peer;
        int window = peer == null ? SrdOptions.MAX_WINDOW : peer.window();
        boolean valid = channel.order.granted(SrdHeader.limit(receiveMemory, at), window);
        int sequence = SrdHeader.sequence(receiveMemory, at);
        boolean keeps = false;
        switch (SrdHeader.kind(receiveMemory, at)) {
            case SrdHeader.MESSAGE -> {
                keeps = channel.order.arrived(sequence, slot);
                valid &= keeps;
            }
            case SrdHeader.END -> valid &= channel.order.ended(sequence);
            default -> {
                // Limits have no place in the order.
            }
        }
        if (!keeps) {
            postReceive(slot);
        }
        if (!valid) {
            channel.fail(new RdmaException("the peer of " + channel + " broke the protocol: message " + sequence
                    + " with limit " + SrdHeader.limit(receiveMemory, at) + " is outside of the window"));
        }
    }

    private @Nullable SrdChannel channel(int at) {
        int number = SrdHeader.channel(receiveMemory, at);
        SrdChannel found = number >= 0 && number < channels.length ? channels[number] : null;
        return found != null && found.address().token() == SrdHeader.token(receiveMemory, at) ? found : null;
    }

    private void drop(int slot) {
        dropped++;
        postReceive(slot);
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
    private void wakeWaiters() {
        if (!closed && !queue.isClosed()) {
            queue.wakeUp();
        }
    }

    // ---- waiting

    /** Waits for a condition, which is evaluated with the lock held; returns false after the deadline. */
    boolean await(BooleanSupplier condition, Deadline deadline) {
        try {
            while (!isTrue(condition)) {
                if (deadline.isOver()) {
                    return false;
                }
                if (!queue.tryYield()) {
                    long seen = queue.events();
                    queue.requestNotification(false);
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
        // Closing the channel also closes the queue and the queue pair, and wakes the threads that wait.
        events.close();
        domain.close();
    }

    @Override
    public String toString() {
        return "SrdEndpoint[" + pair + "]";
    }
}
