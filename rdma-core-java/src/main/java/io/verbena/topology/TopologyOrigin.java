package io.verbena.topology;

import io.verbena.iba.Guid;
import java.time.LocalDateTime;
import java.util.List;

/**
 * When and from where a topology was discovered.
 *
 * @param generated local time; seconds count
 * @param nodeGuid the node it was discovered from
 * @param portGuid the port it was discovered from
 * @param notes what else the head of the text says, a line each
 */
public record TopologyOrigin(LocalDateTime generated, Guid nodeGuid, Guid portGuid, List<String> notes) {
    /** Makes the notes immutable. */
    public TopologyOrigin {
        notes = List.copyOf(notes);
    }

    /** An origin of which there is no more to say. */
    public TopologyOrigin(LocalDateTime generated, Guid nodeGuid, Guid portGuid) {
        this(generated, nodeGuid, portGuid, List.of());
    }
}
