package io.verbena.linux;

import io.verbena.error.UnsupportedException;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.iba.WireEnum;
import io.verbena.jni.mlx5.Mlx5dv;
import io.verbena.jni.verbs.IbvQueuePairs;
import io.verbena.spi.verbs.CreatedQueuePair;
import io.verbena.spi.verbs.Mlx5QueuePairRecord;
import io.verbena.spi.verbs.QueuePairRequest;
import io.verbena.spi.verbs.RecordMemory;
import java.nio.ByteBuffer;

/**
 * The operations of libmlx5 on a device that libibverbs has opened. They have run on the hollow device only, never on a ConnectX
 * device.
 */
final class LinuxMlx5 extends LinuxMlx5Operations {
    private static final Binding LIBRARY = new Binding(Mlx5dv::load);

    private LinuxMlx5(LinuxVerbs device) {
        super(device.device(), device.context);
    }

    /**
     * Returns the operations of a device; only their calls show whether it is a ConnectX device.
     *
     * @throws UnsupportedException if the library is missing
     */
    static LinuxMlx5 of(LinuxVerbs device) {
        LIBRARY.requireFor("mlx5dv_query_device", device.device());
        return new LinuxMlx5(device);
    }

    @Override
    public CreatedQueuePair createQueuePair(QueuePairRequest request, RecordMemory attributes) {
        ByteBuffer bytes = attributes.bytes();
        QueuePairCapacity wanted = request.capacity();
        bytes.putLong(Mlx5QueuePairRecord.DOMAIN, request.domain())
                .putLong(Mlx5QueuePairRecord.SEND_QUEUE, request.sendQueue())
                .putLong(Mlx5QueuePairRecord.RECEIVE_QUEUE, request.receiveQueue())
                .putLong(Mlx5QueuePairRecord.SHARED_RECEIVE_QUEUE, request.sharedReceiveQueue())
                .putLong(Mlx5QueuePairRecord.COOKIE, request.cookie())
                .putLong(Mlx5QueuePairRecord.OPERATIONS, WireEnum.bitsOf(request.operations()))
                .putInt(Mlx5QueuePairRecord.TYPE, request.type().code())
                .putInt(Mlx5QueuePairRecord.MAX_SENDS, wanted.sends())
                .putInt(Mlx5QueuePairRecord.MAX_RECEIVES, wanted.receives())
                .putInt(Mlx5QueuePairRecord.MAX_SEND_SEGMENTS, wanted.sendSegments())
                .putInt(Mlx5QueuePairRecord.MAX_RECEIVE_SEGMENTS, wanted.receiveSegments())
                .putInt(Mlx5QueuePairRecord.INLINE_BYTES, wanted.inlineBytes())
                .putInt(Mlx5QueuePairRecord.ALL_SIGNALED, request.allSignaled() ? 1 : 0);
        long handle = handle("mlx5dv_create_qp", Mlx5dv.createQp(context, attributes.address()), attributes);
        return new CreatedQueuePair(
                handle,
                IbvQueuePairs.qpNumber(handle),
                new QueuePairCapacity(
                        bytes.getInt(Mlx5QueuePairRecord.MAX_SENDS),
                        bytes.getInt(Mlx5QueuePairRecord.MAX_RECEIVES),
                        bytes.getInt(Mlx5QueuePairRecord.MAX_SEND_SEGMENTS),
                        bytes.getInt(Mlx5QueuePairRecord.MAX_RECEIVE_SEGMENTS),
                        bytes.getInt(Mlx5QueuePairRecord.INLINE_BYTES)));
    }
}
