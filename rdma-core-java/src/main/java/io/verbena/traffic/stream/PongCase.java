package io.verbena.traffic.stream;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One line of a datagram test.
 *
 * @param name the name, such as {@code 64_lat}
 * @param size the size of a datagram in bytes, at least 16
 * @param datagrams the number of datagrams
 * @param echo whether the server returns each datagram before the next one is sent
 */
public record PongCase(String name, int size, int datagrams, boolean echo) {
    /** The minimum size of a datagram, which is that of the messages that control a test. */
    public static final int MIN_SIZE = 16;

    /** Checks the numbers. */
    public PongCase {
        if (size < MIN_SIZE || datagrams < 1) {
            throw new IllegalArgumentException("size " + size + " of " + name + " must be at least " + MIN_SIZE
                    + ", and the number of datagrams, " + datagrams + ", at least 1");
        }
    }

    /**
     * Returns the series of udpong(1), latency before bandwidth, without the sizes that do not fit into a datagram.
     *
     * @param maxLength the maximum length of a datagram in bytes
     */
    public static List<PongCase> series(int maxLength) {
        return Stream.of(true, false)
                .flatMap(echo -> IntStream.of(64, 128, 192, 256, 384, 512, 768, 1024, 1536)
                        .filter(size -> size <= maxLength)
                        .mapToObj(size -> of(size, echo)))
                .toList();
    }

    private static PongCase of(int size, boolean echo) {
        int count = size >= 1024 ? 10_000 : 100_000;
        return echo
                ? new PongCase(StreamTestCase.text(size) + "_lat", size, count / 10, true)
                : new PongCase(StreamTestCase.text(size) + "_bw", size, count, false);
    }
}
