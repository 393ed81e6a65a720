package io.verbena.samples.blockcache;

import io.verbena.Rdma;
import io.verbena.connection.ConnectionException;
import io.verbena.connection.RequestFailedException;
import io.verbena.error.RdmaException;
import io.verbena.verbs.Deadline;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads blocks from the memory of a server with RDMA READ, and writes blocks by messages. A copy is read again if a
 * concurrent write tore it, or if it is older than a known generation. Results are therefore consistent, and never
 * older than an earlier result of the same epoch. After the server has stopped, the client connects again and learns
 * the new epoch and the new memory key. Instances are thread-safe; concurrent calls run one after the other.
 */
public final class BlockClient implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(20);

    private final Rdma rdma;
    private final InetSocketAddress address;
    private final Duration timeout;
    private final Map<Integer, Long> generations = new HashMap<>();
    private final AtomicLong reads = new AtomicLong();
    private final AtomicLong torn = new AtomicLong();
    private final AtomicLong stale = new AtomicLong();
    private final AtomicLong connections = new AtomicLong();
    private @Nullable BlockSession session;
    private long epoch;

    /**
     * Creates a client that connects on first use.
     *
     * @param timeout the time after which {@link #read} and {@link #write} give up
     */
    public BlockClient(Rdma rdma, InetSocketAddress address, Duration timeout) {
        this.rdma = rdma;
        this.address = address;
        this.timeout = timeout;
    }

    /**
     * The statistics of a client.
     *
     * @param reads the number of copies that were read, including rejected ones
     * @param torn the number of copies that a write had torn
     * @param stale the number of copies that were older than a known generation
     * @param connections the number of connections
     */
    public record Statistics(long reads, long torn, long stale, long connections) {}

    /** Returns the current statistics, also while another thread reads. */
    public Statistics statistics() {
        return new Statistics(reads.get(), torn.get(), stale.get(), connections.get());
    }

    /**
     * Reads the current content of a block.
     *
     * @throws IllegalArgumentException if there is no such block
     * @throws ConnectionException if no consistent copy could be read within the timeout; the cause is the last failure
     */
    public synchronized Block read(int number) {
        Deadline deadline = Deadline.in(timeout);
        return untilDone(deadline, "read block " + number, opened -> {
            requireBlock(opened, number);
            reads.incrementAndGet();
            Optional<Block> copy = opened.read(number, deadline);
            if (copy.isEmpty()) {
                torn.incrementAndGet();
            }
            return copy.filter(block -> isCurrent(block, opened, number)).orElse(null);
        });
    }

    private boolean isCurrent(Block block, BlockSession opened, int number) {
        long known = generations.getOrDefault(number, 0L);
        if (block.epoch() != opened.greeting().epoch() || block.number() != number || block.generation() < known) {
            stale.incrementAndGet();
            return false;
        }
        generations.put(number, block.generation());
        return true;
    }

    /**
     * Writes a block and returns its generation. If the server stops in the meantime, the request is sent again to the
     * next server.
     *
     * @throws IllegalArgumentException if there is no such block
     * @throws RequestFailedException if the server rejects the request, for example because the block is too long
     * @throws ConnectionException if the write did not complete within the timeout; the block may have been written
     */
    public synchronized long write(int number, ByteBuffer data) {
        Deadline deadline = Deadline.in(timeout);
        return untilDone(deadline, "write block " + number, opened -> {
            requireBlock(opened, number);
            long generation = opened.write(number, data, deadline);
            generations.merge(number, generation, Math::max);
            return generation;
        });
    }

    /** Returns the number of blocks of the server. */
    public synchronized int blocks() {
        return untilDone(
                Deadline.in(timeout), "connect", opened -> opened.greeting().blocks());
    }

    private static void requireBlock(BlockSession opened, int number) {
        int blocks = opened.greeting().blocks();
        if (number < 0 || number >= blocks) {
            throw new IllegalArgumentException("there is no block " + number + "; they are from 0 to " + (blocks - 1));
        }
    }

    /** Repeats an operation until it returns a result, and connects again after a connection has ended. */
    private <T> T untilDone(Deadline deadline, String what, Function<BlockSession, @Nullable T> attempt) {
        RdmaException last = null;
        while (!deadline.isOver()) {
            try {
                T result = attempt.apply(session(deadline));
                if (result != null) {
                    return result;
                }
            } catch (RequestFailedException e) {
                throw e;
            } catch (RdmaException e) {
                last = e;
                drop();
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
        throw new ConnectionException(
                "cannot " + what + " at " + address + " within " + timeout.toMillis() + " ms"
                        + (last == null ? ": no copy was consistent" : ": " + last.getMessage()),
                last);
    }

    private BlockSession session(Deadline deadline) {
        BlockSession current = session;
        if (current == null || !current.isOpen()) {
            drop();
            current = BlockSession.open(rdma, address, deadline.remaining().plusMillis(1));
            connections.incrementAndGet();
            session = current;
            if (current.greeting().epoch() != epoch) {
                epoch = current.greeting().epoch();
                generations.clear();
            }
        }
        return current;
    }

    private void drop() {
        BlockSession old = session;
        session = null;
        if (old != null) {
            old.close();
        }
    }

    @Override
    public synchronized void close() {
        drop();
    }
}
