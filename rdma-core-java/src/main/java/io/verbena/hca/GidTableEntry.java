package io.verbena.hca;

import io.verbena.iba.Gid;

/**
 * An entry of a GID table.
 *
 * @param port the port, from 1
 * @param index where it stands
 * @param gid the GID
 * @param type how packets look that use it
 * @param interfaceIndex the network interface of the system, 0 for none
 */
public record GidTableEntry(int port, int index, Gid gid, GidType type, int interfaceIndex) {
    /** A line for each. */
    @Override
    public String toString() {
        return AttributeText.of(this);
    }
}
