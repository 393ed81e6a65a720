package io.verbena.mlx5;

import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.spi.verbs.Mlx5VariableRecord;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.verbs.DriverExtension;
import io.verbena.verbs.DriverObject;
import java.nio.ByteBuffer;
import java.util.List;

/** A page of doorbells for virtual devices (VAR, mlx5dv_alloc_var(3)). It has run on the hollow device only. */
public final class VirtualDoorbells extends DriverObject<Mlx5Operations> {
    private final ByteBuffer fields;

    private VirtualDoorbells(Creation<Mlx5Operations> created) {
        super(created);
        RecordMemory memory = created.extension().memory(Mlx5VariableRecord.SIZE);
        created.extension().run(mlx5 -> mlx5.readFields(created.handle(), memory, Mlx5VariableRecord.SIZE));
        fields = memory.bytes();
    }

    static VirtualDoorbells create(DriverExtension<Mlx5Operations> extension) {
        return create(
                extension,
                List.of(),
                VirtualDoorbells::new,
                (mlx5, handles) -> mlx5.allocateVariable(0),
                Mlx5Operations::freeVariable);
    }

    static VirtualDoorbells imported(DriverExtension<Mlx5Operations> extension, ByteBuffer data) {
        RecordMemory memory =
                ExportSizes.imported(extension, data, ExportSizes.of(extension).virtualDoorbells());
        return create(
                extension,
                List.of(),
                VirtualDoorbells::new,
                (mlx5, handles) -> mlx5.importVariable(memory),
                Mlx5Operations::unimportVariable);
    }

    /**
     * Returns data by which a process that has imported the open device imports this page, see {@link
     * Mlx5Resources#importVirtualDoorbells} (mlx5dv_var_export(3)).
     *
     * @throws io.verbena.error.UnsupportedException if rdma-core is older than version 64
     */
    public ByteBuffer export() {
        int length = ExportSizes.of(extension()).virtualDoorbells();
        RecordMemory data = extension().memory(length);
        extension().run(this, (mlx5, handle) -> mlx5.exportVariable(handle, data));
        return ExportSizes.exported(data, length);
    }

    /** Returns the number by which commands of the firmware name the page. */
    public int number() {
        return fields.getInt(Mlx5VariableRecord.NUMBER);
    }

    /** Returns the length of the page in bytes. */
    public int length() {
        return fields.getInt(Mlx5VariableRecord.LENGTH);
    }

    /** Returns the offset at which the file of the device maps the page. */
    public long mappingOffset() {
        return fields.getLong(Mlx5VariableRecord.OFFSET);
    }
}
