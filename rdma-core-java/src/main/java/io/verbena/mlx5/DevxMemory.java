package io.verbena.mlx5;

import io.verbena.hca.AccessFlag;
import io.verbena.iba.WireEnum;
import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.verbs.DriverExtension;
import io.verbena.verbs.DriverObject;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Memory that commands of the firmware refer to (UMEM, mlx5dv_devx_umem_reg(3)). It has run on the hollow device only. */
public final class DevxMemory extends DriverObject<Mlx5Operations> {
    private final int number;

    /** The memory, which this object keeps reachable; null for that of another device. */
    private final @Nullable ByteBuffer memory;

    private DevxMemory(Creation<Mlx5Operations> created, @Nullable ByteBuffer memory) {
        super(created);
        RecordMemory fields = created.extension().memory(Integer.BYTES);
        created.extension().run(mlx5 -> mlx5.readFields(created.handle(), fields, Integer.BYTES));
        this.number = fields.bytes().getInt(0);
        this.memory = memory;
    }

    static DevxMemory register(DriverExtension<Mlx5Operations> extension, ByteBuffer memory, AccessFlag... access) {
        ByteBuffer bytes = checked(memory);
        int flags = bits(access);
        long address = extension.address(bytes);
        return create(extension, bytes, mlx5 -> mlx5.registerMemory(address, bytes.remaining(), flags));
    }

    static DevxMemory register(
            DriverExtension<Mlx5Operations> extension, ByteBuffer memory, long pageSizes, AccessFlag... access) {
        ByteBuffer bytes = checked(memory);
        int flags = bits(access);
        long address = extension.address(bytes);
        return create(extension, bytes, mlx5 -> mlx5.registerPages(address, bytes.remaining(), flags, pageSizes, -1));
    }

    static DevxMemory register(
            DriverExtension<Mlx5Operations> extension,
            int descriptor,
            long offset,
            long length,
            long pageSizes,
            AccessFlag... access) {
        int flags = bits(access);
        return create(extension, null, mlx5 -> mlx5.registerPages(offset, length, flags, pageSizes, descriptor));
    }

    static DevxMemory imported(DriverExtension<Mlx5Operations> extension, ByteBuffer data) {
        RecordMemory memory =
                ExportSizes.imported(extension, data, ExportSizes.of(extension).memory());
        return create(
                extension,
                List.of(),
                created -> new DevxMemory(created, null),
                (mlx5, handles) -> mlx5.importMemory(memory),
                Mlx5Operations::unimportMemory);
    }

    /**
     * Returns data by which a process that has imported the open device imports this memory, see {@link Devx#importMemory}
     * (mlx5dv_devx_umem_export(3)).
     *
     * @throws io.verbena.error.UnsupportedException if rdma-core is older than version 64
     */
    public ByteBuffer export() {
        int length = ExportSizes.of(extension()).memory();
        RecordMemory data = extension().memory(length);
        extension().run(this, (mlx5, handle) -> mlx5.exportMemory(handle, data));
        return ExportSizes.exported(data, length);
    }

    private static DevxMemory create(
            DriverExtension<Mlx5Operations> extension,
            @Nullable ByteBuffer memory,
            ToLongFunction<Mlx5Operations> creation) {
        return create(
                extension,
                List.of(),
                created -> new DevxMemory(created, memory),
                (mlx5, handles) -> creation.applyAsLong(mlx5),
                Mlx5Operations::deregisterMemory);
    }

    private static int bits(AccessFlag... access) {
        return (int) WireEnum.bitsOf(Set.of(access));
    }

    static ByteBuffer checked(ByteBuffer memory) {
        if (!memory.isDirect() || !memory.hasRemaining()) {
            throw new IllegalArgumentException("the buffer " + memory
                    + " is a heap buffer or empty; use ByteBuffer.allocateDirect with at least one byte");
        }
        return memory.slice();
    }

    /** Returns the number by which commands of the firmware name the memory. */
    public int number() {
        return number;
    }

    @Override
    public String toString() {
        return "DevxMemory[" + extension().context() + ", " + number + ", "
                + (memory == null ? "of another device or process" : memory.capacity() + " bytes") + "]";
    }
}
