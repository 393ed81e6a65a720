package io.verbena.connection.message;

import io.verbena.connection.Access;
import io.verbena.connection.ForeignPeerException;
import io.verbena.connection.LocalBuffer;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RemoteBuffer;
import io.verbena.connection.message.MessageHeader.Kind;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What came in and nobody has taken: at most as many as there are slots, as each has a credit until it is given back. Of the
 * long ones so many are read at once, the earliest first. Guarded by the lock of the channel.
 */
final class Inbox {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    /** Credits that the other side is to get back. */
    static final class Owed {
        private final int slots;
        private int count;

        private Owed(int slots) {
            this.slots = slots;
        }

        int take() {
            int taken = count;
            count = 0;
            return taken;
        }

        /**
         * Worth a message of its own, which costs about as much as half of one of 64 KiB: what is left to the other side lasts
         * until it is there.
         */
        boolean isDue() {
            return count >= Math.max(1, slots * 3 / 4);
        }
    }

    private final MessageChannel channel;
    private final RdmaConnection connection;
    private final BufferPool pool;
    private final MessageOptions options;
    private final ReceiveRing ring;
    private final Owed owed;
    private final Deque<Message> messages = new ArrayDeque<>();
    private final Deque<Message> toBegin = new ArrayDeque<>();
    private final Map<Long, Message> reading = new HashMap<>();
    private final Deque<Long> readToTell = new ArrayDeque<>();

    /** Long messages that have memory of this side: read, being read, and taken but not given back. */
    private int held;

    /** Taken or kept, and not given back. */
    private int outstanding;

    Inbox(MessageChannel channel, RdmaConnection connection, BufferPool pool, MessageOptions options, int receives) {
        this.channel = channel;
        this.connection = connection;
        this.pool = pool;
        this.options = options;
        this.ring = new ReceiveRing(connection, receives, options.slotBytes());
        this.owed = new Owed(options.slots());
    }

    void postAll() {
        ring.postAll();
    }

    Owed owed() {
        return owed;
    }

    /** A receive has ended. */
    void received(long request, int bytes, Outbox outbox) {
        int slot = ring.slot(request);
        MessageHeader header = ring.header(slot, bytes, options.largest());
        outbox.credit(header.credits());
        Message message = null;
        switch (header.kind()) {
            case SHORT -> message = new Message(channel, header, slot, ring.message(slot, (int) header.length()));
            case LONG, END -> message = new Message(channel, header, Message.NO_SLOT, NOTHING);
            case READ -> outbox.wasRead(header.id());
            case CREDITS -> {
                // They are all that it says.
            }
        }
        if (message != null) {
            add(message);
        }
        // At last: after the end of the connection it is refused, and the message counts all the same.
        if (header.kind() != Kind.SHORT) {
            ring.post(slot);
        }
    }

    private void add(Message message) {
        if (outstanding == options.slots()) {
            throw new ForeignPeerException(
                    "the other side sent more than the " + options.slots() + " messages it had credits for", null);
        }
        outstanding++;
        messages.add(message);
        if (!message.isReady()) {
            toBegin.add(message);
        }
    }

    /** Reads long messages while there is room for them. */
    void beginReads() {
        while (held < options.window() && !toBegin.isEmpty()) {
            Message message = toBegin.remove();
            MessageHeader header = message.header();
            int length = (int) header.length();
            LocalBuffer buffer = pool.take(length);
            message.begin(buffer);
            held++;
            RemoteBuffer source =
                    new RemoteBuffer(header.id(), header.address(), length, header.key(), Set.of(Access.REMOTE_READ));
            reading.put(connection.raw().read(buffer, 0, length, source, 0), message);
        }
    }

    /** A request has ended: if it was the read of a long message, that is ready. */
    void read(long request) {
        Message message = reading.isEmpty() ? null : reading.remove(request);
        if (message != null) {
            message.finish();
            readToTell.add(message.header().id());
        }
    }

    boolean hasReadToTell() {
        return !readToTell.isEmpty();
    }

    long nextReadToTell() {
        return readToTell.remove();
    }

    /** Whether the next message is there as a whole. */
    boolean isReady() {
        Message first = messages.peek();
        return first != null && first.isReady();
    }

    @Nullable Message poll() {
        return isReady() ? messages.poll() : null;
    }

    /** What says that there is nothing more stays. */
    void unread(Message end) {
        messages.addFirst(end);
    }

    void release(Message message) {
        outstanding--;
        owed.count++;
        LocalBuffer buffer = message.buffer();
        if (buffer != null) {
            held--;
            pool.give(buffer);
            beginReads();
        } else if (message.slot() != Message.NO_SLOT) {
            ring.post(message.slot());
        }
    }
}
