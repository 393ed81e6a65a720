package io.verbena.mlx5;

import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.verbs.DriverExtension;
import io.verbena.verbs.DriverObject;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Memory of the application, such as huge pages, from which a ConnectX device takes the memory of its queues and of their doorbells
 * (mlx5dv_set_context_attr). Each queue takes whole pages. A queue for which there is no room cannot be created: the device does not
 * allocate memory elsewhere. Close it after all queues that were created since, and while no thread creates a queue. It has run on the
 * hollow device only.
 */
public final class QueueArena extends DriverObject<Mlx5Operations> {
    /** The memory, which this object keeps reachable. */
    private final ByteBuffer memory;

    private QueueArena(Creation<Mlx5Operations> created, ByteBuffer memory) {
        super(created);
        this.memory = memory;
    }

    static QueueArena create(DriverExtension<Mlx5Operations> extension, ByteBuffer memory) {
        ByteBuffer bytes = DevxMemory.checked(memory);
        long address = extension.address(bytes);
        return create(
                extension,
                List.of(),
                created -> new QueueArena(created, bytes),
                (mlx5, handles) -> mlx5.useArena(address, bytes.remaining()),
                Mlx5Operations::dropArena);
    }

    /** Returns the number of bytes in the whole pages of the memory. */
    public long capacity() {
        return bytes(extension().memory(Long.BYTES));
    }

    /** Returns the number of bytes that queues use. */
    public long used() {
        RecordMemory used = extension().memory(Long.BYTES);
        bytes(used);
        return used.bytes().getLong(0);
    }

    private long bytes(RecordMemory used) {
        return extension().query(this, (mlx5, handle) -> mlx5.arenaBytes(handle, used));
    }

    @Override
    public String toString() {
        return "QueueArena[" + extension().context() + ", " + memory.capacity() + " bytes]";
    }
}
