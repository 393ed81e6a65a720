package io.verbena.samples.fabricmonitor.topology;

import java.util.List;

/**
 * A node with its ports.
 *
 * @param node what it is
 * @param vendor the number of who made it
 * @param device the number of what it is
 * @param systemImageGuid what stands in one housing has the same
 * @param ports its ports, by number; none where it is gone
 */
record NodeDetails(NodeView node, String vendor, String device, String systemImageGuid, List<PortView> ports) {}
