package io.verbena.connection.message;

import io.verbena.connection.LocalBuffer;
import io.verbena.connection.RemoteBuffer;
import io.verbena.connection.message.MessageHeader.Kind;
import io.verbena.error.RdmaException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What goes out: as much as there are credits and slots for. Guarded by the lock of the channel. */
final class Outbox {
    /**
     * A long message that the other side has not read yet.
     *
     * @param pooled of the pool; null if it is the caller's
     * @param taken the future of a caller who keeps the buffer; null where it was copied
     */
    private record Unread(
            @Nullable LocalBuffer pooled, @Nullable CompletableFuture<Void> taken) {}

    /**
     * A message that is sent from where it lies.
     *
     * @param request that sends it
     * @param taken the future of a caller who keeps the buffer
     */
    private record InPlace(long request, CompletableFuture<Void> taken) {}

    /** Whatever the other side says. */
    private static final int MOST_CREDITS = 1 << 20;

    private final SendRing ring;
    private final BufferPool pool;
    private final MessageOptions options;
    private final Map<Long, Unread> unread = new HashMap<>();
    private final Deque<InPlace> inPlace = new ArrayDeque<>();
    private final Deque<CompletableFuture<Void>> settling = new ArrayDeque<>();
    private int credits;
    private long nextId;
    private boolean ended;

    Outbox(SendRing ring, BufferPool pool, MessageOptions options) {
        this.ring = ring;
        this.pool = pool;
        this.options = options;
    }

    void credit(int more) {
        credits = Math.min(MOST_CREDITS, credits + more);
    }

    boolean hasRoom() {
        return credits > 0 && ring.hasRoom();
    }

    boolean hasRoomForLong() {
        return hasRoom() && unread.size() < options.window();
    }

    boolean isIdle() {
        return ring.isIdle() && unread.isEmpty();
    }

    boolean sendShort(ByteBuffer[] parts, int length, Inbox.Owed owed) {
        if (!hasRoom()) {
            return false;
        }
        ring.sendShort(parts, length, owed.take());
        credits--;
        return true;
    }

    boolean sendInPlace(LocalBuffer buffer, int offset, int length, Inbox.Owed owed, CompletableFuture<Void> taken) {
        if (!hasRoom()) {
            return false;
        }
        inPlace.add(new InPlace(ring.sendInPlace(buffer, offset, length, owed.take()), taken));
        credits--;
        return true;
    }

    /** A request has ended, and so have those before it. */
    void ended(long request) {
        ring.ended(request);
        while (!inPlace.isEmpty() && inPlace.getFirst().request() <= request) {
            settling.add(inPlace.remove().taken());
        }
    }

    boolean sendLong(ByteBuffer[] parts, int length, Inbox.Owed owed) {
        if (!hasRoomForLong()) {
            return false;
        }
        LocalBuffer copy = pool.take(length);
        ByteBuffer bytes = copy.bytes();
        for (ByteBuffer part : parts) {
            bytes.put(part.duplicate());
        }
        announce(copy, 0, length, owed, new Unread(copy, null));
        return true;
    }

    boolean sendLong(LocalBuffer buffer, int offset, int length, Inbox.Owed owed, CompletableFuture<Void> taken) {
        if (!hasRoomForLong()) {
            return false;
        }
        announce(buffer, offset, length, owed, new Unread(null, taken));
        return true;
    }

    private void announce(LocalBuffer buffer, int offset, int length, Inbox.Owed owed, Unread message) {
        RemoteBuffer told = buffer.advertisement();
        ring.send(Kind.LONG, owed.take(), length, nextId, told.address() + offset, told.key());
        unread.put(nextId++, message);
        credits--;
    }

    /** Once; true if it is sent. */
    boolean sendEnd(Inbox.Owed owed) {
        if (!ended && hasRoom()) {
            ring.tellOfEach();
            ring.send(Kind.END, owed.take(), 0, 0, 0, 0);
            credits--;
            ended = true;
        }
        return ended;
    }

    /** The other side has read a long message. */
    void wasRead(long id) {
        Unread message = unread.remove(id);
        if (message == null) {
            return;
        }
        if (message.pooled() != null) {
            pool.give(message.pooled());
        }
        if (message.taken() != null) {
            settling.add(message.taken());
        }
    }

    /** A future to be completed when the lock is free. */
    @Nullable CompletableFuture<Void> nextToSettle() {
        return settling.poll();
    }

    /** Tells the other side what it is to know: which messages were read, and what it may send. */
    void reply(Inbox inbox) {
        while (inbox.hasReadToTell() && ring.hasRoom()) {
            ring.send(Kind.READ, inbox.owed().take(), 0, inbox.nextReadToTell(), 0, 0);
        }
        if (inbox.owed().isDue() && ring.hasRoom()) {
            ring.send(Kind.CREDITS, inbox.owed().take(), 0, 0, 0, 0);
        }
    }

    void fail(RdmaException why) {
        unread.values().forEach(message -> {
            if (message.taken() != null) {
                message.taken().completeExceptionally(why);
            }
        });
        unread.clear();
        inPlace.forEach(message -> message.taken().completeExceptionally(why));
        inPlace.clear();
    }
}
