package io.verbena.shell.view;

import io.verbena.diag.PortAddress;
import java.util.List;

/** Renders the address of a port in the layout of ibaddr. */
public final class PortAddressView {
    private PortAddressView() {}

    /** Returns one line with the GID, the LIDs or both. */
    public static List<String> text(PortAddress port, boolean gid, boolean lids, boolean decimal) {
        String line = gid ? "GID " + port.gid() + " " : "";
        if (lids) {
            line += (decimal ? "LID start %d end %d" : "LID start 0x%x end 0x%x")
                    .formatted(port.lid().bits(), port.lastLid());
        }
        return List.of(line);
    }
}
