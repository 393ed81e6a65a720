package io.verbena.samples.blockcache;

import io.verbena.Rdma;
import io.verbena.connection.ConnectionException;
import io.verbena.connection.message.RequestFailedException;
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
 * Reads blocks from the memory of a server by RDMA, and sends it what is to be written. A copy that is torn, because somebody
 * wrote meanwhile, or that is older than what this client knows of, is read again; so what is answered is whole, and never
 * older than what was answered before in the same epoch. When the server goes, the client connects again, and learns the key
 * to the new memory with the new epoch. Safe for use by several threads, one after the other.
 */
public final class BlockClient implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(20);

    private final Rdma rdma;
    private final InetSocketAddress address;
    private final Duration patience;
    private final Map<Integer, Long> generations = new HashMap<>();
    private final AtomicLong reads = new AtomicLong();
    private final AtomicLong torn = new AtomicLong();
    private final AtomicLong stale = new AtomicLong();
    private final AtomicLong connections = new AtomicLong();
    private @Nullable Session session;
    private long epoch;

    /**
     * One that connects when it is needed.
     *
     * @param patience how long to try before {@link #read} and {@link #write} give up
     */
    public BlockClient(Rdma rdma, InetSocketAddress address, Duration patience) {
        this.rdma = rdma;
        this.address = address;
        this.patience = patience;
    }

    /**
     * What this client did.
     *
     * @param reads copies that were read, those that were not taken included
     * @param torn copies that somebody was writing to
     * @param stale copies older than what was known
     * @param connections how often it has connected
     */
    public record Statistics(long reads, long torn, long stale, long connections) {}

    /** What it did until now; also while another thread reads. */
    public Statistics statistics() {
        return new Statistics(reads.get(), torn.get(), stale.get(), connections.get());
    }

    /**
     * A block as it is.
     *
     * @throws IllegalArgumentException if there is no such block
     * @throws ConnectionException if no whole copy is had within the patience; the cause is what failed last
     */
    public synchronized Block read(int number) {
        Deadline deadline = Deadline.in(patience);
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

    private boolean isCurrent(Block block, Session opened, int number) {
        long known = generations.getOrDefault(number, 0L);
        if (block.epoch() != opened.greeting().epoch() || block.number() != number || block.generation() < known) {
            stale.incrementAndGet();
            return false;
        }
        generations.put(number, block.generation());
        return true;
    }

    /**
     * Writes a block, and answers its generation. If the server goes meanwhile, it is sent again, to the next one.
     *
     * @throws IllegalArgumentException if there is no such block
     * @throws RequestFailedException if the server refuses, such as a block that is too long
     * @throws ConnectionException if that is not done within the patience; it may have been written
     */
    public synchronized long write(int number, ByteBuffer data) {
        Deadline deadline = Deadline.in(patience);
        return untilDone(deadline, "write block " + number, opened -> {
            requireBlock(opened, number);
            long generation = opened.write(number, data, deadline);
            generations.merge(number, generation, Math::max);
            return generation;
        });
    }

    /** How many blocks the server has. */
    public synchronized int blocks() {
        return untilDone(
                Deadline.in(patience), "connect", opened -> opened.greeting().blocks());
    }

    private static void requireBlock(Session opened, int number) {
        int blocks = opened.greeting().blocks();
        if (number < 0 || number >= blocks) {
            throw new IllegalArgumentException("there is no block " + number + "; they are from 0 to " + (blocks - 1));
        }
    }

    /** Tries until there is a result, with another connection where one has ended. */
    private <T> T untilDone(Deadline deadline, String what, Function<Session, @Nullable T> attempt) {
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
                "cannot " + what + " at " + address + " within " + patience.toMillis() + " ms"
                        + (last == null ? ": no copy was whole" : ": " + last.getMessage()),
                last);
    }

    private Session session(Deadline deadline) {
        Session current = session;
        if (current == null || !current.isOpen()) {
            drop();
            current = Session.open(rdma, address, deadline.remaining().plusMillis(1));
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
        Session old = session;
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
