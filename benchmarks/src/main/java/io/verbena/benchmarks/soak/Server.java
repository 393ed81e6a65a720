package io.verbena.benchmarks.soak;

import io.verbena.Rdma;
import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.Message;
import io.verbena.connection.MessageChannel;
import io.verbena.connection.MessageOptions;
import io.verbena.connection.RdmaConnection;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** Receives records, verifies and acknowledges each of them. The server can be restarted. */
final class Server implements AutoCloseable {
    static final Duration TIMEOUT = Duration.ofSeconds(2);
    static final Duration KEEP_ALIVE = Duration.ofSeconds(1);
    static final ConnectionOptions CONNECTION =
            ConnectionOptions.DEFAULTS.timeout(TIMEOUT).keepAlive(KEEP_ALIVE);
    static final MessageOptions MESSAGES =
            MessageOptions.DEFAULTS.slots(16, 8 << 10).timeout(TIMEOUT);

    private final RestartableServer listening;
    private final Planted planted;
    private final Map<Integer, Ledger> ledgers = new ConcurrentHashMap<>();
    private final Set<RdmaConnection> connections = ConcurrentHashMap.newKeySet();
    private final List<String> wrong = new CopyOnWriteArrayList<>();
    private final Set<Integer> refused = ConcurrentHashMap.newKeySet();
    private final AtomicLong duplicated = new AtomicLong();

    Server(Rdma rdma, InetSocketAddress address, Planted planted) {
        this.planted = planted;
        this.listening = new RestartableServer(rdma, address, this::take);
    }

    InetSocketAddress address() {
        return listening.address();
    }

    private void take(RdmaConnection connection) {
        connections.add(connection);
        try (MessageChannel channel = MessageChannel.open(connection, MESSAGES)) {
            long last = 0;
            while (true) {
                Entry entry;
                try (Message message = channel.take(TIMEOUT)) {
                    entry = check(message.data());
                }
                // On one connection, a client sends each record once and in ascending order.
                if (entry.number() <= last) {
                    duplicated.incrementAndGet();
                    wrong.add(entry + " arrived on the same connection after record " + last);
                }
                last = entry.number();
                channel.send(entry.acknowledgement());
            }
        } catch (IllegalStateException e) {
            wrong.add(String.valueOf(e.getMessage()));
        } finally {
            connections.remove(connection);
        }
    }

    private Entry check(ByteBuffer data) {
        int length = data.remaining();
        Entry entry = Entry.read(data);
        long checksum = Entry.checksum(data);
        if (checksum != entry.checksum()) {
            refused.add(entry.client());
            throw new IllegalStateException(String.format(
                    "%s arrived with %d bytes whose checksum is %x; these bytes of the payload differ: %s",
                    entry, length, checksum, entry.differences(data)));
        }
        if (planted != Planted.LOST || !planted.hits(entry)) {
            ledger(entry.client()).add(entry, length);
        }
        return entry;
    }

    Ledger ledger(int client) {
        return ledgers.computeIfAbsent(client, number -> new Ledger("the server", number));
    }

    /** Returns the errors found in records. */
    List<String> wrong() {
        return wrong;
    }

    /** Returns how many records arrived twice on one connection. */
    long duplicated() {
        return duplicated.get();
    }

    /** Returns whether the server refused a record of this client. The client then sends it again forever. */
    boolean refuses(int client) {
        return refused.contains(client);
    }

    /** Closes one connection while its handler uses it. */
    void closeOne() {
        connections.stream().findFirst().ifPresent(RdmaConnection::close);
    }

    /** Closes the server and listens again at the same address. */
    void restart() throws InterruptedException {
        listening.restart();
    }

    /** Closes the server until the next {@link #restart}. */
    void stop() {
        listening.close();
    }

    @Override
    public void close() {
        stop();
    }
}
