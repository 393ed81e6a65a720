package io.verbena.mad;

import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.iba.MadHeader;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.Structure;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadChannel;
import io.verbena.spi.MadRegistration;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * All calls of one end port: keeps the window of outstanding requests full, matches answers, and ends what is not
 * answered. Its one reader thread completes the futures, and with them runs what depends on them.
 */
final class MadPort {
    private static final int RESPONSE = 0x80;
    private static final int STATUS_MASK = 0x7fff;

    // A channel that gives requests back does so when their time is over; only then is it late.
    private static final long GRACE = 5_000_000;

    // Back-to-back calls find the reader in a short wait and need not wake it up for their deadline.
    private static final long WAIT_AFTER_TRAFFIC = 20_000_000;
    private static final long WAIT_WHEN_IDLE = 1_000_000_000;
    private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(5);

    private final String name;
    private final MadChannel channel;
    private final @Nullable MadTracer tracer;
    private final Thread reader;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<ManagementClass, Integer> agents = new EnumMap<>(ManagementClass.class);
    private final CallTable calls;

    private int nextTransactionId = 1;
    private long datagramsSent;
    private long readerWakesAt;
    private boolean traffic;
    private @Nullable RdmaException ended;

    MadPort(String name, MadChannel channel, int window, @Nullable MadTracer tracer) {
        this.name = name;
        this.channel = channel;
        this.calls = new CallTable(window);
        this.tracer = tracer;
        this.reader = new Thread(this::read, "verbena-mad-" + name);
        reader.setDaemon(true);
        reader.start();
    }

    String name() {
        return name;
    }

    boolean isReader() {
        return Thread.currentThread() == reader;
    }

    /** The agent of a management class, asked for when it is needed first. */
    int agent(ManagementClass managementClass) {
        lock.lock();
        try {
            requireOpen();
            Integer agent = agents.get(managementClass);
            if (agent == null) {
                agent = channel.register(
                        MadRegistration.client(managementClass.code(), MadCodec.classVersion(managementClass)));
                agents.put(managementClass, agent);
            }
            return agent;
        } finally {
            lock.unlock();
        }
    }

    void submit(PendingCall<?> call) {
        List<Runnable> failures = new ArrayList<>(0);
        lock.lock();
        try {
            requireOpen();
            calls.add(call);
            fillWindow(failures);
            Long deadline = calls.nextDeadline();
            if (deadline != null && deadline - readerWakesAt < 0 && !isReader()) {
                channel.wakeUp();
            }
        } finally {
            lock.unlock();
        }
        failures.forEach(Runnable::run);
    }

    /** How long a call that is asked now can take at the most. */
    Duration patience(PendingCall<?> call) {
        lock.lock();
        try {
            long rounds = 2L + calls.backlog();
            return Duration.ofNanos(rounds * call.timeoutNanos * call.transactionIds.length)
                    .plus(CLOSE_DEADLINE);
        } finally {
            lock.unlock();
        }
    }

    long datagramsSent() {
        lock.lock();
        try {
            return datagramsSent;
        } finally {
            lock.unlock();
        }
    }

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

    private void requireOpen() {
        if (ended != null) {
            throw new RdmaException("end port " + name + " cannot be used any more: " + ended.getMessage(), ended);
        }
    }

    private void fillWindow(List<Runnable> failures) {
        for (PendingCall<?> call = calls.nextToSend(); call != null; call = calls.nextToSend()) {
            transmit(call, failures);
        }
    }

    private void transmit(PendingCall<?> call, List<Runnable> failures) {
        int transactionId = nextTransactionId++;
        ByteBuffer mad = call.nextTry(transactionId, System.nanoTime());
        calls.sent(call, transactionId);
        try {
            channel.send(call.agent, call.destination, mad, call.timeoutMillis());
            datagramsSent++;
            if (tracer != null) {
                tracer.sent(call.exchange, call.tries);
            }
        } catch (RdmaException e) {
            calls.remove(call);
            failures.add(() -> finish(
                    call, null, e.during(call.exchange.call() + " could not be sent to " + call.exchange.path())));
        }
    }

    private void read() {
        try (channel) {
            readUntilEnded();
        }
    }

    private void readUntilEnded() {
        try {
            while (isOpen()) {
                channel.receive(this::received, untilNextDeadline());
                expire();
            }
        } catch (RdmaException e) {
            end(e);
        } catch (RuntimeException | Error e) {
            end(new RdmaException("the reader of end port " + name + " failed: " + e, e));
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

    private long untilNextDeadline() {
        lock.lock();
        try {
            Long deadline = calls.nextDeadline();
            long now = System.nanoTime();
            long wait = deadline != null
                    ? Math.max(0, deadline + GRACE - now)
                    : traffic ? WAIT_AFTER_TRAFFIC : WAIT_WHEN_IDLE;
            traffic = false;
            readerWakesAt = now + wait;
            return wait;
        } finally {
            lock.unlock();
        }
    }

    private void received(int agent, int status, MadAddress source, ByteBuffer mad) {
        // Of a request that it gives back, the kernel returns no more than the header.
        if (mad.remaining() < (status == 0 ? MadCodec.LENGTH : MadHeader.LENGTH)) {
            return;
        }
        int transactionId = PendingCall.transactionId(mad);
        boolean response = (mad.get(mad.position() + MadCodec.METHOD) & RESPONSE) != 0;
        List<Runnable> failures = new ArrayList<>(0);
        PendingCall<?> call;
        lock.lock();
        try {
            traffic = true;
            call = calls.find(transactionId);
            boolean answer = status == 0 && response;
            boolean givenBack = status != 0 && !response && call != null && call.isCurrentTry(transactionId);
            if (call == null || !(answer || givenBack)) {
                return;
            }
            if (status == Errno.ETIMEDOUT) {
                tryAgain(call, failures);
            } else {
                calls.remove(call);
            }
            fillWindow(failures);
        } finally {
            lock.unlock();
        }
        if (status == 0) {
            answered(call, mad);
        } else if (status != Errno.ETIMEDOUT) {
            finish(
                    call,
                    null,
                    new SysException("umad_send", call.exchange.path().toString(), status, "")
                            .during(call.exchange.call()));
        }
        failures.forEach(Runnable::run);
    }

    private <T extends Structure> void answered(PendingCall<T> call, ByteBuffer mad) {
        int status = mad.getShort(mad.position() + MadCodec.STATUS) & STATUS_MASK;
        if (status != 0 || tracer != null) {
            call.keepReply(mad);
        }
        if (status >> 8 != 0) {
            finish(call, null, new MadClassException(call.exchange, status >> 8));
        } else if (status != 0) {
            finish(call, null, new MadStatusException(call.exchange, status));
        } else {
            finish(call, call.decode(mad), null);
        }
    }

    private void expire() {
        List<Runnable> failures = new ArrayList<>(0);
        lock.lock();
        try {
            long now = System.nanoTime() - GRACE;
            for (PendingCall<?> call = calls.expired(now); call != null; call = calls.expired(now)) {
                tryAgain(call, failures);
            }
            fillWindow(failures);
        } finally {
            lock.unlock();
        }
        failures.forEach(Runnable::run);
    }

    private void tryAgain(PendingCall<?> call, List<Runnable> failures) {
        if (call.mayTryAgain()) {
            calls.tryIsOver(call);
            transmit(call, failures);
        } else {
            calls.remove(call);
            failures.add(
                    () -> finish(call, null, new MadTimeoutException(call.exchange, call.tries, call.timeoutMillis())));
        }
    }

    private <T extends Structure> void finish(
            PendingCall<T> call, @Nullable T answer, @Nullable RdmaException failure) {
        if (tracer != null) {
            long elapsed = call.tries == 0 ? 0 : System.nanoTime() - call.firstSent;
            tracer.completed(call.exchange, Duration.ofNanos(elapsed), failure);
        }
        if (failure != null) {
            call.future.completeExceptionally(failure);
        } else {
            call.future.complete(answer);
        }
    }

    private void end(RdmaException reason) {
        List<PendingCall<?>> orphans;
        lock.lock();
        try {
            if (ended != null) {
                return;
            }
            ended = reason;
            orphans = calls.drain();
        } finally {
            lock.unlock();
        }
        for (PendingCall<?> call : orphans) {
            finish(call, null, new MadException(call.exchange, "was not answered: " + reason.getMessage(), reason));
        }
    }
}
