package io.verbena.samples.blockcache;

import io.verbena.Rdma;
import io.verbena.connection.Access;
import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.Isolation;
import io.verbena.connection.LocalBuffer;
import io.verbena.connection.MessageChannel;
import io.verbena.connection.MessageOptions;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RdmaServer;
import io.verbena.connection.RequestChannel;
import io.verbena.error.RdmaException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds blocks in registered memory. The server advertises that memory to each client and receives writes as messages.
 * Reads do not involve the server. Each start begins a new epoch with empty blocks. Instances are thread-safe.
 */
public final class BlockServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BlockServer.class);
    private static final SecureRandom EPOCHS = new SecureRandom();
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final RdmaServer server;
    private final LocalBuffer memory;
    private final BlockStore store;
    private final MessageOptions messages;
    private final AtomicLong requests = new AtomicLong();
    private final AtomicLong clients = new AtomicLong();
    private final ExecutorService workers = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "block-server");
        thread.setDaemon(true);
        return thread;
    });

    private BlockServer(Rdma rdma, InetSocketAddress address, Greeting greeting) {
        messages = messages(greeting);
        // All clients read the same blocks, so they share one registration.
        server = rdma.listen(
                address, ConnectionOptions.DEFAULTS.isolation(Isolation.GROUP).privateData(greeting.encode()));
        try {
            memory = server.group().allocate(BlockStore.length(greeting), Access.REMOTE_READ);
            store = new BlockStore(greeting, memory.bytes());
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
        acceptNext();
    }

    /**
     * Starts a server at an address of this host.
     *
     * @param blocks the number of blocks
     * @param blockSize the maximum size of a block in bytes
     * @throws IllegalArgumentException if the blocks exceed 1 GiB in total
     * @throws RdmaException if it cannot listen at the address
     */
    public static BlockServer start(Rdma rdma, InetSocketAddress address, int blocks, int blockSize) {
        return new BlockServer(rdma, address, new Greeting(EPOCHS.nextLong(), blocks, blockSize));
    }

    /** Returns the limits for messages: a few at once, each as long as a block with its number. */
    static MessageOptions messages(Greeting greeting) {
        int longest = Math.max(64, Integer.BYTES + greeting.blockSize() + 64);
        return MessageOptions.DEFAULTS.slots(8, Math.min(longest, 64 << 10)).largest(Math.max(longest, 64 << 10));
    }

    private void acceptNext() {
        CompletableFuture<Void> unused = server.acceptAsync()
                .thenAcceptAsync(
                        connection -> {
                            acceptNext();
                            serve(connection);
                        },
                        workers);
    }

    private void serve(RdmaConnection connection) {
        try {
            connection.advertise(memory, PATIENCE);
            RequestChannel channel =
                    RequestChannel.answering(MessageChannel.open(connection, messages), this::write, workers, PATIENCE);
            clients.incrementAndGet();
            connection.onDisconnect(() -> {
                channel.close();
                clients.decrementAndGet();
            });
        } catch (RdmaException e) {
            LOG.warn("Cannot serve a client: {}", e.getMessage());
            connection.close();
        }
    }

    private ByteBuffer write(ByteBuffer request) {
        requests.incrementAndGet();
        if (request.remaining() < Integer.BYTES) {
            throw new IllegalArgumentException("a request must contain the number of a block and its data");
        }
        return ByteBuffer.allocate(Long.BYTES)
                .putLong(store.write(request.getInt(), request))
                .flip();
    }

    /** Writes a block on the server itself and returns its generation. */
    public long write(int number, ByteBuffer data) {
        return store.write(number, data);
    }

    /** Returns the address at which the server listens. */
    public InetSocketAddress address() {
        return server.address();
    }

    /** Returns the number of messages that the server has handled. */
    public long requests() {
        return requests.get();
    }

    /** Returns the number of connected clients. */
    public long clients() {
        return clients.get();
    }

    /** Returns the memory that clients may read. */
    LocalBuffer memory() {
        return memory;
    }

    /** Closes all connections and deregisters the memory, which invalidates its keys. */
    @Override
    public void close() {
        server.close();
        workers.shutdownNow();
    }
}
