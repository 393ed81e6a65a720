package io.verbena.traffic.measure;

import io.verbena.error.Ranges;
import io.verbena.hca.QueuePairType;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The parameters of a measurement, which the client sends to the server.
 *
 * @param quantity bandwidth or latency
 * @param operation the operation
 * @param service the transport service RC, UC or UD, which must support the operation; XRC_SEND for extended reliable connections,
 *     only between programs of perftest; RAW_PACKET for the sends of {@link RawEthernet}
 * @param connectionManager whether to connect the queue pairs through the RDMA CM, which requires RC or UD, instead of
 *     the side channel
 * @param bothWays whether both sides send at the same time; for bandwidth only
 * @param sizes the message sizes in bytes, 1 to {@value #MAX_BYTES}, at most {@value #MAX_SIZES}; 8 for atomics
 * @param iterations the number of messages of each side and size, for bandwidth on each queue pair, at least 1; 0 if
 *     the measurement is limited by time
 * @param duration the duration of a measurement, up to an hour; zero if the measurement is limited by the number of
 *     messages
 * @param warmUp the number of messages before each measurement, which are not measured
 * @param depth the number of requests in flight on each queue pair, 1 to {@value #MAX_DEPTH}
 * @param queuePairs the number of queue pairs of each side, 1 to {@value #MAX_QUEUE_PAIRS}, with at most {@value
 *     #MAX_DEPTH} requests together. Bandwidth uses all of them at the same time, latency one after the other.
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
    /** The maximum message size. A server allocates at most three times as many bytes for a client. */
    public static final int MAX_BYTES = 1 << 26;

    /** The maximum number of sizes. */
    public static final int MAX_SIZES = 64;

    /** The maximum number of requests in flight. */
    public static final int MAX_DEPTH = 1 << 15;

    /** The maximum number of queue pairs of a side. */
    public static final int MAX_QUEUE_PAIRS = 1 << 10;

    /** The maximum duration of a measurement. */
    public static final Duration MAX_DURATION = Duration.ofHours(1);

    private static final int ATOMIC_BYTES = 8;
    private static final int LAST_POWER = 23;

    /** Checks the parameters. */
    public MeasurePlan {
        sizes = List.copyOf(sizes);
        Ranges.check("number of sizes", sizes.size(), 1, MAX_SIZES);
        sizes.forEach(size -> Ranges.check("size", size, 1, MAX_BYTES));
        Ranges.check("number of warm-up messages", warmUp, 0, Integer.MAX_VALUE);
        Ranges.check("depth", depth, 1, MAX_DEPTH);
        Ranges.check("number of queue pairs", queuePairs, 1, MAX_QUEUE_PAIRS);
        Ranges.check("depth of all queue pairs together", depth * queuePairs, 1, MAX_DEPTH);
        if (duration.isNegative() || duration.compareTo(MAX_DURATION) > 0) {
            throw new IllegalArgumentException(
                    "duration " + duration.toMillis() + " ms is out of range; expected 1 ms to one hour");
        }
        if (duration.isZero()) {
            Ranges.check("number of messages", iterations, 1, Integer.MAX_VALUE);
        } else if (iterations != 0) {
            throw new IllegalArgumentException(
                    "a measurement is limited by a number of messages or by time, not by both");
        }
        requireService(operation, service, connectionManager);
        if (operation.isAtomic() && !sizes.equals(List.of(ATOMIC_BYTES))) {
            throw new IllegalArgumentException(operation.text() + " always has 8 bytes, not " + sizes);
        }
        if (bothWays && quantity == Quantity.LATENCY) {
            throw new IllegalArgumentException("latency cannot be measured in both directions at the same time");
        }
    }

    private static void requireService(Operation operation, QueuePairType service, boolean connectionManager) {
        if (!operation.isOf(service)) {
            throw new IllegalArgumentException("service " + service.text() + " does not support " + operation.text()
                    + "; RC supports all operations, UC send and write, UD send");
        }
        if (connectionManager && service != QueuePairType.RC && service != QueuePairType.UD) {
            throw new IllegalArgumentException("the RDMA CM connects RC and UD; queue pairs of service "
                    + service.text() + " are connected over the side channel");
        }
    }

    /** Returns the powers of two from 2 to 8 MiB. */
    public static List<Integer> powersOfTwo() {
        return IntStream.rangeClosed(1, LAST_POWER).mapToObj(bit -> 1 << bit).toList();
    }

    /** Returns whether the service retransmits lost messages. */
    boolean isReliable() {
        return service == QueuePairType.RC || isExtended();
    }

    /** Returns whether the queue pairs are the ends of extended reliable connections, each of which only sends or receives. */
    boolean isExtended() {
        return service == QueuePairType.XRC_SEND;
    }

    /** Returns the number of bytes of a message that the device adds. */
    int trailer() {
        return service == QueuePairType.RAW_PACKET ? RawFrame.CHECKSUM : 0;
    }

    int maxBytes() {
        return sizes.stream().mapToInt(Integer::intValue).max().orElseThrow();
    }

    /** The quantities that are measured. */
    public enum Quantity {
        /** The number of bytes transferred per second. */
        BANDWIDTH(1),
        /** The latency of a message. */
        LATENCY(2);

        final int code;

        Quantity(int code) {
            this.code = code;
        }

        static Quantity of(int code) {
            return Arrays.stream(values())
                    .filter(quantity -> quantity.code == code)
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("unknown quantity " + code));
        }
    }

    /** The operations of a measurement. */
    public enum Operation {
        /** A send, which the peer receives. */
        SEND(1, "send"),
        /** A write to the memory of the peer. */
        WRITE(2, "write"),
        /** A read of the memory of the peer. */
        READ(3, "read"),
        /** An atomic addition to 8 bytes of the peer. */
        FETCH_AND_ADD(4, "fetch-add"),
        /** An atomic compare-and-swap of 8 bytes of the peer. */
        COMPARE_AND_SWAP(5, "compare-swap");

        final int code;
        private final String text;

        Operation(int code, String text) {
            this.code = code;
            this.text = text;
        }

        /** Returns the name of the operation. */
        public String text() {
            return text;
        }

        /** Returns whether it is an atomic operation. */
        public boolean isAtomic() {
            return this == FETCH_AND_ADD || this == COMPARE_AND_SWAP;
        }

        /** Returns whether a transport service supports the operation (IBA 9.4). */
        public boolean isOf(QueuePairType service) {
            return switch (service) {
                case RC, XRC_SEND -> true;
                case UC -> carriesData();
                case UD, RAW_PACKET -> this == SEND;
                default -> false;
            };
        }

        /** Returns whether the operation transfers data to the peer, so that the request can contain them inline. */
        boolean carriesData() {
            return this == SEND || this == WRITE;
        }

        static Operation of(int code) {
            return Arrays.stream(values())
                    .filter(operation -> operation.code == code)
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("unknown operation " + code));
        }
    }
}
