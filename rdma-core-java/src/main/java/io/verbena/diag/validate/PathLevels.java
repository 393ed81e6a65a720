package io.verbena.diag.validate;

import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The service levels that packets use, by source node and destination LID, as the subnet administration assigns them.
 * Complete once it is filled; then safe for use by several threads.
 */
public final class PathLevels {
    private final Map<Guid, byte[]> levels = new HashMap<>();

    /** Creates a table in which all service levels are 0. */
    public PathLevels() {}

    /**
     * Sets a service level.
     *
     * @param level from 0 to 15
     * @throws IllegalArgumentException if {@code level} is out of range, or the LID is not unicast
     */
    public void put(Guid source, Lid destination, int level) {
        if (level < 0 || level >= LaneTables.LEVELS || !destination.isUnicast()) {
            throw new IllegalArgumentException("service level " + level + " of LID " + destination
                    + ": expected a level from 0 to 15 and a unicast LID");
        }
        int lid = destination.bits();
        byte[] known = levels.computeIfAbsent(source, absent -> new byte[lid + 1]);
        if (lid >= known.length) {
            known = Arrays.copyOf(known, Math.max(lid + 1, 2 * known.length));
            levels.put(source, known);
        }
        known[lid] = (byte) level;
    }

    /** Returns the service level of packets from a node to a LID; 0 if it was not set. */
    public int level(Guid source, Lid destination) {
        byte[] known = levels.get(source);
        return known == null || destination.bits() >= known.length ? 0 : known[destination.bits()];
    }
}
