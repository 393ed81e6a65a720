package io.verbena.diag;

import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.GuidInfo;
import io.verbena.iba.PortInfo;
import io.verbena.mad.SubnetManagement;
import io.verbena.path.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The GUID table of a port.
 *
 * @param capacity the number of entries in the table
 * @param guids the GUIDs of all blocks, including zeros
 */
public record PortGuids(int capacity, List<Guid> guids) {
    private static final int GUIDS_PER_BLOCK = 8;

    /**
     * Reads the table block by block.
     *
     * @throws RdmaException if a request fails
     */
    public static PortGuids read(SubnetManagement mad, Path path) {
        int capacity = mad.subnGet(PortInfo.class, path).guidCap();
        List<Guid> guids = new ArrayList<>();
        for (int block = 0; block * GUIDS_PER_BLOCK < capacity; block++) {
            GuidInfo info = mad.subnGet(GuidInfo.class, path, block);
            IntStream.range(0, GUIDS_PER_BLOCK).mapToObj(info::guid).forEach(guids::add);
        }
        return new PortGuids(capacity, List.copyOf(guids));
    }
}
