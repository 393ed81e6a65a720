package io.verbena.mlx5;

import io.verbena.spi.verbs.Mlx5CompletionQueueRecord;
import io.verbena.spi.verbs.Mlx5DeviceMemoryRecord;
import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.spi.verbs.Mlx5QueuePairMemoryRecord;
import io.verbena.spi.verbs.Mlx5SharedReceiveQueueRecord;
import io.verbena.spi.verbs.Mlx5WorkQueueRecord;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.verbs.AddressHandle;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.DeviceMemory;
import io.verbena.verbs.DriverExtension;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.SharedReceiveQueue;
import io.verbena.verbs.VerbsObject;
import io.verbena.verbs.WorkQueue;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.ObjLongConsumer;

/**
 * The memory of the queues of a ConnectX device, and the numbers of its objects (mlx5dv_init_obj(3)). A program that posts to or polls a
 * queue by its memory must not use the methods of Verbena for it. All of it has run on the hollow device only.
 */
public final class Mlx5Layout {
    private static final int VECTOR = 48;

    private final DriverExtension<Mlx5Operations> extension;

    Mlx5Layout(DriverExtension<Mlx5Operations> extension) {
        this.extension = extension;
    }

    private interface Read {
        void apply(Mlx5Operations mlx5, long handle, RecordMemory memory);
    }

    private ByteBuffer read(VerbsObject object, int size, Read read) {
        RecordMemory memory = extension.memory(size);
        ObjLongConsumer<Mlx5Operations> operation = (mlx5, handle) -> read.apply(mlx5, handle, memory);
        extension.run(object, operation);
        return memory.bytes();
    }

    /** Returns the memory of the send queue of a queue pair, followed by that of its receive queue. */
    public List<QueueLayout> of(QueuePair pair) {
        ByteBuffer bytes = read(pair, Mlx5QueuePairMemoryRecord.SIZE, Mlx5Operations::queryQueuePair);
        long doorbells = bytes.getLong(Mlx5QueuePairMemoryRecord.DOORBELLS);
        return List.of(
                new QueueLayout(
                        bytes.getLong(Mlx5QueuePairMemoryRecord.SENDS),
                        bytes.getInt(Mlx5QueuePairMemoryRecord.SEND_ENTRIES),
                        bytes.getInt(Mlx5QueuePairMemoryRecord.SEND_STRIDE),
                        doorbells,
                        bytes.getLong(Mlx5QueuePairMemoryRecord.REGISTER),
                        bytes.getInt(Mlx5QueuePairMemoryRecord.SEND_NUMBER)),
                new QueueLayout(
                        bytes.getLong(Mlx5QueuePairMemoryRecord.RECEIVES),
                        bytes.getInt(Mlx5QueuePairMemoryRecord.RECEIVE_ENTRIES),
                        bytes.getInt(Mlx5QueuePairMemoryRecord.RECEIVE_STRIDE),
                        doorbells,
                        0,
                        bytes.getInt(Mlx5QueuePairMemoryRecord.RECEIVE_NUMBER)));
    }

    /** Returns the memory of a completion queue, whose consumer index the program then updates. */
    public QueueLayout of(CompletionQueue queue) {
        ByteBuffer bytes = read(queue, Mlx5CompletionQueueRecord.SIZE, Mlx5Operations::queryCompletionQueue);
        return new QueueLayout(
                bytes.getLong(Mlx5CompletionQueueRecord.BUFFER),
                bytes.getInt(Mlx5CompletionQueueRecord.ENTRIES),
                bytes.getInt(Mlx5CompletionQueueRecord.STRIDE),
                bytes.getLong(Mlx5CompletionQueueRecord.DOORBELLS),
                bytes.getLong(Mlx5CompletionQueueRecord.REGISTER),
                bytes.getInt(Mlx5CompletionQueueRecord.NUMBER));
    }

    /** Returns the memory of a shared receive queue; its free entries are the list that they begin with. */
    public QueueLayout of(SharedReceiveQueue queue) {
        ByteBuffer bytes = read(queue, Mlx5SharedReceiveQueueRecord.SIZE, Mlx5Operations::querySharedReceiveQueue);
        return new QueueLayout(
                bytes.getLong(Mlx5SharedReceiveQueueRecord.BUFFER),
                0,
                bytes.getInt(Mlx5SharedReceiveQueueRecord.STRIDE),
                bytes.getLong(Mlx5SharedReceiveQueueRecord.DOORBELLS),
                0,
                bytes.getInt(Mlx5SharedReceiveQueueRecord.NUMBER));
    }

    /** Returns the memory of a work queue. */
    public QueueLayout of(WorkQueue queue) {
        ByteBuffer bytes = read(queue, Mlx5WorkQueueRecord.SIZE, Mlx5Operations::queryWorkQueue);
        return new QueueLayout(
                bytes.getLong(Mlx5WorkQueueRecord.BUFFER),
                bytes.getInt(Mlx5WorkQueueRecord.ENTRIES),
                bytes.getInt(Mlx5WorkQueueRecord.STRIDE),
                bytes.getLong(Mlx5WorkQueueRecord.DOORBELLS),
                0,
                0);
    }

    /**
     * Returns the entries of a queue, from its {@code of} method, as a buffer: for {@link RawRequest} or {@link RawCompletions}. Do not
     * use it after the queue was closed.
     *
     * @throws IllegalArgumentException if the number of entries is not known, as that of a shared receive queue
     */
    public ByteBuffer map(QueueLayout queue) {
        if (queue.entries() == 0) {
            throw new IllegalArgumentException(
                    queue + " has no number of entries; create a QueueLayout with that of the attributes of the queue");
        }
        return map(queue.address(), Math.multiplyExact(queue.entries(), queue.entryBytes()));
    }

    /**
     * Returns mapped memory, such as a doorbell record of 8 bytes, as a big-endian buffer. Do not use it after its owner was closed.
     *
     * @param address an address of a layout
     * @param length the number of bytes
     */
    public ByteBuffer map(long address, int length) {
        return extension.query(mlx5 -> mlx5.view(address, length));
    }

    /** Returns the mapping of memory of the device. */
    public DeviceMemoryLayout of(DeviceMemory memory) {
        ByteBuffer bytes = read(memory, Mlx5DeviceMemoryRecord.SIZE, Mlx5Operations::queryDeviceMemory);
        return new DeviceMemoryLayout(
                bytes.getLong(Mlx5DeviceMemoryRecord.BUFFER),
                bytes.getLong(Mlx5DeviceMemoryRecord.LENGTH),
                bytes.getLong(Mlx5DeviceMemoryRecord.REMOTE_ADDRESS));
    }

    /**
     * Maps an operation on memory of the device, which a read or a write of the address performs, and returns the address
     * (mlx5dv_dm_map_op_addr(3)).
     *
     * @param operation the code of the operation, 0 to 255
     */
    public long operationAddress(DeviceMemory memory, int operation) {
        return extension.query(memory, (mlx5, handle) -> mlx5.mapOperation(handle, operation));
    }

    /** Returns the number of a protection domain, 24 bits. */
    public int number(ProtectionDomain domain) {
        return extension.query(domain, Mlx5Operations::domainNumber);
    }

    /** Returns the address vector of an address handle, 48 bytes as a send request has it. */
    public byte[] vector(AddressHandle address) {
        ByteBuffer bytes = read(address, VECTOR, Mlx5Operations::readAddress);
        byte[] vector = new byte[VECTOR];
        bytes.get(0, vector);
        return vector;
    }
}
