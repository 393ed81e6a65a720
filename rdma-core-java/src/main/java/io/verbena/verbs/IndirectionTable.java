package io.verbena.verbs;

import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.VerbsDriver;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * A table of work queues over which a queue pair spreads received packets by a hash (ibv_create_rwq_ind_table(3)). It is closed
 * before its queues.
 */
public final class IndirectionTable extends VerbsObject {
    private static final int MAX_SIZE = 1 << 16;

    private final int size;

    private IndirectionTable(List<VerbsObject> owners, long handle, int size) {
        super(Rank.REGION, owners, handle, VerbsDriver::destroyTable);
        this.size = size;
    }

    static IndirectionTable create(VerbsObject context, List<WorkQueue> queues) {
        int size = queues.size();
        if (Integer.bitCount(size) != 1 || size > MAX_SIZE) {
            throw new IllegalArgumentException("a table of " + size
                    + " work queues; it has a power of two, up to 65536, and one queue may stand in several places");
        }
        queues.forEach(context::requireSameDevice);
        List<VerbsObject> owners = List.copyOf(new LinkedHashSet<VerbsObject>(queues));
        RecordMemory handles = context.driver.records(size * Long.BYTES);
        return holding(owners, () -> {
            for (int i = 0; i < size; i++) {
                handles.bytes().putLong(i * Long.BYTES, queues.get(i).handle());
            }
            long handle = context.driver.createTable(handles, Integer.numberOfTrailingZeros(size));
            return new IndirectionTable(owners, handle, size);
        });
    }

    /** Returns the number of entries, a power of two. */
    public int size() {
        return size;
    }

    @Override
    public String toString() {
        return "IndirectionTable[" + openDevice + ", " + size + " places]";
    }
}
