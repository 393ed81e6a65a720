package io.verbena.topology;

import io.verbena.iba.Guid;
import java.time.LocalDateTime;
import java.util.List;

/**
 * Time and origin of a discovery.
 *
 * @param generated local time, in seconds
 * @param nodeGuid node from which the discovery started
 * @param portGuid port from which the discovery started
 * @param notes further lines of the header
 */
public record TopologyOrigin(LocalDateTime generated, Guid nodeGuid, Guid portGuid, List<String> notes) {
    /** Copies the notes. */
    public TopologyOrigin {
        notes = List.copyOf(notes);
    }

    /** Creates an origin without notes. */
    public TopologyOrigin(LocalDateTime generated, Guid nodeGuid, Guid portGuid) {
        this(generated, nodeGuid, portGuid, List.of());
    }
}
