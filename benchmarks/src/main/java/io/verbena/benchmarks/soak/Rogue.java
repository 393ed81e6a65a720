package io.verbena.benchmarks.soak;

import io.verbena.Rdma;
import io.verbena.connection.Access;
import io.verbena.connection.LocalBuffer;
import io.verbena.connection.MessageChannel;
import io.verbena.connection.RdmaConnection;
import io.verbena.error.RdmaException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A hostile peer. It must not affect the other clients, and it may itself be disconnected at any time. */
final class Rogue {
    /** The client number of a peer that receives no acknowledgements. */
    private static final int GREEDY = 200;

    private static final int HURRIED_CONNECTIONS = 20;

    private final Rdma rdma;
    private final InetSocketAddress server;
    private final SplittableRandom random;
    private final long end;

    Rogue(Rdma rdma, InetSocketAddress server, int lastsMillis, int parameter) {
        this.rdma = rdma;
        this.server = server;
        this.random = new SplittableRandom(parameter);
        this.end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(lastsMillis);
    }

    private boolean isOver() {
        return System.nanoTime() - end > 0;
    }

    void run() throws InterruptedException {
        try {
            switch (random.nextInt(4)) {
                case 0 -> beSilent();
                case 1 -> connectAndLeave();
                case 2 -> sendGarbage();
                default -> takeNothing();
            }
        } catch (RdmaException | OutOfMemoryError e) {
            // The server or a fault has ended the connection.
        }
    }

    /** Connects and sends nothing. */
    private void beSilent() throws InterruptedException {
        try (RdmaConnection connection = rdma.connect(server, Server.CONNECTION)) {
            while (!isOver() && connection.isOpen()) {
                Thread.sleep(10);
            }
        }
    }

    private void connectAndLeave() {
        for (int i = 0; i < HURRIED_CONNECTIONS && !isOver(); i++) {
            rdma.connect(server, Server.CONNECTION).close();
        }
    }

    /** Sends random bytes where the server expects messages. */
    private void sendGarbage() throws InterruptedException {
        try (RdmaConnection connection = rdma.connect(server, Server.CONNECTION)) {
            MessageChannel unused = MessageChannel.open(connection, Server.MESSAGES);
            LocalBuffer garbage = connection.allocate(4096, Access.REMOTE_READ);
            while (!isOver()) {
                for (int i = 0; i < garbage.bytes().capacity(); i++) {
                    garbage.bytes().put(i, (byte) random.nextInt());
                }
                connection.sendAsync(garbage, 0, 1 + random.nextInt(4096)).get(2, TimeUnit.SECONDS);
            }
        } catch (ExecutionException | TimeoutException e) {
            // The server has ended the connection.
        }
    }

    /** Sends records and never receives an acknowledgement. */
    private void takeNothing() throws InterruptedException {
        try (RdmaConnection connection = rdma.connect(server, Server.CONNECTION);
                MessageChannel channel = MessageChannel.open(connection, Server.MESSAGES)) {
            ByteBuffer record = ByteBuffer.allocate(Entry.MAX_LENGTH);
            for (long number = 1; !isOver(); number++) {
                Entry.write(GREEDY, number, record.clear());
                channel.send(record.flip(), Server.TIMEOUT);
            }
            while (!isOver()) {
                Thread.sleep(10);
            }
        }
    }
}
