package io.verbena.embedded.hca;

import io.verbena.embedded.hca.OpenFile.Chunk;
import io.verbena.embedded.hca.memory.NumberTable;
import io.verbena.embedded.hca.queue.Adapter;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.DmaHints;
import io.verbena.spi.verbs.AllocatedBuffer;
import io.verbena.spi.verbs.Registration;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Buffers of the driver, memory by its DMA-BUF descriptor, and handles for hints, which have no effect. */
abstract class HcaBuffers extends HcaMemory {
    /** The exported memory of all adapters in this JVM by its descriptor, which no file of the process has. */
    private static final Map<Integer, ByteBuffer> EXPORTED = new ConcurrentHashMap<>();

    private static final AtomicInteger NEXT_DESCRIPTOR = new AtomicInteger(1 << 28);

    private final NumberTable<Numbered<DmaHints>> handles = new NumberTable<>(1, MAX_OBJECTS);
    private final NumberTable<Chunk> buffers = new NumberTable<>(1, MAX_OBJECTS);

    HcaBuffers(String device, Adapter adapter, OpenFile file) {
        super(device, adapter, file);
    }

    @Override
    public long allocateDmaHandle(DmaHints hints) {
        return handles.add(refusals, "ibv_alloc_dmah", number -> new Numbered<>(number, hints))
                .number();
    }

    @Override
    public void deallocateDmaHandle(long handle) {
        handles.remove(handle);
    }

    @Override
    public Registration registerMemory(long domain, long handle, ByteBuffer buffer, Set<AccessFlag> access) {
        handles.get(handle);
        return registerMemory(domain, buffer, access);
    }

    @Override
    public Registration registerDmaBuf(
            long domain, long handle, int descriptor, long offset, long length, long named, Set<AccessFlag> access) {
        handles.get(handle);
        return registerDmaBuf(domain, descriptor, offset, length, named, access);
    }

    @Override
    public Registration registerDmaBuf(
            long domain, int descriptor, long offset, long length, long named, Set<AccessFlag> access) {
        ByteBuffer memory = EXPORTED.get(descriptor);
        if (memory == null) {
            throw refusals.unsupported(
                    "ibv_reg_dmabuf_mr",
                    "an embedded device reaches only memory that embedded devices exported; pass a descriptor of exportDmaBuf");
        }
        if (offset < 0 || offset > memory.capacity() - length) {
            throw refusals.invalid(
                    "ibv_reg_dmabuf_mr",
                    length + " bytes from offset " + offset + " are not in the " + memory.capacity()
                            + " bytes of the memory");
        }
        return registerMemory(domain, memory.slice((int) offset, (int) length), named, access);
    }

    /** Exports memory until it is freed. */
    private static int export(ByteBuffer memory) {
        int descriptor = NEXT_DESCRIPTOR.getAndIncrement();
        EXPORTED.put(descriptor, memory);
        return descriptor;
    }

    /** Ends the descriptors of this memory, which is compared by identity: other memory may contain the same bytes. */
    @SuppressWarnings("ReferenceEquality")
    private static void withdraw(ByteBuffer memory) {
        EXPORTED.values().removeIf(exported -> exported == memory);
    }

    @Override
    public int exportDeviceMemory(long memory) {
        return export(file.deviceMemory.get(memory).bytes());
    }

    @Override
    public void freeDeviceMemory(long memory) {
        withdraw(file.deviceMemory.get(memory).bytes());
        super.freeDeviceMemory(memory);
    }

    @Override
    public AllocatedBuffer allocateBuffer(long domain, long length) {
        domain(domain);
        Chunk buffer = buffers.add(
                refusals, "ibv_alloc_buf", number -> new Chunk(number, ByteBuffer.allocateDirect((int) length)));
        return new AllocatedBuffer(buffer.number(), buffer.bytes());
    }

    @Override
    public void freeBuffer(long buffer) {
        withdraw(buffers.remove(buffer).bytes());
    }

    @Override
    public Registration registerBuffer(long domain, long buffer, ByteBuffer part, Set<AccessFlag> access) {
        buffers.get(buffer);
        return registerMemory(domain, part, access);
    }

    @Override
    public int exportBuffer(long buffer) {
        return export(buffers.get(buffer).bytes());
    }
}
