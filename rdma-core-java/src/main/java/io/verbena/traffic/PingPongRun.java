package io.verbena.traffic;

import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.ReceiveRequests;
import io.verbena.verbs.SendRequests;
import io.verbena.verbs.WorkCompletion;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** The exchange of messages: posts requests, waits for completions, and decides when each queue pair sends again. */
final class PingPongRun {
    private static final int RECEIVED = 1;
    private static final int SENT = 2;
    private static final int POLLS_BEFORE_PAUSE = 1000;
    private static final long PAUSE_NANOS = 1000;

    private final PingPong game;
    private final PingPongOptions options;
    private final CompletionQueue queue;
    private final PingPongBuffer buffer;
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

    PingPongRun(PingPong game) {
        this.game = game;
        options = game.options;
        queue = game.queue;
        buffer = game.buffer;
        batch = queue.batch(Math.min(64, options.depth() + options.queuePairs()));
        sends = game.pairs.get(0).sendRequests(1);
        receives = game.shared == null
                ? game.pairs.get(0).receiveRequests(options.depth())
                : game.shared.receiveRequests(options.depth());
        numbers = game.pairs.stream().mapToInt(QueuePair::number).toArray();
        pending = new int[numbers.length];
        iterations = options.iterations();
        outstanding = options.depth();
    }

    void postReceives(int count) {
        for (int i = 0; i < count; i++) {
            receives.receive(RECEIVED).segment(buffer.region(), buffer.base(), buffer.length());
        }
        if (game.shared == null) {
            game.pairs.get(0).post(receives);
        } else {
            game.shared.post(receives);
        }
    }

    private void send(int index, Consumer<SendRequests> destination) {
        sends.send(SENT).segment(buffer.region(), buffer.base() + options.payloadOffset(), options.size());
        destination.accept(sends);
        game.pairs.get(index).post(sends);
        pending[index] = RECEIVED | SENT;
    }

    /** Exchanges all messages. One side {@code begins}; {@code destination} addresses the requests of datagrams. */
    void play(boolean begins, Consumer<SendRequests> destination, Duration timeout) {
        for (int i = 0; i < pending.length; i++) {
            if (begins) {
                send(i, destination);
            } else {
                pending[i] = RECEIVED;
            }
        }
        while (received < iterations || sent < iterations) {
            int count = options.events() ? queue.await(batch, timeout) : spin(timeout.toNanos());
            if (count == 0) {
                throw new TrafficException("no request completed on " + game + " for " + timeout.toMillis()
                        + " ms, after " + sent + " messages sent and " + received + " received of " + iterations
                        + (options.service().isReliable() ? "" : "; this service does not retransmit lost messages"));
            }
            for (int i = 0; i < count; i++) {
                take(batch.get(i).check(), destination);
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

    private void take(WorkCompletion completion, Consumer<SendRequests> destination) {
        int what = (int) completion.id();
        if (what == SENT) {
            sent++;
        } else {
            received++;
            if (game.times != null) {
                game.times.received(completion.timestamp());
            }
            if (--outstanding <= numbers.length) {
                postReceives(options.depth() - outstanding);
                outstanding = options.depth();
            }
        }
        int index = indexOf(completion.queuePair());
        pending[index] &= ~what;
        if (sent < iterations && pending[index] == 0) {
            send(index, destination);
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
