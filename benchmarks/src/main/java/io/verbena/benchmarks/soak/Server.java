package io.verbena.benchmarks.soak;

import io.verbena.Rdma;
import io.verbena.cm.AddressInUseException;
import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RdmaServer;
import io.verbena.connection.message.Message;
import io.verbena.connection.message.MessageChannel;
import io.verbena.connection.message.MessageOptions;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Takes records, looks at each, and acknowledges it; may be restarted. */
final class Server implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(2);
    static final ConnectionOptions CONNECTION = ConnectionOptions.DEFAULTS.timeout(PATIENCE);
    static final MessageOptions MESSAGES =
            MessageOptions.DEFAULTS.slots(16, 8 << 10).timeout(PATIENCE);

    private final Rdma rdma;
    private final InetSocketAddress address;
    private final Planted planted;
    private final Map<Integer, Ledger> ledgers = new ConcurrentHashMap<>();
    private final Set<RdmaConnection> connections = ConcurrentHashMap.newKeySet();
    private final List<String> wrong = new CopyOnWriteArrayList<>();
    private final Set<Integer> refused = ConcurrentHashMap.newKeySet();
    private RdmaServer listening;

    Server(Rdma rdma, InetSocketAddress address, Planted planted) {
        this.rdma = rdma;
        this.address = address;
        this.planted = planted;
        this.listening = listen(address);
    }

    private RdmaServer listen(InetSocketAddress where) {
        RdmaServer server = rdma.listen(where, CONNECTION);
        server.serve(this::take);
        return server;
    }

    InetSocketAddress address() {
        return address.getPort() == 0 ? listening.address() : address;
    }

    private void take(RdmaConnection connection) {
        connections.add(connection);
        try (MessageChannel channel = MessageChannel.open(connection, MESSAGES)) {
            while (true) {
                Entry entry;
                try (Message message = channel.take(PATIENCE)) {
                    entry = look(message.data());
                }
                channel.send(entry.acknowledgement());
            }
        } catch (IllegalStateException e) {
            wrong.add(e.getMessage());
        } finally {
            connections.remove(connection);
        }
    }

    private Entry look(ByteBuffer data) {
        int length = data.remaining();
        Entry entry = Entry.read(data);
        long checksum = Entry.checksum(data);
        if (checksum != entry.checksum()) {
            refused.add(entry.client());
            throw new IllegalStateException(
                    String.format("%s came with %d bytes whose checksum is %x", entry, length, checksum));
        }
        if (planted != Planted.LOST || !planted.hits(entry)) {
            ledger(entry.client()).note(entry, length);
        }
        return entry;
    }

    Ledger ledger(int client) {
        return ledgers.computeIfAbsent(client, number -> new Ledger("the server", number));
    }

    /** What was wrong with records. */
    List<String> wrong() {
        return wrong;
    }

    /** Whether a record of this client was wrong, which it sends again and again, as nobody acknowledges it. */
    boolean refuses(int client) {
        return refused.contains(client);
    }

    /** Ends a connection as if its program had died. */
    void killOne() {
        connections.stream().findFirst().ifPresent(RdmaConnection::close);
    }

    /** Stops, and listens again at the same address. */
    void restart() throws InterruptedException {
        listening.close();
        for (int tries = 0; ; tries++) {
            try {
                listening = listen(address);
                return;
            } catch (AddressInUseException e) {
                if (tries == 100) {
                    throw e;
                }
                Thread.sleep(50);
            }
        }
    }

    @Override
    public void close() {
        listening.close();
    }
}
