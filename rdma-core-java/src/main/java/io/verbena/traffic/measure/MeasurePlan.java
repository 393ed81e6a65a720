package io.verbena.traffic.measure;

import io.verbena.hca.QueuePairType;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What is measured; the client tells it to the server.
 *
 * @param quantity bandwidth or latency
 * @param operation what is done over and over
 * @param service RC, UC or UD, if the service has the operation
 * @param connectionManager whether the queue pairs are connected by the RDMA CM, which is for RC; else over the side channel
 * @param bothWays whether both sides do it at the same time; of bandwidth
 * @param sizes the bytes of a message, 1 to {@value #MOST_BYTES}, one measurement for each, at most {@value #MOST_SIZES}; of
 *     atomics 8
 * @param iterations messages of a measurement and side, of a bandwidth for each queue pair, at least 1; 0 if it ends by time
 * @param duration how long a measurement lasts, up to an hour; zero if it ends by the number of messages
 * @param warmUp messages that go before each measurement and do not count
 * @param depth requests of a queue pair that are under way at once, 1 to {@value #MOST_DEPTH}
 * @param queuePairs how many of each side are used side by side, 1 to {@value #MOST_QUEUE_PAIRS}; with {@code depth} for each
 *     no more than {@value #MOST_DEPTH} requests. A bandwidth sends the messages by each of them, a latency by one after the
 *     other
 */
public record MeasurePlan(
        Quantity quantity,
        Operation operation,
        QueuePairType service,
        boolean connectionManager,
        boolean bothWays,
        List<Integer> sizes,
        int iterations,
        Duration duration,
        int warmUp,
        int depth,
        int queuePairs) {
    /** The longest message; a server gives a client at most three times as many bytes. */
    public static final int MOST_BYTES = 1 << 26;

    /** The most measurements. */
    public static final int MOST_SIZES = 64;

    /** The most requests under way. */
    public static final int MOST_DEPTH = 1 << 15;

    /** The most queue pairs of a side. */
    public static final int MOST_QUEUE_PAIRS = 1 << 10;

    /** How long a measurement may last. */
    public static final Duration LONGEST = Duration.ofHours(1);

    private static final int ATOMIC_BYTES = 8;
    private static final int LAST_POWER = 23;

    /** Refuses what cannot be measured. */
    public MeasurePlan {
        sizes = List.copyOf(sizes);
        require("number of sizes", sizes.size(), 1, MOST_SIZES);
        sizes.forEach(size -> require("size", size, 1, MOST_BYTES));
        require("number of warm-up messages", warmUp, 0, Integer.MAX_VALUE);
        require("depth", depth, 1, MOST_DEPTH);
        require("number of queue pairs", queuePairs, 1, MOST_QUEUE_PAIRS);
        require("depth of all queue pairs together", depth * queuePairs, 1, MOST_DEPTH);
        if (duration.isNegative() || duration.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "duration " + duration.toMillis() + " ms is out of range; it is from 1 ms to an hour");
        }
        if (duration.isZero()) {
            require("number of messages", iterations, 1, Integer.MAX_VALUE);
        } else if (iterations != 0) {
            throw new IllegalArgumentException(
                    "a measurement ends by a number of messages or by time, and not by both");
        }
        requireService(operation, service, connectionManager);
        if (operation.isAtomic() && !sizes.equals(List.of(ATOMIC_BYTES))) {
            throw new IllegalArgumentException(
                    operation.text() + " is on 8 bytes, and not on " + sizes + "; leave the size out");
        }
        if (bothWays && quantity == Quantity.LATENCY) {
            throw new IllegalArgumentException("a latency is not measured in both directions at once");
        }
    }

    private static void requireService(Operation operation, QueuePairType service, boolean connectionManager) {
        if (!operation.isOf(service)) {
            throw new IllegalArgumentException("service " + service.text() + " has no " + operation.text()
                    + "; RC has all operations, UC send and write, UD send");
        }
        if (connectionManager && service != QueuePairType.RC) {
            throw new IllegalArgumentException("queue pairs of service " + service.text()
                    + " are connected over the side channel; the RDMA CM connects RC");
        }
    }

    private static void require(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    name + " " + value + " is out of range; it is from " + least + " to " + most);
        }
    }

    /** The powers of two from 2 to 8 MiB. */
    public static List<Integer> powersOfTwo() {
        return IntStream.rangeClosed(1, LAST_POWER).mapToObj(bit -> 1 << bit).toList();
    }

    /** The longest message that there is. */
    int mostBytes() {
        return sizes.stream().mapToInt(Integer::intValue).max().orElseThrow();
    }
}
