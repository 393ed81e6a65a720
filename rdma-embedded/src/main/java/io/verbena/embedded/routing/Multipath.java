package io.verbena.embedded.routing;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The paths over which adapters spread scalable reliable datagrams: each has a delay of its own, and may lose packets. Paths are
 * changed under the lock of the timeline, and used by any thread. Equal seeds and equal traffic give equal choices.
 */
public final class Multipath {
    /** The maximum number of paths. */
    public static final int MAX_PATHS = 64;

    private volatile Paths paths = Paths.SINGLE;

    /** A set of paths, which is replaced as a whole. */
    private static final class Paths {
        static final Paths SINGLE = new Paths(new long[1], new double[1], new AtomicLong());

        final long[] delays;
        final double[] losses;

        /** The state of SplitMix64, which takes no lock, as each message chooses its path. */
        final AtomicLong random;

        Paths(long[] delays, double[] losses, AtomicLong random) {
            this.delays = delays;
            this.losses = losses;
            this.random = random;
        }

        int random(int bound) {
            return (int) (((random() >>> Integer.SIZE) * bound) >>> Integer.SIZE);
        }

        private long random() {
            long mixed = random.addAndGet(0x9e3779b97f4a7c15L);
            mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
            mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
            return mixed ^ (mixed >>> 31);
        }

        boolean happens(double fraction) {
            return (random() >>> 11) * 0x1p-53 < fraction;
        }

        boolean isLossless() {
            for (double loss : losses) {
                if (loss > 0) {
                    return false;
                }
            }
            return true;
        }
    }

    /**
     * Replaces the paths by others without losses.
     *
     * @param count the number of paths, 1 to {@link #MAX_PATHS}
     * @param spread the delay of the slowest path; the others have delays in equal steps from 0
     */
    public void set(int count, Duration spread, long seed) {
        if (count < 1 || count > MAX_PATHS) {
            throw new IllegalArgumentException(count + " paths; there are 1 to " + MAX_PATHS);
        }
        if (spread.isNegative()) {
            throw new IllegalArgumentException("a delay must not be negative: " + spread);
        }
        long[] delays = new long[count];
        for (int path = 1; path < count; path++) {
            delays[path] = spread.toNanos() * path / (count - 1);
        }
        paths = new Paths(delays, new double[count], new AtomicLong(seed));
    }

    /** Makes a path lose a fraction of its packets at random. */
    public void lose(int path, double fraction) {
        Paths now = paths;
        if (path < 0 || path >= now.losses.length) {
            throw new IllegalArgumentException("there is no path " + path + "; the paths are 0 to "
                    + (now.losses.length - 1) + ", see EmbeddedFabric.paths");
        }
        if (!(fraction >= 0 && fraction <= 1)) {
            throw new IllegalArgumentException(
                    fraction + " is not a fraction; use a number from 0 (no packet) to 1 (all packets)");
        }
        double[] losses = now.losses.clone();
        losses[path] = fraction;
        paths = new Paths(now.delays, losses, now.random);
    }

    /** Ends the losses of all paths. */
    public void heal() {
        Paths now = paths;
        paths = new Paths(now.delays, new double[now.losses.length], now.random);
    }

    /** Returns the fraction of packets that each path loses. */
    public double[] losses() {
        return paths.losses.clone();
    }

    /** Returns whether there is one path, without delay and losses. */
    public boolean isSingle() {
        Paths now = paths;
        return now.delays.length == 1 && now.isLossless();
    }

    /** Returns the path of the next message. */
    public int choose() {
        Paths now = paths;
        return now.delays.length == 1 ? 0 : now.random(now.delays.length);
    }

    /** Returns another path than one that has lost a packet, if there is another. */
    public int chooseOtherThan(int path) {
        Paths now = paths;
        int count = now.delays.length;
        return count == 1 ? 0 : (path + 1 + now.random(count - 1)) % count;
    }

    /** Returns the delay of a path in nanoseconds. */
    public long delayNanos(int path) {
        long[] delays = paths.delays;
        return delays[Math.min(path, delays.length - 1)];
    }

    /** Returns whether a path loses its next packet. */
    public boolean loses(int path) {
        Paths now = paths;
        double fraction = now.losses[Math.min(path, now.losses.length - 1)];
        return fraction > 0 && now.happens(fraction);
    }
}
