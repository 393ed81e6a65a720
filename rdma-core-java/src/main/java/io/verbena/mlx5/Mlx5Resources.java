package io.verbena.mlx5;

import io.verbena.error.Ranges;
import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.verbs.DriverExtension;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.VerbsObject;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Packet pacing, scheduling and doorbells of a ConnectX device. All of it has run on the hollow device only. */
public final class Mlx5Resources {
    private static final int MAX_PARAMETERS = 4096;

    private final DriverExtension<Mlx5Operations> extension;

    Mlx5Resources(DriverExtension<Mlx5Operations> extension) {
        this.extension = extension;
    }

    /**
     * Allocates an entry for packet pacing (mlx5dv_pp_alloc(3)).
     *
     * @param parameters the parameters in the format of the device, from the position to the limit
     * @param dedicated whether no other process shares the entry
     */
    public PacketPacing pacing(ByteBuffer parameters, boolean dedicated) {
        Ranges.check("bytes of parameters", parameters.remaining(), 1, MAX_PARAMETERS);
        return PacketPacing.create(extension, DevxBuffers.direct(parameters), dedicated);
    }

    /** Creates the root of a scheduling tree (mlx5dv_sched_node_create(3)). */
    public SchedulingNode schedulingRoot() {
        return SchedulingNode.create(extension, null, SchedulingLimits.NONE);
    }

    /**
     * Makes leaves schedule the requests and the responses of a queue pair (mlx5dv_modify_qp_sched_elem(3)).
     *
     * @param requests the leaf for requests, or null for none
     * @param responses the leaf for responses, or null for none
     */
    public void schedule(QueuePair pair, @Nullable SchedulingLeaf requests, @Nullable SchedulingLeaf responses) {
        List<@Nullable VerbsObject> objects = new ArrayList<>(List.of(pair));
        objects.add(requests);
        objects.add(responses);
        extension.query(objects, (mlx5, handles) -> {
            mlx5.schedule(handles[0], handles[1], handles[2]);
            return pair;
        });
    }

    /**
     * Allocates a page of doorbell registers (mlx5dv_devx_alloc_uar(3)).
     *
     * @param combines whether the processor may combine writes to it, as BlueFlame requires
     */
    public DoorbellPage doorbells(boolean combines) {
        return DoorbellPage.create(extension, combines);
    }

    /** Allocates a page of doorbells for virtual devices (mlx5dv_alloc_var(3)). */
    public VirtualDoorbells virtualDoorbells() {
        return VirtualDoorbells.create(extension);
    }

    /**
     * Imports a page of doorbells that another process has exported (mlx5dv_var_import(3)). The other process must close it last.
     *
     * @param exported the data of {@link VirtualDoorbells#export}, from the position to the limit
     * @throws IllegalArgumentException if the data have another length than this libmlx5 exports
     * @throws io.verbena.error.UnsupportedException if rdma-core is older than version 64
     */
    public VirtualDoorbells importVirtualDoorbells(ByteBuffer exported) {
        return VirtualDoorbells.imported(extension, exported);
    }

    /**
     * Makes the device take the memory of queues from memory of the application (mlx5dv_set_context_attr).
     *
     * @param memory a direct buffer, of which the whole pages between the position and the limit are used
     * @throws io.verbena.error.SysException with EBUSY if the device has an arena, or with EINVAL if the memory has no whole page
     */
    public QueueArena queueArena(ByteBuffer memory) {
        return QueueArena.create(extension, memory);
    }
}
