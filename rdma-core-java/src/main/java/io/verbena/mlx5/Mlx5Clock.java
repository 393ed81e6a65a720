package io.verbena.mlx5;

import io.verbena.spi.verbs.Mlx5ClockRecord;
import java.nio.ByteBuffer;

/**
 * The parameters of the clock of a ConnectX device at its last update (mlx5dv_get_clock_info(3)).
 *
 * @param nanos the time of the update in nanoseconds
 * @param cycles the timestamp of the update
 * @param fraction the fraction of a nanosecond at the update, in units of 2^-{@code shift} nanoseconds
 * @param multiplier the length of a cycle in units of 2^-{@code shift} nanoseconds, unsigned
 * @param shift the binary logarithm of these units
 * @param mask the bits that a timestamp has
 */
public record Mlx5Clock(long nanos, long cycles, long fraction, int multiplier, int shift, long mask) {
    static Mlx5Clock read(ByteBuffer bytes) {
        return new Mlx5Clock(
                bytes.getLong(Mlx5ClockRecord.NANOS),
                bytes.getLong(Mlx5ClockRecord.CYCLES),
                bytes.getLong(Mlx5ClockRecord.FRACTION),
                bytes.getInt(Mlx5ClockRecord.MULTIPLIER),
                bytes.getInt(Mlx5ClockRecord.SHIFT),
                bytes.getLong(Mlx5ClockRecord.MASK));
    }

    /**
     * Returns the time of a timestamp in nanoseconds (mlx5dv_ts_to_ns(3)). The timestamp may be older or newer than the update, by less
     * than half of the period of the counter.
     */
    public long nanos(long timestamp) {
        long factor = Integer.toUnsignedLong(multiplier);
        long after = (timestamp - cycles) & mask;
        if (Long.compareUnsigned(after, mask >>> 1) > 0) {
            long before = (cycles - timestamp) & mask;
            return nanos - ((before * factor - fraction) >>> shift);
        }
        return nanos + ((after * factor + fraction) >>> shift);
    }
}
