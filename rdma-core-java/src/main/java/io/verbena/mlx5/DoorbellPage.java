package io.verbena.mlx5;

import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.spi.verbs.Mlx5PageRecord;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.verbs.DriverExtension;
import io.verbena.verbs.DriverObject;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A page of doorbell registers of a ConnectX device (mlx5dv_devx_alloc_uar(3)). Verbena itself does not write to it. It has run on the
 * hollow device only.
 */
public final class DoorbellPage extends DriverObject<Mlx5Operations> {
    private final ByteBuffer fields;

    private DoorbellPage(Creation<Mlx5Operations> created) {
        super(created);
        RecordMemory memory = created.extension().memory(Mlx5PageRecord.SIZE);
        created.extension().run(mlx5 -> mlx5.readFields(created.handle(), memory, Mlx5PageRecord.SIZE));
        fields = memory.bytes();
    }

    static DoorbellPage create(DriverExtension<Mlx5Operations> extension, boolean combines) {
        return create(
                extension,
                List.of(),
                DoorbellPage::new,
                (mlx5, handles) -> mlx5.allocateRegisters(combines ? 0 : 1),
                Mlx5Operations::freeRegisters);
    }

    /** Returns the address of the doorbell register in this process. */
    public long register() {
        return fields.getLong(Mlx5PageRecord.REGISTER);
    }

    /** Returns the address of the page in this process. */
    public long base() {
        return fields.getLong(Mlx5PageRecord.BASE);
    }

    /** Returns the number by which commands of the firmware name the page. */
    public int number() {
        return fields.getInt(Mlx5PageRecord.NUMBER);
    }

    /** Returns the offset at which the file of the device maps the page. */
    public long mappingOffset() {
        return fields.getLong(Mlx5PageRecord.OFFSET);
    }

    /**
     * Returns a new DMA-BUF descriptor of the page, which the caller closes (mlx5dv_devx_uar_export_dmabuf_fd).
     *
     * @throws io.verbena.error.UnsupportedException if rdma-core is older than version 64
     */
    public int exportDmaBuf() {
        return extension().query(this, Mlx5Operations::exportRegisters);
    }
}
