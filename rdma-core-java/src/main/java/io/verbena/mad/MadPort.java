package io.verbena.mad;

import io.verbena.device.EndPort;
import io.verbena.error.RdmaException;
import io.verbena.iba.MadHeader;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadChannel;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One end port, however many share it: its channel, the agents on it, and the one thread that reads it. That thread
 * completes the futures, and with them runs what depends on them.
 *
 * <p>One lock guards everything below a port: the calls, their window and the agents. What is to happen when it is free
 * again is put into a list meanwhile, see {@link #locked}.
 */
final class MadPort {
    // Back-to-back calls find the reader in a short wait and need not wake it up for their deadline.
    private static final long WAIT_AFTER_TRAFFIC = 20_000_000;
    private static final double LONGEST_PATIENCE = 1e9;
    private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(5);

    private final String name;
    private final MadChannel channel;
    private final Addresses addresses;
    private final Thread reader;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<AgentKey, Integer> agents = new HashMap<>();
    private final Calls calls;
    private final Servers servers;

    private long readerWakesAt;
    private boolean readerSleeps;
    private boolean traffic;
    private @Nullable RdmaException ended;

    MadPort(EndPort endPort, MadChannel channel, int outstanding, @Nullable MadTracer tracer) {
        this.name = endPort.name();
        this.channel = channel;
        this.addresses = new Addresses(endPort);
        this.calls = new Calls(this, channel, outstanding, tracer);
        this.servers = new Servers(channel);
        this.reader = new Thread(this::read, "verbena-mad-" + name);
        reader.setDaemon(true);
        channel.working();
        reader.start();
    }

    String name() {
        return name;
    }

    Addresses addresses() {
        return addresses;
    }

    /** The queue pair of its servers. */
    int queuePair() {
        return channel.queuePair();
    }

    /** Whether the channel is able to do RMPP. */
    boolean segments() {
        return channel.segments();
    }

    /**
     * The reader, which completes the futures, would wait for itself.
     *
     * @throws IllegalStateException if this is the reader
     */
    void requireNotReader() {
        if (isReader()) {
            throw new IllegalStateException("the reader of end port " + name
                    + " must not wait for an answer; use async() in what hangs on a future");
        }
    }

    private boolean isReader() {
        return Thread.currentThread() == reader;
    }

    /** Lets the window grow to at least this size. */
    void allow(int outstanding) {
        locked(after -> calls.allow(outstanding));
    }

    /**
     * Asks.
     *
     * @throws RdmaException if the port cannot be used any more, or has no agent for the class
     */
    <T> PendingCall<T> submit(Question<T> question, MadOptions options) {
        List<Runnable> after = new ArrayList<>(0);
        PendingCall<T> call;
        lock.lock();
        try {
            requireOpen();
            call = new PendingCall<>(question, agent(question.agent()), options, calls.responseTime(question));
            calls.submit(call, after);
            wakeReaderInTime();
        } finally {
            lock.unlock();
        }
        after.forEach(Runnable::run);
        return call;
    }

    /** The agent that asks for a class, registered when it is needed first. */
    private int agent(AgentKey key) {
        Integer agent = agents.get(key);
        if (agent == null) {
            agent = channel.register(key.registration());
            agents.put(key, agent);
        }
        return agent;
    }

    /** Does something under the lock, and then what it has put into the list; nothing on a port that has ended. */
    void locked(Consumer<List<Runnable>> action) {
        List<Runnable> after = new ArrayList<>(0);
        lock.lock();
        try {
            if (ended == null) {
                action.accept(after);
                wakeReaderInTime();
            }
        } finally {
            lock.unlock();
        }
        after.forEach(Runnable::run);
    }

    // ---- servers

    /** Begins to answer. */
    void register(MadServer server) {
        lock.lock();
        try {
            requireOpen();
            servers.add(server);
        } finally {
            lock.unlock();
        }
    }

    /** Answers no more. */
    void unregister(MadServer server) {
        locked(after -> servers.remove(server));
    }

    /** Sends an answer of a server. */
    void sendReply(MadServer server, byte[] reply, MadAddress destination) {
        lock.lock();
        try {
            requireOpen();
            servers.send(server, reply, destination);
            wakeReaderInTime();
        } finally {
            lock.unlock();
        }
    }

    /** There is something to do for a server. */
    Work beginWork() {
        return Work.begin(channel);
    }

    /** Counts something that nobody took. */
    void dropped() {
        locked(after -> calls.dropped());
    }

    private void wakeReaderInTime() {
        if (isReader() || isIdle()) {
            return;
        }
        long deadline = nextDeadline();
        if (readerSleeps || deadline - readerWakesAt < 0) {
            readerSleeps = false;
            readerWakesAt = deadline;
            channel.wakeUp();
        }
    }

    private boolean isIdle() {
        return calls.isIdle() && servers.isIdle();
    }

    /** When something is to be done next; it is not idle. */
    private long nextDeadline() {
        if (calls.isIdle()) {
            return servers.nextDeadline();
        }
        long call = calls.nextDeadline();
        return servers.isIdle() || call - servers.nextDeadline() <= 0 ? call : servers.nextDeadline();
    }

    private void expire(List<Runnable> after) {
        calls.expire(after);
        servers.tick();
    }

    /** How long a call that is asked now can take at the most, if all is well with the port. */
    Duration patience(PendingCall<?> call) {
        lock.lock();
        try {
            double rounds = 2.0 + calls.backlog();
            double seconds = rounds * call.timeoutNanos * call.transactionIds.length / 1e9;
            return Duration.ofSeconds((long) Math.min(seconds, LONGEST_PATIENCE))
                    .plusNanos(call.longestNanos)
                    .plus(CLOSE_DEADLINE);
        } finally {
            lock.unlock();
        }
    }

    MadStatistics statistics() {
        lock.lock();
        try {
            return calls.statistics();
        } finally {
            lock.unlock();
        }
    }

    /** Whether it can still be used: neither closed, nor lost. */
    boolean isOpen() {
        lock.lock();
        try {
            return ended == null;
        } finally {
            lock.unlock();
        }
    }

    private void requireOpen() {
        if (ended != null) {
            throw new RdmaException("end port " + name + " cannot be used any more: " + ended.getMessage(), ended);
        }
    }

    // ---- the reader

    private void read() {
        try (channel) {
            readUntilEnded();
        }
    }

    private void readUntilEnded() {
        try {
            // From its first look on, the channel knows of the reader by itself.
            channel.receive(this::received, 0);
            channel.rested();
            while (isOpen()) {
                channel.receive(this::received, untilNextDeadline());
                locked(this::expire);
            }
        } catch (RdmaException e) {
            end(e);
        } catch (RuntimeException | Error e) {
            end(new RdmaException("the reader of end port " + name + " failed: " + e, e));
        }
    }

    /** As long as nothing is due; a clock that is simulated must not be made to run where nothing happens. */
    private long untilNextDeadline() {
        lock.lock();
        try {
            boolean idle = isIdle();
            readerSleeps = idle && !traffic;
            if (readerSleeps) {
                return Long.MAX_VALUE;
            }
            traffic = false;
            long now = channel.nanoTime();
            long wait = idle ? WAIT_AFTER_TRAFFIC : Math.max(0, nextDeadline() - now);
            readerWakesAt = now + wait;
            return wait;
        } finally {
            lock.unlock();
        }
    }

    private void received(int agent, int status, MadAddress source, ByteBuffer mad) {
        // Of a request that it gives back, the kernel returns no more than the header.
        if (mad.remaining() < MadHeader.LENGTH) {
            return;
        }
        MadMessage message = MadMessage.borrowed(mad);
        locked(after -> {
            traffic = true;
            MadServer server = servers.of(agent);
            if (server == null) {
                calls.received(status, source, message, after);
            } else if (status == 0) {
                servers.received(server, source, message, after);
            }
        });
    }

    // ---- the end

    /** Ends all calls, and the reader, which closes the channel. */
    void close() {
        end(new RdmaException("end port " + name + " was closed"));
        channel.wakeUp();
        if (!isReader()) {
            try {
                reader.join(CLOSE_DEADLINE.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void end(RdmaException reason) {
        List<Runnable> after = new ArrayList<>();
        lock.lock();
        try {
            if (ended != null) {
                return;
            }
            ended = reason;
            calls.end(reason, after);
            servers.end(after);
        } finally {
            lock.unlock();
        }
        after.forEach(Runnable::run);
    }
}
