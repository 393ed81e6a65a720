package io.verbena.mad.engine;

import io.verbena.error.DeviceRemovedException;
import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.iba.ClassPortInfo;
import io.verbena.mad.MadClassException;
import io.verbena.mad.MadException;
import io.verbena.mad.MadStatistics;
import io.verbena.mad.MadStatusException;
import io.verbena.mad.MadTimeoutException;
import io.verbena.mad.MadTracer;
import io.verbena.mad.decode.MadFormat;
import io.verbena.mad.decode.MadMessage;
import io.verbena.rmpp.RmppFailure;
import io.verbena.rmpp.RmppReceiver;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadChannel;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends the calls of a port when the window has room, retries them, and completes them.
 *
 * <p>Callers hold the {@link PortLock}, unless a method says otherwise. Actions that must not run under the lock are added to
 * {@code after}.
 */
final class Calls {
    private static final int BUSY = 1;
    private static final int REDIRECTED = 2;
    private static final int NO_RECORDS = 3;

    // Some channels return a request when its timeout has elapsed; only after that is the call late.
    private static final long GRACE = 5_000_000;

    private static final long FIRST_BACK_OFF = 10_000_000;

    private final String port;
    private final MadChannel channel;
    private final Addresses addresses;
    private final PortLock lock;
    private final Consumer<RdmaException> onRemoval;

    /** Null without a tracer, and after it has thrown. */
    private volatile @Nullable MadTracer tracer;

    private final CallTable table;
    private final LongCalls longCalls;

    // Random, so that a late response to another process does not match a call of this one.
    private int nextTransactionId = ThreadLocalRandom.current().nextInt();
    private long sent;
    private long received;
    private long dropped;
    private long lost;

    /**
     * Creates the calls of a port.
     *
     * @param onRemoval notified, without the lock, if sending fails because the device was removed
     */
    Calls(
            String port,
            MadChannel channel,
            Addresses addresses,
            PortLock lock,
            Consumer<RdmaException> onRemoval,
            int outstanding,
            @Nullable MadTracer tracer) {
        this.port = port;
        this.channel = channel;
        this.addresses = addresses;
        this.lock = lock;
        this.onRemoval = onRemoval;
        this.tracer = tracer;
        this.table = new CallTable(outstanding);
        this.longCalls = new LongCalls(channel);
    }

    /** Raises the maximum size of the window. */
    void allow(int outstanding) {
        table.allow(outstanding);
    }

    MadStatistics statistics() {
        return new MadStatistics(sent, received, dropped, lost, table.window());
    }

    /** Counts a message that was dropped. */
    void dropped() {
        dropped++;
    }

    /** Returns the number of calls that wait for a place in the window. */
    int backlog() {
        return table.backlog();
    }

    /** Returns whether no call is in flight. */
    boolean isIdle() {
        return table.isIdle();
    }

    /** Returns when {@link #expire} is due next; a call is in flight. */
    long nextDeadline() {
        return table.nextDeadline() + GRACE;
    }

    // ---- sending

    void submit(Call<?> call, List<Runnable> after) {
        MadAddress elsewhere = addresses.redirection(call);
        if (elsewhere != null) {
            call.redirectTo(elsewhere);
        }
        if (call.request.isAnswered() || call.isSentInSegments()) {
            table.add(call);
            fillWindow(after);
        } else {
            sendOnly(call, after);
        }
    }

    private void sendOnly(Call<?> call, List<Runnable> after) {
        ByteBuffer mad = call.nextTry(nextTransactionId++, channel.nanoTime());
        RdmaException failure = send(call, mad);
        if (failure == null) {
            after.add(() -> succeed(call, MadMessage.borrowed(mad)));
        } else {
            fail(call, failure, after);
        }
    }

    private void fillWindow(List<Runnable> after) {
        for (Call<?> call = table.nextToSend(); call != null; call = table.nextToSend()) {
            transmit(call, after);
        }
    }

    private void transmit(Call<?> call, List<Runnable> after) {
        int transactionId = nextTransactionId++;
        ByteBuffer mad = call.nextTry(transactionId, channel.nanoTime());
        table.sent(call, transactionId);
        RdmaException failure = send(call, mad);
        if (failure != null) {
            table.remove(call);
            fail(call, failure, after);
        }
    }

    private void fail(Call<?> call, RdmaException failure, List<Runnable> after) {
        if (failure instanceof DeviceRemovedException) {
            after.add(() -> onRemoval.accept(failure));
        }
        after.add(() -> finish(call, null, failure));
    }

    private @Nullable RdmaException send(Call<?> call, ByteBuffer mad) {
        try {
            if (call.isSentInSegments()) {
                table.setDeadline(call, longCalls.start(call, channel.nanoTime()));
            } else {
                channel.send(call.agent, call.destination, mad, call.channelTimeoutMillis());
            }
            sent++;
            trace(listener -> listener.sent(call, call.tries));
            return null;
        } catch (RdmaException e) {
            return e.during(call.call() + " could not be sent to " + call.path());
        }
    }

    // ---- receiving

    /** Handles a message for an agent without a server, or a request that the channel returns. */
    void received(int status, MadAddress source, MadMessage message, List<Runnable> after) {
        Call<?> call = table.find(message.transactionId());
        boolean response = (message.u8(MadFormat.METHOD) & MadFormat.RESPONSE) != 0;
        if (status != 0) {
            if (call != null && !response && call.isCurrentTry(message.transactionId())) {
                returned(call, status, after);
                fillWindow(after);
            }
            return;
        }
        received++;
        if (call == null) {
            if (!longCalls.repeatAcknowledgement(message, channel.nanoTime())) {
                dropped++;
            }
            return;
        }
        if (!response) {
            dropped++;
            return;
        }
        String mismatch = call.mismatch(source, message);
        if (mismatch != null) {
            dropped++;
            call.dropped = mismatch;
            return;
        }
        if (call.isSegmentedHere() && message.isRmpp()) {
            longCalls.received(call, message, channel.nanoTime());
            advance(call, after);
        } else {
            arrived(call, message, after);
        }
        fillWindow(after);
    }

    /** Continues or completes a call that sends or receives a long message. */
    private void advance(Call<?> call, List<Runnable> after) {
        RmppFailure failure = LongCalls.failure(call);
        RmppReceiver receiver = call.receiver;
        if (failure != null && failure.reason() == RmppFailure.Reason.NO_PROGRESS && call.mayRetry()) {
            table.endTry(call);
            transmit(call, after);
        } else if (failure != null) {
            table.remove(call);
            after.add(() -> finish(
                    call, null, new MadException(call, "to " + call.path() + " failed by RMPP: " + failure, null)));
        } else if (receiver != null && receiver.isDone()) {
            arrived(call, longCalls.takeResponse(call, receiver), after);
        } else if (!call.request.isAnswered() && LongCalls.isSent(call)) {
            table.remove(call);
            after.add(() -> complete(call, MadMessage.own(call.mad)));
        } else {
            table.setDeadline(call, longCalls.deadline(call, channel.nanoTime()));
        }
    }

    private void arrived(Call<?> call, MadMessage message, List<Runnable> after) {
        int status = message.status();
        boolean current = call.isCurrentTry(message.transactionId());
        if ((status & REDIRECTED) != 0 && call.isRedirected && !current) {
            // The first agent redirects every attempt that it received, also those before the redirection was followed.
            dropped++;
            return;
        }
        long now = channel.nanoTime();
        if (current && call.tries == 1) {
            table.succeeded();
        } else if (!call.isRepeated) {
            lost++;
            table.lost(call.firstSent, now);
        }
        if ((status & BUSY) != 0 && call.mayRetry()) {
            table.endTry(call);
            call.isRepeated = true;
            table.resume(call, now + backOff(call));
        } else if ((status & REDIRECTED) != 0 && call.destination.queuePair() != 0) {
            table.endTry(call);
            after.add(() -> redirect(call, message));
        } else {
            if (status == 0) {
                addresses.learnResponseTime(call, message);
            }
            table.remove(call);
            after.add(() -> complete(call, message));
        }
    }

    /** Returns the delay before a busy agent is asked again: twice as long each time, with a random part. */
    private static long backOff(Call<?> call) {
        long longest = Math.min(call.timeoutNanos, FIRST_BACK_OFF << Math.min(call.tries - 1, 16));
        return longest / 2 + ThreadLocalRandom.current().nextLong(longest / 2 + 1);
    }

    private void returned(Call<?> call, int errno, List<Runnable> after) {
        if (errno == Errno.ETIMEDOUT) {
            retry(call, after);
            return;
        }
        table.remove(call);
        RdmaException failure = new SysException("umad_send", call.path().toString(), errno, "").during(call.call());
        after.add(() -> finish(call, null, failure));
    }

    // ---- timeouts and redirections

    /** Retries the calls that are late, or ends them. */
    void expire(List<Runnable> after) {
        long now = channel.nanoTime();
        for (Call<?> call = table.expired(now - GRACE); call != null; call = table.expired(now - GRACE)) {
            if (longCalls.tick(call, now)) {
                advance(call, after);
            } else {
                retry(call, after);
            }
        }
        longCalls.forgetEnded(now);
        fillWindow(after);
    }

    private void retry(Call<?> call, List<Runnable> after) {
        if (call.mayRetry()) {
            table.endTry(call);
            transmit(call, after);
            return;
        }
        table.remove(call);
        if (call.isRedirected) {
            addresses.forgetRedirection(call);
        }
        after.add(() -> {
            addresses.forget();
            finish(call, null, new MadTimeoutException(call, call.tries, call.timeoutMillis(), call.dropped));
        });
    }

    /** Sends the request to the address in the response. Called without the lock. */
    private void redirect(Call<?> call, MadMessage message) {
        call.keepReply(message);
        int offset = MadFormat.payloadOffset(MadFormat.of(call.managementClass));
        try {
            ClassPortInfo info = ClassPortInfo.LAYOUT.wrap(message.copy(offset, ClassPortInfo.LENGTH), 0);
            MadAddress elsewhere = addresses.redirected(info, call.destination);
            if (call.isRedirected || elsewhere.equals(call.destination)) {
                throw new RdmaException(
                        call.destination.place() + " redirected the request again, to " + elsewhere.place());
            }
            lock.ifOpen(after -> sendTo(elsewhere, call, after));
        } catch (RdmaException e) {
            lock.ifOpen(after -> {
                table.remove(call);
                addresses.forgetRedirection(call);
                fillWindow(after);
            });
            finish(call, null, new MadException(call, "could not follow its redirection: " + e.getMessage(), e));
        }
    }

    private void sendTo(MadAddress elsewhere, Call<?> call, List<Runnable> after) {
        if (call.future.isDone()) {
            table.remove(call);
        } else {
            addresses.learnRedirection(call, elsewhere);
            call.redirectTo(elsewhere);
            transmit(call, after);
        }
        fillWindow(after);
    }

    // ---- completion, without the lock

    private <T> void complete(Call<T> call, MadMessage message) {
        int status = message.status();
        if (status != 0 || tracer != null) {
            call.keepReply(message);
        }
        T noRecords = status == NO_RECORDS << 8 ? call.request.noRecords() : null;
        if (noRecords != null) {
            finish(call, noRecords, null);
        } else if (status >> 8 != 0) {
            finish(call, null, new MadClassException(call, status >> 8));
        } else if (status != 0) {
            finish(call, null, new MadStatusException(call, status));
        } else {
            succeed(call, message);
        }
    }

    private <T> void succeed(Call<T> call, MadMessage message) {
        T response;
        try {
            response = call.request.read(message, call);
        } catch (IllegalArgumentException e) {
            call.keepReply(message);
            finish(
                    call,
                    null,
                    new MadException(call, "got a malformed response from " + call.path() + ": " + e.getMessage(), e));
            return;
        }
        finish(call, response, null);
    }

    private <T> void finish(Call<T> call, @Nullable T response, @Nullable RdmaException failure) {
        trace(listener -> {
            long elapsed = call.tries == 0 ? 0 : channel.nanoTime() - call.firstSent;
            listener.completed(call, Duration.ofNanos(elapsed), failure);
        });
        if (failure != null) {
            call.future.completeExceptionally(failure);
        } else {
            call.future.complete(response);
        }
    }

    /** Notifies the tracer. A tracer that throws is not notified again. */
    private void trace(Consumer<MadTracer> event) {
        MadTracer listener = tracer;
        if (listener == null) {
            return;
        }
        try {
            event.accept(listener);
        } catch (RuntimeException | Error e) {
            tracer = null;
            System.getLogger("io.verbena.mad")
                    .log(
                            Level.WARNING,
                            "the tracer of end port " + port + " failed and is not notified again: " + e,
                            e);
        }
    }

    /** Fails all calls. */
    void end(RdmaException reason, List<Runnable> after) {
        for (Call<?> call : table.drain()) {
            after.add(() -> finish(call, null, unanswered(call, reason)));
        }
    }

    private static RdmaException unanswered(Call<?> call, RdmaException reason) {
        if (reason instanceof DeviceRemovedException removed) {
            return new DeviceRemovedException(removed.device(), removed)
                    .during(call.call() + " to " + call.path() + " was not answered");
        }
        return new MadException(call, "was not answered: " + reason.getMessage(), reason);
    }
}
