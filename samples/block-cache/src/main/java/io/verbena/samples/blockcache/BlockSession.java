package io.verbena.samples.blockcache;

import io.verbena.Rdma;
import io.verbena.connection.ConnectionException;
import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.LocalBuffer;
import io.verbena.connection.MessageChannel;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RemoteBuffer;
import io.verbena.connection.RequestChannel;
import io.verbena.error.RdmaException;
import io.verbena.verbs.Deadline;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A connection to a running server, with its epoch and the key to its memory. Instances are not thread-safe. */
final class BlockSession implements AutoCloseable {
    private static final Duration LONGEST_REQUEST = Duration.ofSeconds(5);

    private final RdmaConnection connection;
    private final Greeting greeting;
    private final RemoteBuffer blocks;
    private final RequestChannel requests;
    private final LocalBuffer copy;

    private BlockSession(RdmaConnection connection, Duration timeout) {
        this.connection = connection;
        this.greeting = Greeting.decode(connection.privateData());
        this.blocks = connection.awaitAdvertisement(timeout);
        if (blocks.length() != BlockStore.length(greeting)) {
            throw new ConnectionException(
                    connection + " advertised " + blocks.length() + " bytes, which are not " + greeting.blocks()
                            + " blocks of " + greeting.blockSize(),
                    null);
        }
        this.copy = connection.allocate(BlockSlot.length(greeting.blockSize()));
        this.requests =
                RequestChannel.asking(MessageChannel.open(connection, BlockServer.messages(greeting)), LONGEST_REQUEST);
    }

    /**
     * Connects to a server.
     *
     * @throws RdmaException if no server of blocks listens at the address
     */
    static BlockSession open(Rdma rdma, InetSocketAddress address, Duration timeout) {
        RdmaConnection connection = rdma.connect(address, ConnectionOptions.DEFAULTS.timeout(timeout));
        try {
            return new BlockSession(connection, timeout);
        } catch (IllegalArgumentException e) {
            connection.close();
            throw new ConnectionException(address + ": " + e.getMessage(), e);
        } catch (RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    Greeting greeting() {
        return greeting;
    }

    boolean isOpen() {
        return connection.isOpen();
    }

    /** Reads a slot from the memory of the server; returns empty if the copy is torn. */
    Optional<Block> read(int number, Deadline deadline) {
        long offset = (long) number * copy.length();
        await(connection.readAsync(copy, 0, copy.length(), blocks, offset), deadline, "to give block " + number);
        return BlockSlot.read(copy.bytes(), greeting.blockSize());
    }

    /** Sends a block to the server and returns its generation. */
    long write(int number, ByteBuffer data, Deadline deadline) {
        ByteBuffer request = ByteBuffer.allocate(Integer.BYTES + data.remaining())
                .putInt(number)
                .put(data.duplicate())
                .flip();
        return await(requests.requestAsync(request), deadline, "to take block " + number)
                .getLong();
    }

    private <T> T await(CompletableFuture<T> future, Deadline deadline, String what) {
        try {
            return future.get(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RdmaException known
                    ? known
                    : new ConnectionException(connection + " failed: " + e.getCause(), e.getCause());
        } catch (TimeoutException e) {
            // The request is still in flight, and would overwrite the result of the next read.
            close();
            throw new ConnectionException(connection + " timed out waiting for the peer " + what, e);
        } catch (InterruptedException e) {
            close();
            Thread.currentThread().interrupt();
            throw new ConnectionException(connection + " was interrupted while waiting for the peer " + what, e);
        }
    }

    @Override
    public void close() {
        if (connection.isOpen()) {
            requests.close();
        }
        connection.close();
    }
}
