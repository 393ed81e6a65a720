package io.verbena.mlx5;

import io.verbena.error.Ranges;
import io.verbena.spi.verbs.Mlx5StridingQueueRecord;
import java.nio.ByteBuffer;

/**
 * The receives of a work queue that take several messages each, one after the other in strides of equal length (mlx5dv_create_wq). {@link
 * Mlx5DeviceAttributes#striding} has the limits of the device.
 *
 * @param logBytes the binary logarithm of the length of a stride in bytes, 0 to 31
 * @param logStrides the binary logarithm of the number of strides of a receive, 0 to 31
 * @param shifts whether the device writes two zeros before each message, which aligns the headers of IP
 */
public record StridingReceives(int logBytes, int logStrides, boolean shifts) {
    private static final int MAX_LOG = 31;

    /** Refuses logarithms that are out of range. */
    public StridingReceives {
        Ranges.check("logarithm of the length of a stride", logBytes, 0, MAX_LOG);
        Ranges.check("logarithm of the number of strides", logStrides, 0, MAX_LOG);
    }

    void write(ByteBuffer bytes) {
        bytes.putInt(Mlx5StridingQueueRecord.LOG_BYTES, logBytes)
                .putInt(Mlx5StridingQueueRecord.LOG_STRIDES, logStrides)
                .putInt(Mlx5StridingQueueRecord.SHIFTS, shifts ? 1 : 0);
    }
}
