package io.verbena.mlx5;

import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.verbs.DriverExtension;
import java.nio.ByteBuffer;

/**
 * The lengths of exported objects in bytes, which depend on the release of libmlx5 (mlx5dv_get_export_sizes(3)).
 *
 * @param virtualDoorbells the length of exported {@link VirtualDoorbells}
 * @param memory the length of an exported {@link DevxMemory}
 * @param object the length of an exported {@link DevxObject}
 */
public record ExportSizes(int virtualDoorbells, int memory, int object) {
    static ExportSizes of(DriverExtension<Mlx5Operations> extension) {
        RecordMemory sizes = extension.memory(3 * Integer.BYTES);
        extension.run(mlx5 -> mlx5.exportSizes(sizes));
        ByteBuffer bytes = sizes.bytes();
        return new ExportSizes(bytes.getInt(0), bytes.getInt(Integer.BYTES), bytes.getInt(2 * Integer.BYTES));
    }

    /** Returns a copy of exported data. */
    static ByteBuffer exported(RecordMemory data, int length) {
        return ByteBuffer.allocate(length).put(0, data.bytes(), 0, length);
    }

    /** Returns a copy of exported data that are imported. */
    static RecordMemory imported(DriverExtension<Mlx5Operations> extension, ByteBuffer data, int length) {
        if (data.remaining() != length) {
            throw new IllegalArgumentException(
                    "exported data of " + data.remaining() + " bytes, where this libmlx5 has " + length
                            + "; import them with the release of rdma-core that exported them");
        }
        RecordMemory memory = extension.memory(length);
        memory.bytes().put(0, data, data.position(), length);
        return memory;
    }
}
