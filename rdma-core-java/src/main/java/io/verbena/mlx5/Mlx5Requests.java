package io.verbena.mlx5;

import io.verbena.hca.SendFlag;
import io.verbena.iba.WireEnum;
import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.verbs.DriverExtension;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.QueuePair;
import java.nio.ByteBuffer;
import java.util.Set;

/**
 * The requests beyond verbs of a queue pair of a ConnectX device. Each is posted by itself. All of it has run on the hollow device only.
 */
public final class Mlx5Requests {
    private static final int CONTROL = 16;
    private static final int LENGTH_OFFSET = 7;
    private static final int MAX_UNITS = 0x3f;

    private final DriverExtension<Mlx5Operations> extension;
    private final QueuePair pair;

    Mlx5Requests(DriverExtension<Mlx5Operations> extension, QueuePair pair) {
        this.extension = extension;
        this.pair = pair;
    }

    /**
     * Copies memory of this host (mlx5dv_wr_memcpy(3)). Requires {@link Mlx5SendOperation#COPY}.
     *
     * @param id the ID that the completion reports
     * @param length the number of bytes, at most {@link Mlx5DeviceAttributes#maxCopyBytes()}
     * @throws IndexOutOfBoundsException if a part is not within its region
     */
    public void copy(
            long id,
            MemoryRegion to,
            long toOffset,
            MemoryRegion from,
            long fromOffset,
            long length,
            SendFlag... flags) {
        long target = MemoryKeySetup.checked(to, toOffset, length);
        long source = MemoryKeySetup.checked(from, fromOffset, length);
        int bits = bits(flags);
        extension.run(
                pair,
                (mlx5, queue) ->
                        mlx5.postCopy(queue, id, bits, to.localKey(), target, from.localKey(), source, length));
    }

    /**
     * Posts a request in the format of the device (mlx5dv_wr_raw_wqe(3)). Requires {@link Mlx5SendOperation#RAW_REQUEST}. The device
     * does what the request says, also with memory that the process has not checked.
     *
     * @param id the ID that the completion reports
     * @param request the request with its control segment, from the position to the limit; its length is that which the control segment
     *     has, in units of 16 bytes
     * @throws IllegalArgumentException if the request has another length
     */
    public void raw(long id, ByteBuffer request, SendFlag... flags) {
        int length = request.remaining();
        int units = length < CONTROL ? 0 : request.get(request.position() + LENGTH_OFFSET) & MAX_UNITS;
        if (units == 0 || units * CONTROL != length) {
            throw new IllegalArgumentException(
                    "a request of " + length + " bytes, where its control segment has " + units + " units of 16 bytes");
        }
        RecordMemory memory = extension.memory(length);
        memory.bytes().put(0, request, request.position(), length);
        int bits = bits(flags);
        extension.run(pair, (mlx5, queue) -> mlx5.postRaw(queue, id, bits, memory));
    }

    /**
     * Cancels the posted sends with an ID, which then complete with an error without being sent (mlx5dv_qp_cancel_posted_send_wrs(3)).
     * The queue pair has the property {@link Mlx5QueuePairFlag#SIGNATURE_PIPELINING}.
     *
     * @return the number of sends
     */
    public int cancel(long id) {
        return extension.query(pair, (mlx5, handle) -> mlx5.cancelSends(handle, id));
    }

    private static int bits(SendFlag... flags) {
        return (int) WireEnum.bitsOf(Set.of(flags));
    }
}
