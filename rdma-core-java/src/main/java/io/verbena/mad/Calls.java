package io.verbena.mad;

import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.iba.ClassPortInfo;
import io.verbena.rmpp.RmppFailure;
import io.verbena.rmpp.RmppReceiver;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadChannel;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The life of the calls of one port: sent when the window has room, tried again, answered or given up.
 *
 * <p>All methods want the lock of the {@link MadPort}, but for those that say otherwise. What must not happen under it,
 * such as to complete a future, they add to {@code after}, which is run when the lock is released.
 */
final class Calls {
    private static final int BUSY = 1;
    private static final int REDIRECTED = 2;
    private static final int NO_RECORDS = 3;

    // A channel that gives requests back does so when their time is over; only then is it late.
    private static final long GRACE = 5_000_000;

    private static final long FIRST_BACK_OFF = 10_000_000;

    private final MadChannel channel;
    private final MadPort port;
    private final @Nullable MadTracer tracer;
    private final CallTable table;
    /** Which agents have sent their class elsewhere (IBA 13.5.2). */
    private final AgentMemory<MadAddress> redirects = new AgentMemory<>();

    private final ResponseTimes responseTimes = new ResponseTimes();
    private final Transfers transfers;

    // So that a late answer to somebody else's question does not look like one to ours.
    private int nextTransactionId = ThreadLocalRandom.current().nextInt();
    private long sent;
    private long received;
    private long dropped;
    private long lost;

    Calls(MadPort port, MadChannel channel, int outstanding, @Nullable MadTracer tracer) {
        this.port = port;
        this.channel = channel;
        this.tracer = tracer;
        this.table = new CallTable(outstanding);
        this.transfers = new Transfers(channel);
    }

    void allow(int outstanding) {
        table.window.allow(outstanding);
    }

    MadStatistics statistics() {
        return new MadStatistics(sent, received, dropped, lost, table.window.size());
    }

    void dropped() {
        dropped++;
    }

    int backlog() {
        return table.backlog();
    }

    /** Whether nothing is under way. */
    boolean isIdle() {
        return table.isIdle();
    }

    /** When something is to be done for a call; something is under way. */
    long nextDeadline() {
        return table.nextDeadline() + GRACE;
    }

    /** How long whom a question goes to may take for the answer, in ns; {@link ResponseTimes#UNKNOWN} if it has not said so. */
    long responseTime(Question<?> question) {
        return responseTimes.of(question);
    }

    void submit(PendingCall<?> call, List<Runnable> after) {
        MadAddress elsewhere = redirects.of(call.question);
        if (elsewhere != null) {
            call.redirectTo(elsewhere);
        }
        if (call.question.answer().isAwaited() || transfers.segments(call)) {
            table.add(call);
            fillWindow(after);
        } else {
            sendOnly(call, after);
        }
    }

    private <T> void sendOnly(PendingCall<T> call, List<Runnable> after) {
        ByteBuffer mad = call.nextTry(nextTransactionId++, channel.nanoTime());
        RdmaException failure = send(call, mad);
        after.add(() ->
                finish(call, failure == null ? call.question.answer().read(MadMessage.borrowed(mad)) : null, failure));
    }

    private void fillWindow(List<Runnable> after) {
        for (PendingCall<?> call = table.nextToSend(); call != null; call = table.nextToSend()) {
            transmit(call, after);
        }
    }

    private void transmit(PendingCall<?> call, List<Runnable> after) {
        int transactionId = nextTransactionId++;
        ByteBuffer mad = call.nextTry(transactionId, channel.nanoTime());
        table.sent(call, transactionId);
        RdmaException failure = send(call, mad);
        if (failure != null) {
            table.remove(call);
            after.add(() -> finish(call, null, failure));
        }
    }

    private @Nullable RdmaException send(PendingCall<?> call, ByteBuffer mad) {
        try {
            if (transfers.segments(call)) {
                table.setDeadline(call, transfers.start(call, channel.nanoTime()));
            } else {
                channel.send(call.agent, call.destination, mad, call.channelTimeoutMillis());
            }
            sent++;
            if (tracer != null) {
                tracer.sent(call.exchange, call.tries);
            }
            return null;
        } catch (RdmaException e) {
            return e.during(call.exchange.call() + " could not be sent to " + call.exchange.path());
        }
    }

    /** Something for an agent that only asks has arrived, or was given back. */
    void received(int status, MadAddress source, MadMessage message, List<Runnable> after) {
        PendingCall<?> call = table.find(message.transactionId());
        boolean response = (message.u8(MadCodec.METHOD) & MadCodec.RESPONSE) != 0;
        if (status != 0) {
            if (call != null && !response && call.isCurrentTry(message.transactionId())) {
                givenBack(call, status, after);
                fillWindow(after);
            }
            return;
        }
        received++;
        if (call == null && transfers.late(message, channel.nanoTime())) {
            return;
        }
        String problem = call == null || !response ? "" : problem(call, source, message);
        if (call == null || problem != null) {
            dropped++;
            if (call != null && response) {
                call.dropped = problem;
            }
            return;
        }
        if (call.isSegmentedHere() && message.isRmpp()) {
            transfers.received(call, message, channel.nanoTime());
            advance(call, after);
        } else {
            arrived(call, message, after);
        }
        fillWindow(after);
    }

    /** Goes on with a call that is, or was, in the middle of a long message. */
    private void advance(PendingCall<?> call, List<Runnable> after) {
        RmppFailure failure = Transfers.failure(call);
        RmppReceiver receiver = call.receiver;
        if (failure != null && failure.reason() == RmppFailure.Reason.NO_PROGRESS && call.mayTryAgain()) {
            table.tryIsOver(call);
            transmit(call, after);
        } else if (failure != null) {
            table.remove(call);
            after.add(() -> finish(
                    call,
                    null,
                    new MadException(
                            call.exchange, "to " + call.exchange.path() + " failed by RMPP: " + failure, null)));
        } else if (receiver != null && receiver.isDone()) {
            transfers.linger(call, receiver);
            arrived(call, MadMessage.own(receiver.message()), after);
        } else if (!call.question.answer().isAwaited() && Transfers.isSent(call)) {
            table.remove(call);
            MadMessage request = MadMessage.own(call.question.request());
            after.add(() -> answered(call, request));
        } else {
            table.setDeadline(call, transfers.deadline(call, channel.nanoTime()));
        }
    }

    private static @Nullable String problem(PendingCall<?> call, MadAddress source, MadMessage message) {
        // A message that the channel put together may be shorter than a datagram.
        boolean together = call.question.agent().rmpp() && message.isRmpp();
        int least =
                together ? MadFormats.payloadOffset(MadFormats.of(call.question.managementClass())) : MadCodec.LENGTH;
        boolean whole = message.length() >= least;
        return whole ? ReplyCheck.problem(call, source, message) : "of " + message.length() + " bytes";
    }

    private void arrived(PendingCall<?> call, MadMessage message, List<Runnable> after) {
        int status = MadCodec.status(message);
        boolean current = call.isCurrentTry(message.transactionId());
        if ((status & REDIRECTED) != 0 && call.isRedirected && !current) {
            // Who was asked first sends an earlier try elsewhere, too; it may be on the port that is asked now.
            dropped++;
            return;
        }
        long now = channel.nanoTime();
        if (current && call.tries == 1) {
            table.window.answered();
        } else if (!call.isAskedAgain) {
            lost++;
            table.window.lost(call.firstSent, now);
        }
        if ((status & BUSY) != 0 && call.mayTryAgain()) {
            table.tryIsOver(call);
            call.isAskedAgain = true;
            table.resume(call, now + backOff(call));
        } else if ((status & REDIRECTED) != 0 && call.destination.queuePair() != 0) {
            table.tryIsOver(call);
            after.add(() -> redirect(call, message));
        } else {
            if (status == 0) {
                responseTimes.learn(call.question, message);
            }
            table.remove(call);
            after.add(() -> answered(call, message));
        }
    }

    /** Twice as long each time, and never as regular as that of others. */
    private static long backOff(PendingCall<?> call) {
        long longest = Math.min(call.timeoutNanos, FIRST_BACK_OFF << Math.min(call.tries - 1, 16));
        return longest / 2 + ThreadLocalRandom.current().nextLong(longest / 2 + 1);
    }

    private void givenBack(PendingCall<?> call, int errno, List<Runnable> after) {
        if (errno == Errno.ETIMEDOUT) {
            tryAgain(call, after);
            return;
        }
        table.remove(call);
        RdmaException failure =
                new SysException("umad_send", call.exchange.path().toString(), errno, "").during(call.exchange.call());
        after.add(() -> finish(call, null, failure));
    }

    /** What is late is tried again, or given up. */
    void expire(List<Runnable> after) {
        long now = channel.nanoTime();
        for (PendingCall<?> call = table.expired(now - GRACE); call != null; call = table.expired(now - GRACE)) {
            if (transfers.tick(call, now)) {
                advance(call, after);
            } else {
                tryAgain(call, after);
            }
        }
        transfers.forget(now);
        fillWindow(after);
    }

    private void tryAgain(PendingCall<?> call, List<Runnable> after) {
        if (call.mayTryAgain()) {
            table.tryIsOver(call);
            transmit(call, after);
            return;
        }
        table.remove(call);
        if (call.isRedirected) {
            redirects.forget(call.question);
        }
        after.add(() -> {
            port.addresses().forget();
            finish(call, null, new MadTimeoutException(call.exchange, call.tries, call.timeoutMillis(), call.dropped));
        });
    }

    /** The lock is not held. Asks where the answer says. */
    private void redirect(PendingCall<?> call, MadMessage message) {
        call.keepReply(message);
        int offset = MadFormats.payloadOffset(MadFormats.of(call.question.managementClass()));
        try {
            ClassPortInfo info = ClassPortInfo.LAYOUT.wrap(message.copy(offset, ClassPortInfo.LENGTH), 0);
            MadAddress elsewhere = port.addresses().redirected(info, call.destination);
            if (call.isRedirected || elsewhere.equals(call.destination)) {
                throw new RdmaException(
                        "from " + call.destination.place() + " it was redirected again, to " + elsewhere.place());
            }
            port.locked(after -> sendElsewhere(call, elsewhere, after));
        } catch (RdmaException e) {
            port.locked(after -> {
                table.remove(call);
                redirects.forget(call.question);
                fillWindow(after);
            });
            finish(
                    call,
                    null,
                    new MadException(call.exchange, "could not follow its redirection: " + e.getMessage(), e));
        }
    }

    private void sendElsewhere(PendingCall<?> call, MadAddress elsewhere, List<Runnable> after) {
        if (!call.future.isDone()) {
            redirects.remember(call.question, elsewhere);
            call.redirectTo(elsewhere);
            transmit(call, after);
        } else {
            table.remove(call);
        }
        fillWindow(after);
    }

    /** The lock is not held. */
    private <T> void answered(PendingCall<T> call, MadMessage message) {
        int status = MadCodec.status(message);
        if (status != 0 || tracer != null) {
            call.keepReply(message);
        }
        T noRecords = status == NO_RECORDS << 8 ? call.question.answer().ofNoRecords() : null;
        try {
            if (noRecords != null) {
                finish(call, noRecords, null);
            } else if (status >> 8 != 0) {
                finish(call, null, new MadClassException(call.exchange, status >> 8));
            } else if (status != 0) {
                finish(call, null, new MadStatusException(call.exchange, status));
            } else {
                finish(call, call.question.answer().read(message), null);
            }
        } catch (IllegalArgumentException e) {
            call.keepReply(message);
            finish(
                    call,
                    null,
                    new MadException(
                            call.exchange, "was answered by " + call.exchange.path() + " with " + e.getMessage(), e));
        }
    }

    /** The lock is not held. */
    <T> void finish(PendingCall<T> call, @Nullable T answer, @Nullable RdmaException failure) {
        if (tracer != null) {
            long elapsed = call.tries == 0 ? 0 : channel.nanoTime() - call.firstSent;
            tracer.completed(call.exchange, Duration.ofNanos(elapsed), failure);
        }
        if (failure != null) {
            call.future.completeExceptionally(failure);
        } else {
            call.future.complete(answer);
        }
    }

    /** Ends all calls. */
    void end(RdmaException reason, List<Runnable> after) {
        for (PendingCall<?> call : table.drain()) {
            after.add(() -> finish(
                    call, null, new MadException(call.exchange, "was not answered: " + reason.getMessage(), reason)));
        }
    }
}
