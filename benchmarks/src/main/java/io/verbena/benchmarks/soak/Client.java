package io.verbena.benchmarks.soak;

import io.netty.buffer.ByteBuf;
import io.verbena.Rdma;
import io.verbena.buffer.BuffersExhaustedException;
import io.verbena.buffer.RegisteredByteBufAllocator;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.message.MessageChannel;
import io.verbena.error.RdmaException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Sends records, some at once, and connects again whenever something fails, from the first that was not acknowledged on. */
final class Client implements Runnable {
    private static final int AT_ONCE = 8;

    private final Rdma rdma;
    private final InetSocketAddress server;
    private final RegisteredByteBufAllocator allocator;
    private final int number;
    private final Ledger acknowledged;
    private final AtomicLong failures;
    private final Planted planted;
    private volatile @Nullable RdmaConnection connection;
    private volatile boolean stopping;

    /** The last that was sent, acknowledged or not. */
    private long highest;

    private volatile @Nullable RuntimeException wrong;
    private volatile @Nullable RdmaException lastFailure;

    Client(
            Rdma rdma,
            InetSocketAddress server,
            RegisteredByteBufAllocator allocator,
            int number,
            AtomicLong failures,
            Planted planted) {
        this.rdma = rdma;
        this.server = server;
        this.allocator = allocator;
        this.number = number;
        this.acknowledged = new Ledger("client " + number, number);
        this.failures = failures;
        this.planted = planted;
    }

    Ledger acknowledged() {
        return acknowledged;
    }

    @Nullable RuntimeException wrong() {
        return wrong;
    }

    /** Why the last connection of this ended before its time. */
    @Nullable RdmaException lastFailure() {
        return lastFailure;
    }

    /** Ends when all that was sent is acknowledged. */
    void stop() {
        stopping = true;
    }

    /** Ends the connection as if this program had died. */
    void kill() {
        RdmaConnection current = connection;
        if (current != null) {
            current.close();
        }
    }

    @Override
    public void run() {
        boolean done = false;
        while (!done && !Thread.currentThread().isInterrupted()) {
            try (RdmaConnection connected = rdma.connect(server, Server.CONNECTION)) {
                connection = connected;
                try (MessageChannel channel = MessageChannel.open(connected, Server.MESSAGES)) {
                    talk(channel);
                    done = true;
                }
            } catch (RdmaException e) {
                failures.incrementAndGet();
                lastFailure = e;
                pause();
            } catch (RuntimeException e) {
                wrong = e;
                return;
            }
        }
    }

    private void talk(MessageChannel channel) {
        Queue<Entry> unacknowledged = new ArrayDeque<>();
        Queue<Integer> lengths = new ArrayDeque<>();
        long next = acknowledged.last() + 1;
        while (true) {
            // What was sent once is sent again even when it is to stop: the server may have it.
            while (unacknowledged.size() < AT_ONCE && (!stopping || next <= highest)) {
                highest = Math.max(highest, next);
                ByteBuf buffer = allocator.directBuffer(Entry.LARGEST);
                try {
                    ByteBuffer bytes = buffer.nioBuffer(0, Entry.LARGEST);
                    Entry entry = Entry.write(number, next++, bytes);
                    if (planted == Planted.CHANGED && planted.hits(entry)) {
                        bytes.put(Entry.HEADER, (byte) ~bytes.get(Entry.HEADER));
                    }
                    unacknowledged.add(entry);
                    lengths.add(bytes.position());
                    channel.send(Server.PATIENCE, bytes.flip());
                } finally {
                    buffer.release();
                }
            }
            if (unacknowledged.isEmpty()) {
                return;
            }
            Entry expected = unacknowledged.remove();
            Entry answer = Entry.read(channel.receive(Server.PATIENCE));
            if (!answer.equals(expected)) {
                throw new IllegalStateException(answer + " was acknowledged, and not " + expected);
            }
            acknowledged.note(answer, lengths.remove());
        }
    }

    /** Takes all that the allocator has for so long. */
    static void exhaust(RegisteredByteBufAllocator allocator, long millis) throws InterruptedException {
        Queue<ByteBuf> taken = new ArrayDeque<>();
        try {
            while (true) {
                taken.add(allocator.directBuffer(allocator.largest()));
            }
        } catch (BuffersExhaustedException e) {
            Thread.sleep(millis);
        } finally {
            taken.forEach(ByteBuf::release);
        }
    }

    private static void pause() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
