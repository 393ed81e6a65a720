package io.verbena.linux;

import io.verbena.error.UnsupportedException;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.WorkQueueAttributes;
import io.verbena.iba.WireEnum;
import io.verbena.jni.Memory;
import io.verbena.jni.mlx5.Mlx5dv;
import io.verbena.jni.mlx5.Mlx5dvSharing;
import io.verbena.jni.verbs.IbvQueuePairs;
import io.verbena.spi.verbs.CreatedQueuePair;
import io.verbena.spi.verbs.CreatedWorkQueue;
import io.verbena.spi.verbs.Mlx5QueuePairRecord;
import io.verbena.spi.verbs.Mlx5StridingQueueRecord;
import io.verbena.spi.verbs.QueuePairRequest;
import io.verbena.spi.verbs.RecordMemory;
import java.nio.ByteBuffer;

/**
 * The operations of libmlx5 on a device that libibverbs has opened. They have run on the hollow device only, never on a ConnectX
 * device.
 */
final class LinuxMlx5 extends LinuxMlx5Operations {
    private static final Binding LIBRARY = new Binding(Mlx5dv::load);
    private static final String OPEN = "mlx5dv_open_device";
    private static final String OPEN_VFIO = "mlx5dv_get_vfio_device_list";

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

    /** Opens a device with attributes of libmlx5. */
    static LinuxVerbs open(String device, int flags, int... descriptors) {
        LIBRARY.requireFor(OPEN, device);
        RecordMemory list = LinuxVerbs.memory(Math.max(1, descriptors.length) * Integer.BYTES);
        list.bytes().asIntBuffer().put(descriptors);
        long context = Mlx5dvSharing.open(device, flags, list.address(), descriptors.length);
        return LinuxVerbs.opened(OPEN, device, keeping(list, context));
    }

    /** Opens a device through VFIO. */
    static LinuxVerbs openVfio(String address, int flags) {
        LIBRARY.requireFor(OPEN_VFIO, address);
        return LinuxVerbs.ofVfio(address, handle(OPEN_VFIO, address, Mlx5dvSharing.openVfio(address, flags)));
    }

    @Override
    public ByteBuffer view(long address, int length) {
        return Memory.buffer(address, length);
    }

    @Override
    public CreatedWorkQueue createWorkQueue(
            long domain, long completionQueue, WorkQueueAttributes wanted, long cookie, RecordMemory strides) {
        ByteBuffer bytes = strides.bytes();
        bytes.putLong(Mlx5StridingQueueRecord.DOMAIN, domain)
                .putLong(Mlx5StridingQueueRecord.COMPLETION_QUEUE, completionQueue)
                .putLong(Mlx5StridingQueueRecord.COOKIE, cookie)
                .putInt(Mlx5StridingQueueRecord.FLAGS, (int) WireEnum.bitsOf(wanted.flags()))
                .putInt(Mlx5StridingQueueRecord.MAX_RECEIVES, wanted.requests())
                .putInt(Mlx5StridingQueueRecord.MAX_SEGMENTS, wanted.segments());
        long handle = handle("mlx5dv_create_wq", Mlx5dv.createWorkQueue(context, strides.address()), strides);
        return new CreatedWorkQueue(
                handle,
                Mlx5dv.workQueueNumber(handle),
                new WorkQueueAttributes(
                        bytes.getInt(Mlx5StridingQueueRecord.MAX_RECEIVES),
                        bytes.getInt(Mlx5StridingQueueRecord.MAX_SEGMENTS),
                        wanted.flags()));
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
