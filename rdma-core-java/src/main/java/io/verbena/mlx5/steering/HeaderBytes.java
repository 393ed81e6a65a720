package io.verbena.mlx5.steering;

import io.verbena.error.Ranges;
import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.verbs.DriverExtension;

/** The bytes of actions that change, add or remove headers, in direct memory. */
final class HeaderBytes {
    private static final int MAX_BYTES = 4096;
    private static final int CHANGE = 8;
    private static final int ETHERNET = 14;
    private static final int ETHERNET_WITH_VLAN = 18;

    private HeaderBytes() {}

    /** Returns memory with changes of 8 bytes each. */
    static RecordMemory changes(DriverExtension<Mlx5Operations> extension, byte[] changes) {
        if (changes.length == 0 || changes.length % CHANGE != 0) {
            throw new IllegalArgumentException("changes of " + changes.length
                    + " bytes; an action has at least one change, and each change has 8 bytes");
        }
        return copy(extension, changes);
    }

    /** Returns memory with the headers of a type of action. */
    static RecordMemory headers(DriverExtension<Mlx5Operations> extension, PacketReformat type, byte[] headers) {
        String expected = switch (type) {
            case REMOVE_L2_TUNNEL -> headers.length == 0 ? "" : "none, because it only removes headers";
            case REMOVE_L3_TUNNEL ->
                headers.length == ETHERNET || headers.length == ETHERNET_WITH_VLAN
                        ? ""
                        : "an Ethernet header of 14 bytes, or of 18 with a VLAN";
            case ADD_L2_TUNNEL, ADD_L3_TUNNEL -> headers.length > 0 ? "" : "the headers that it adds";
        };
        if (!expected.isEmpty()) {
            throw new IllegalArgumentException(
                    "headers of " + headers.length + " bytes for " + type + "; this action has " + expected);
        }
        return copy(extension, headers);
    }

    /** Returns memory with at least one byte that begins with these bytes. */
    static RecordMemory copy(DriverExtension<Mlx5Operations> extension, byte[] bytes) {
        Ranges.check("number of bytes", bytes.length, 0, MAX_BYTES);
        RecordMemory memory = extension.memory(Math.max(1, bytes.length));
        memory.bytes().put(0, bytes);
        return memory;
    }
}
