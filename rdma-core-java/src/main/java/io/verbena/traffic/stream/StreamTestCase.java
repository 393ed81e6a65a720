package io.verbena.traffic.stream;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One line of a stream test: in each iteration, the client sends a number of messages, and the server as many back.
 *
 * @param name the name, such as {@code 64_lat}
 * @param size the size of a message in bytes
 * @param messages the number of messages in each direction and iteration
 * @param iterations the number of iterations
 */
public record StreamTestCase(String name, int size, int messages, int iterations) {
    private static final int KIBI = 1 << 10;
    private static final int MEBI = 1 << 20;
    private static final int SMALLEST = 64;
    private static final int LARGEST = 6 * MEBI;
    private static final List<Integer> SOME = List.of(SMALLEST, 4 * KIBI, 64 * KIBI, MEBI);

    /** Checks the numbers. */
    public StreamTestCase {
        if (size < 1 || messages < 1 || iterations < 1) {
            throw new IllegalArgumentException("size " + size + ", messages " + messages + " and iterations "
                    + iterations + " of " + name + " must be at least 1");
        }
    }

    /**
     * Returns the connections of a test without parameters of its own, as lists of what is done over each: the first measures
     * latency, the second bandwidth.
     *
     * @param all whether to test all sizes, from 64 bytes to 6 MiB; otherwise four of them
     */
    public static List<List<StreamTestCase>> series(boolean all) {
        return List.of(
                sizes(all, size -> new StreamTestCase(text(size) + "_lat", size, 1, count(size))),
                sizes(all, size -> new StreamTestCase(text(size) + "_bw", size, count(size), 1)));
    }

    private static List<StreamTestCase> sizes(boolean all, IntFunction<StreamTestCase> made) {
        if (!all) {
            return SOME.stream().map(made::apply).toList();
        }
        // Each power of two, and the sizes in the middle except that between 64 and 128.
        return IntStream.iterate(SMALLEST, size -> size <= LARGEST, size -> 2 * size)
                .boxed()
                .flatMap(size -> size == SMALLEST ? Stream.of(size) : Stream.of(size, size + size / 2))
                .map(made::apply)
                .toList();
    }

    /** Returns how often a size is sent: the less often, the larger it is. */
    private static int count(int size) {
        if (size >= MEBI) {
            return 100;
        }
        if (size >= 64 * KIBI) {
            return 1000;
        }
        return size >= KIBI ? 10_000 : 100_000;
    }

    /** Returns the number of bytes in both directions. */
    public long totalBytes() {
        return 2L * size * messages * iterations;
    }

    /** Returns a number of bytes with a binary unit and, below 10, one digit after the point: 64, 1.5k, 12m. */
    public static String text(long bytes) {
        return text(bytes, KIBI, "kmg");
    }

    /** Returns a count with a decimal unit: 1, 100k, 2.5m. */
    public static String countText(long count) {
        return text(count, 1000, "kmb");
    }

    private static String text(long number, int base, String units) {
        int power = 0;
        long unit = 1;
        while (power < units.length() && number / unit >= base) {
            unit *= base;
            power++;
        }
        if (power == 0) {
            return Long.toString(number);
        }
        long tenths = number / unit < 10 ? number % unit * 10 / unit : 0;
        return number / unit + (tenths == 0 ? "" : "." + tenths) + units.charAt(power - 1);
    }
}
