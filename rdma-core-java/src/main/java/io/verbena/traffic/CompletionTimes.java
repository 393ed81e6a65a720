package io.verbena.traffic;

import io.verbena.hca.DeviceExtensions;

/**
 * The intervals between receives according to the clock of the device.
 *
 * @param least the shortest interval in cycles
 * @param most the longest interval in cycles
 * @param mean the mean of all intervals
 */
public record CompletionTimes(long least, long most, double mean) {

    /** Collects timestamps while messages arrive. Allocates nothing. */
    static final class Counter {
        private final long mask;
        private boolean first = true;
        private long last;
        private long least = Long.MAX_VALUE;
        private long most;
        private double total;
        private long count;

        /** Creates a counter for a device, whose timestamps have a limited number of bits. */
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
