package io.verbena.topology;

import io.verbena.iba.Guid;
import java.time.LocalDateTime;

/**
 * When and from where a topology was discovered.
 *
 * @param generated local time; seconds count
 * @param nodeGuid the node it was discovered from
 * @param portGuid the port it was discovered from
 */
public record TopologyOrigin(LocalDateTime generated, Guid nodeGuid, Guid portGuid) {}
