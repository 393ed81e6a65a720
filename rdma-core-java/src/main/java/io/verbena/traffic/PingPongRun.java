package io.verbena.traffic;

import io.verbena.verbs.AddressHandle;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.ReceiveRequests;
import io.verbena.verbs.SendRequests;
import io.verbena.verbs.SharedReceiveQueue;
import io.verbena.verbs.WorkCompletion;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The exchange of messages: posts requests, waits for completions, and decides when each queue pair sends again. */
final class PingPongRun {
    private static final int RECEIVED = 1;
    private static final int SENT = 2;
    private static final int POLLS_BEFORE_PAUSE = 1000;
    private static final long PAUSE_NANOS = 1000;

    private final PingPong game;
    private final PingPong.Side side;
    private final CompletionQueue queue;
    private final CompletionTimes.@Nullable Counter times;
    private final CompletionBatch batch;
    private final SendRequests sends;
    private final ReceiveRequests receives;
    private final int[] numbers;

    /** The completions that each queue pair awaits before it sends again. */
    private final int[] pending;

    private final int iterations;
    private int outstanding;
    private int received;
    private int sent;

    PingPongRun(PingPong game, PingPong.Side side) {
        PingPongOptions options = game.options();
        this.game = game;
        this.side = side;
        queue = game.queue();
        times = game.times();
        batch = queue.batch(Math.min(64, options.depth() + options.queuePairs()));
        sends = game.pairs().get(0).sendRequests(1);
        SharedReceiveQueue shared = game.shared();
        receives = shared == null
                ? game.pairs().get(0).receiveRequests(options.depth())
                : shared.receiveRequests(options.depth());
        numbers = game.pairs().stream().mapToInt(QueuePair::number).toArray();
        pending = new int[numbers.length];
        iterations = options.iterations();
        outstanding = options.depth();
    }

    void postReceives(int count) {
        for (int i = 0; i < count; i++) {
            PingPongBuffer buffer = game.buffer();
            receives.receive(RECEIVED).segment(buffer.region(), buffer.base(), buffer.length());
        }
        SharedReceiveQueue shared = game.shared();
        if (shared == null) {
            game.pairs().get(0).post(receives);
        } else {
            shared.post(receives);
        }
    }

    private void send(int index) {
        PingPongBuffer buffer = game.buffer();
        sends.send(SENT)
                .segment(
                        buffer.region(),
                        buffer.base() + game.offset(),
                        game.options().size());
        AddressHandle way = game.way();
        if (way != null) {
            sends.to(way, game.remoteNumber(), game.queueKey());
        }
        game.pairs().get(index).post(sends);
        pending[index] = RECEIVED | SENT;
    }

    void play(Duration timeout) {
        for (int i = 0; i < pending.length; i++) {
            if (side == PingPong.Side.CALLING) {
                send(i);
            } else {
                pending[i] = RECEIVED;
            }
        }
        while (received < iterations || sent < iterations) {
            int count = game.options().events() ? queue.await(batch, timeout) : spin(timeout.toNanos());
            if (count == 0) {
                throw new TrafficException("no request completed on " + game + " for " + timeout.toMillis()
                        + " ms, after " + sent + " messages sent and " + received + " received of " + iterations
                        + (game.options().service().isReliable()
                                ? ""
                                : "; this service does not retransmit lost messages"));
            }
            for (int i = 0; i < count; i++) {
                take(batch.get(i).check());
            }
        }
    }

    /**
     * Yields from time to time while it polls, because two processes that spin on one processor must let each other
     * run.
     */
    private int spin(long timeout) {
        long start = System.nanoTime();
        int count = queue.poll(batch);
        for (int polls = 1; count == 0; polls++) {
            if (polls % POLLS_BEFORE_PAUSE == 0) {
                if (System.nanoTime() - start > timeout) {
                    return 0;
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            } else {
                Thread.onSpinWait();
            }
            count = queue.poll(batch);
        }
        return count;
    }

    private void take(WorkCompletion completion) {
        int what = (int) completion.id();
        if (what == SENT) {
            sent++;
        } else {
            received++;
            if (times != null) {
                times.received(completion.timestamp());
            }
            if (--outstanding <= numbers.length) {
                postReceives(game.options().depth() - outstanding);
                outstanding = game.options().depth();
            }
        }
        int index = indexOf(completion.queuePair());
        pending[index] &= ~what;
        if (sent < iterations && pending[index] == 0) {
            send(index);
        }
    }

    private int indexOf(int number) {
        int index = 0;
        while (numbers[index] != number) {
            index++;
        }
        return index;
    }
}
