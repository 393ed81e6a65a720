package io.verbena.mlx5;

import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.verbs.DriverExtension;
import io.verbena.verbs.DriverObject;
import java.nio.ByteBuffer;
import java.util.List;

/** An entry for packet pacing of a ConnectX device (mlx5dv_pp_alloc(3)). It has run on the hollow device only. */
public final class PacketPacing extends DriverObject<Mlx5Operations> {
    private final int index;

    private PacketPacing(Creation<Mlx5Operations> created) {
        super(created);
        RecordMemory fields = created.extension().memory(Short.BYTES);
        created.extension().run(mlx5 -> mlx5.readFields(created.handle(), fields, Short.BYTES));
        index = fields.bytes().getShort(0) & 0xffff;
    }

    static PacketPacing create(DriverExtension<Mlx5Operations> extension, ByteBuffer parameters, boolean dedicated) {
        return create(
                extension,
                List.of(),
                PacketPacing::new,
                (mlx5, handles) -> mlx5.allocatePacing(parameters.remaining(), parameters, dedicated ? 1 : 0),
                Mlx5Operations::freePacing);
    }

    /** Returns the index by which commands of the firmware name the entry, 16 bits. */
    public int index() {
        return index;
    }
}
