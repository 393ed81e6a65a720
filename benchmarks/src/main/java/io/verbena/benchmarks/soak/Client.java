package io.verbena.benchmarks.soak;

import io.netty.buffer.ByteBuf;
import io.verbena.Rdma;
import io.verbena.connection.MessageChannel;
import io.verbena.connection.RdmaConnection;
import io.verbena.error.RdmaException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Sends records to the server. After a failure, connects again and resumes with the first unacknowledged record. */
final class Client implements Runnable {
    /** Maximum number of records in flight. A client has recovered when it has more new acknowledgements than that. */
    static final int MAX_IN_FLIGHT = 8;

    private final Rdma rdma;
    private final InetSocketAddress server;
    private final Buffers buffers;
    private final int number;
    private final Ledger acknowledged;
    private final AtomicLong failures;
    private final Planted planted;
    private volatile @Nullable RdmaConnection connection;
    private volatile boolean stopping;
    private volatile boolean slow;

    /** The number of the last record that was sent, acknowledged or not. */
    private long highest;

    private volatile @Nullable Throwable wrong;
    private volatile @Nullable Throwable lastFailure;

    Client(Rdma rdma, InetSocketAddress server, Buffers buffers, int number, AtomicLong failures, Planted planted) {
        this.rdma = rdma;
        this.server = server;
        this.buffers = buffers;
        this.number = number;
        this.acknowledged = new Ledger("client " + number, number);
        this.failures = failures;
        this.planted = planted;
    }

    Ledger acknowledged() {
        return acknowledged;
    }

    @Nullable Throwable wrong() {
        return wrong;
    }

    /** Returns the failure that ended the last connection. */
    @Nullable Throwable lastFailure() {
        return lastFailure;
    }

    /** Ends the client as soon as everything it has sent is acknowledged. */
    void stop() {
        stopping = true;
    }

    /** Makes the client stop or resume receiving acknowledgements. */
    void slow(boolean isSlow) {
        slow = isSlow;
    }

    /** Closes the connection while the client uses it. */
    void closeConnection() {
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
            } catch (RdmaException | OutOfMemoryError e) {
                failures.incrementAndGet();
                lastFailure = e;
                pause(20);
            } catch (RuntimeException | Error e) {
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
            // The server may have received a record without its acknowledgement having arrived, so it is sent again
            // even at the end.
            while (unacknowledged.size() < MAX_IN_FLIGHT && (!stopping || next <= highest)) {
                highest = Math.max(highest, next);
                send(channel, next++, unacknowledged, lengths);
            }
            if (unacknowledged.isEmpty()) {
                return;
            }
            while (slow) {
                pause(10);
            }
            Entry expected = unacknowledged.remove();
            Entry answer = Entry.read(channel.receive(Server.TIMEOUT));
            if (!answer.equals(expected)) {
                throw new IllegalStateException(answer + " was acknowledged instead of " + expected);
            }
            acknowledged.add(answer, lengths.remove());
        }
    }

    private void send(MessageChannel channel, long record, Queue<Entry> sent, Queue<Integer> lengths) {
        ByteBuf buffer = buffers.take(Entry.MAX_LENGTH);
        try {
            ByteBuffer bytes = buffer.nioBuffer(0, Entry.MAX_LENGTH);
            Entry entry = Entry.write(number, record, bytes);
            if (planted == Planted.CHANGED && planted.hits(entry)) {
                bytes.put(Entry.HEADER, (byte) ~bytes.get(Entry.HEADER));
            }
            sent.add(entry);
            lengths.add(bytes.position());
            channel.send(bytes.flip(), Server.TIMEOUT);
        } finally {
            buffer.release();
        }
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
