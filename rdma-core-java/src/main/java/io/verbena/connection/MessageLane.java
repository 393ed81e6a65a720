package io.verbena.connection;

import static io.verbena.connection.Reporting.WithoutFuture.CHANNEL;

import io.verbena.connection.MessageHeader.Kind;
import io.verbena.verbs.MemoryRegion;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Moves the messages that the {@link MessageProtocol} allows: posts, and keeps their memory. Guarded by the lock of the channel. */
final class MessageLane {
    /**
     * A long message that the peer has not read.
     *
     * @param pooled its copy; null if the caller keeps it
     * @param taken the future of a caller that keeps it; null for a copy
     */
    record Unread(@Nullable LocalBuffer pooled, @Nullable CompletableFuture<Void> taken) {}

    /** A message that is sent from where it lies, with the number of its request and the future of the caller. */
    private record InPlace(long request, CompletableFuture<Void> taken) {}

    private final RdmaConnection connection;
    final MessageProtocol<Unread> protocol;
    private final MessageOptions options;
    private final SendRing sends;
    private final ReceiveRing receives;
    private final BufferPool copies;
    private final BufferPool targets;
    private final Consumer<Message> releaser;
    private final Map<Long, Message> reading = new HashMap<>();
    private final Deque<InPlace> inPlace = new ArrayDeque<>();
    private final Deque<CompletableFuture<Void>> settling = new ArrayDeque<>();

    /** The options of the peer; null until it has announced them. */
    private @Nullable MessageOptions peer;

    private int peerSlotBytes;

    MessageLane(RdmaConnection connection, MessageOptions options, Consumer<Message> releaser) {
        this.connection = connection;
        this.options = options;
        this.releaser = releaser;
        connection.dedicate(options.sends());
        this.protocol = new MessageProtocol<>(options.slots(), options.window());
        this.copies = new BufferPool(connection, options.window(), Access.REMOTE_READ);
        this.targets = new BufferPool(connection, options.window());
        this.receives = new ReceiveRing(connection, options.places(), options.slotBytes());
        this.sends = new SendRing(connection, options.places(), options.slotBytes());
    }

    void postReceives() {
        receives.postAll();
    }

    void opened(MessageOptions peerOptions) {
        peer = peerOptions;
        peerSlotBytes = Math.min(peerOptions.slotBytes(), options.slotBytes());
        protocol.opened(peerOptions.slots());
    }

    MessageOptions peer() {
        MessageOptions announced = peer;
        if (announced == null) {
            throw new IllegalStateException("the peer has not announced what it takes");
        }
        return announced;
    }

    int peerSlotBytes() {
        return peerSlotBytes;
    }

    boolean isLong(long length) {
        return length > peerSlotBytes;
    }

    // ---- sending

    boolean maySend(boolean isLong) {
        return sends.hasRoom() && protocol.maySend(isLong);
    }

    /** Sends a copy; to be called when {@link #maySend} says so. */
    void send(ByteBuffer[] parts, int length) {
        if (!isLong(length)) {
            protocol.sent();
            sends.sendShort(parts, length, protocol.grant());
            return;
        }
        LocalBuffer copy = copies.take(length);
        ByteBuffer bytes = copy.bytes();
        for (ByteBuffer part : parts) {
            bytes.put(part.duplicate());
        }
        announce(copy, 0, length, new Unread(copy, null));
    }

    /** Sends a part of a buffer from where it lies; to be called when {@link #maySend} says so. */
    void send(LocalBuffer buffer, int offset, int length, CompletableFuture<Void> taken) {
        if (isLong(length)) {
            announce(buffer, offset, length, new Unread(null, taken));
        } else {
            protocol.sent();
            inPlace.add(new InPlace(sends.sendInPlace(buffer, offset, length, protocol.grant()), taken));
        }
    }

    private void announce(LocalBuffer buffer, int offset, int length, Unread message) {
        MemoryRegion region = buffer.region(connection.queuePair());
        long id = protocol.sent(message);
        sends.send(Kind.LONG, protocol.grant(), length, id, region.address() + offset, region.remoteKey());
    }

    /** Sends the end as soon as that is possible. Returns whether it is sent. */
    boolean sendEnd() {
        if (sends.hasRoom() && protocol.trySendEnd()) {
            sends.signalEach();
            sends.send(Kind.END, protocol.grant(), 0, 0, 0, 0);
        }
        return protocol.hasSentEnd();
    }

    boolean isIdle() {
        return sends.isIdle() && protocol.isRead();
    }

    /** Queues the reply that a message was given, behind those that wait already. */
    void reply(Message request) {
        protocol.reply(request, isLong(request.reply().length()));
    }

    // ---- receiving

    /** Handles a message that a receive has taken. */
    void received(long request, int bytes) {
        int slot = receives.slot(request);
        MessageHeader header = receives.header(slot, bytes, options.largest());
        Unread read = protocol.received(
                header,
                switch (header.kind()) {
                    case SHORT -> Message.inSlot(releaser, header, slot, receives.message(slot, (int) header.length()));
                    case LONG, END -> Message.withoutSlot(releaser, header);
                    case READ, CREDITS -> null;
                });
        if (read != null) {
            release(read);
        }
        // At last: after the end of the connection it is refused, and the message counts all the same.
        if (header.kind() != Kind.SHORT) {
            receives.post(slot);
        }
    }

    private void release(Unread read) {
        if (read.pooled() != null) {
            copies.give(read.pooled());
        }
        if (read.taken() != null) {
            settling.add(read.taken());
        }
    }

    /** Handles the end of a request of the send queue, and of those before it. */
    void ended(long request) {
        Message message = reading.isEmpty() ? null : reading.remove(request);
        if (message != null) {
            protocol.read(message);
        }
        sends.ended(request);
        while (!inPlace.isEmpty() && inPlace.getFirst().request() <= request) {
            settling.add(inPlace.remove().taken());
        }
    }

    void release(Message message) {
        protocol.release(message);
        reuse(message);
    }

    private void reuse(Message message) {
        LocalBuffer buffer = message.buffer;
        if (buffer != null) {
            targets.give(buffer);
        } else if (message.slot != Message.NO_SLOT) {
            receives.post(message.slot);
        }
    }

    // ---- what may be possible now

    /** Does what is possible now: reads long messages, sends replies, and notifies the peer. */
    void proceed() {
        readLongMessages();
        MessageProtocol.Step step;
        while (sends.hasRoom() && (step = protocol.next()) != null) {
            switch (step) {
                case REPLY -> sendReply();
                case READ -> sends.send(Kind.READ, protocol.grant(), 0, protocol.nextRead(), 0, 0);
                case CREDITS -> sends.send(Kind.CREDITS, protocol.grant(), 0, 0, 0, 0);
            }
        }
    }

    private void readLongMessages() {
        Message message;
        while ((message = protocol.nextToRead()) != null) {
            MessageHeader header = message.header;
            int length = (int) header.length();
            LocalBuffer buffer = targets.take(length);
            message.buffer = buffer;
            RemoteBuffer source =
                    new RemoteBuffer(header.id(), header.address(), length, header.key(), Set.of(Access.REMOTE_READ));
            reading.put(connection.sending(CHANNEL).read(buffer, 0, length, source, 0, CHANNEL), message);
        }
    }

    private void sendReply() {
        Message request = protocol.nextReply();
        Message.Reply reply = request.takeReply();
        send(reply.parts(), reply.length());
        // The reply may be a part of the request, and is copied now.
        reuse(request);
        reply.sent().run();
        readLongMessages();
    }

    // ---- futures

    /** Removes and returns a future that is to be completed when the lock is free. */
    @Nullable CompletableFuture<Void> nextToSettle() {
        return settling.poll();
    }

    /** Removes and returns the futures of messages that will never arrive. */
    List<CompletableFuture<Void>> abandon() {
        List<CompletableFuture<Void>> abandoned = new ArrayList<>();
        for (Unread each : protocol.abandon()) {
            if (each.taken() != null) {
                abandoned.add(each.taken());
            }
        }
        inPlace.forEach(each -> abandoned.add(each.taken()));
        inPlace.clear();
        return abandoned;
    }

    /** The slots that messages are received into, posted again in any order when they are released. */
    private static final class ReceiveRing {
        private final RdmaConnection connection;
        private final LocalBuffer memory;
        private final ByteBuffer bytes;
        private final int slotLength;

        /** The slots of the receives that are posted, by their numbers. */
        private final int[] slots;

        ReceiveRing(RdmaConnection connection, int slots, int slotBytes) {
            this.connection = connection;
            this.slotLength = MessageHeader.BYTES + slotBytes;
            this.memory = connection.allocate(Math.multiplyExact(slots, slotLength));
            this.bytes = memory.bytes();
            this.slots = new int[slots];
        }

        void postAll() {
            for (int slot = 0; slot < slots.length; slot++) {
                post(slot);
            }
        }

        void post(int slot) {
            long request = connection.receiving(CHANNEL).receive(memory, slot * slotLength, slotLength, CHANNEL);
            slots[(int) (request % slots.length)] = slot;
        }

        /** Returns the slot of a completed receive. */
        int slot(long request) {
            return slots[(int) (request % slots.length)];
        }

        MessageHeader header(int slot, int received, int largest) {
            return MessageHeader.decode(bytes, slot * slotLength, received, largest);
        }

        /** Returns the message in a slot as a view. */
        ByteBuffer message(int slot, int length) {
            return bytes.slice(slot * slotLength + MessageHeader.BYTES, length).asReadOnlyBuffer();
        }
    }
}
