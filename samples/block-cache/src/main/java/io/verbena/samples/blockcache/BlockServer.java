package io.verbena.samples.blockcache;

import io.verbena.Rdma;
import io.verbena.connection.Access;
import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.LocalBuffer;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RdmaServer;
import io.verbena.connection.message.MessageChannel;
import io.verbena.connection.message.MessageOptions;
import io.verbena.connection.message.RequestChannel;
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
 * Holds blocks in registered memory. It tells each client of that memory, and takes what they write as messages; of what they
 * read it learns nothing. Another start is another epoch, with empty blocks. Safe for use by several threads.
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
        server = rdma.listen(address, ConnectionOptions.DEFAULTS.privateData(greeting.encode()));
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
     * Starts one at an address of this host.
     *
     * @param blocks how many blocks
     * @param blockSize how many bytes each has at most
     * @throws IllegalArgumentException if that is more than 1 GiB
     * @throws RdmaException if it cannot listen there; the message says why
     */
    public static BlockServer start(Rdma rdma, InetSocketAddress address, int blocks, int blockSize) {
        return new BlockServer(rdma, address, new Greeting(EPOCHS.nextLong(), blocks, blockSize));
    }

    /** A few messages at once, each as long as a block with its number. */
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
            LOG.warn("A client is not served: {}", e.getMessage());
            connection.close();
        }
    }

    private ByteBuffer write(ByteBuffer request) {
        requests.incrementAndGet();
        if (request.remaining() < Integer.BYTES) {
            throw new IllegalArgumentException("a request has the number of a block and its data");
        }
        return ByteBuffer.allocate(Long.BYTES)
                .putLong(store.write(request.getInt(), request))
                .flip();
    }

    /** Writes a block on the server itself, and answers its generation. */
    public long write(int number, ByteBuffer data) {
        return store.write(number, data);
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return server.address();
    }

    /** How many messages of clients it has answered. */
    public long requests() {
        return requests.get();
    }

    /** How many clients are connected. */
    public long clients() {
        return clients.get();
    }

    /** What its device lets clients read. */
    LocalBuffer memory() {
        return memory;
    }

    /** Ends all connections; the memory is gone with them, and so are the keys to it. */
    @Override
    public void close() {
        server.close();
        workers.shutdownNow();
    }
}
