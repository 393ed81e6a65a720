package io.verbena.traffic;

import io.verbena.hca.DeviceExtensions;

/**
 * How far receives were apart by the clock of the device.
 *
 * @param least cycles between two that followed each other
 * @param most the same
 * @param mean of all
 */
public record CompletionTimes(long least, long most, double mean) {

    /** Counts while messages come; allocates nothing. */
    static final class Counter {
        private final long mask;
        private boolean first = true;
        private long last;
        private long least = Long.MAX_VALUE;
        private long most;
        private double total;
        private long count;

        /** Of a device whose timestamps have so many bits. */
        Counter(DeviceExtensions device) {
            this(device.timestampMask());
        }

        Counter(long mask) {
            this.mask = mask;
        }

        void received(long timestamp) {
            long now = timestamp & mask;
            if (!first) {
                long apart = now - last & mask;
                least = Math.min(least, apart);
                most = Math.max(most, apart);
                total += apart;
                count++;
            }
            first = false;
            last = now;
        }

        CompletionTimes times() {
            return count == 0 ? new CompletionTimes(0, 0, 0) : new CompletionTimes(least, most, total / count);
        }
    }
}
