package io.verbena.samples.fabricmonitor.topology;

import java.util.List;

/**
 * A node with its ports, as JSON.
 *
 * @param node the node
 * @param vendor the vendor ID
 * @param device the device ID
 * @param systemImageGuid the GUID of the system that contains the node
 * @param ports its ports by number; empty if the node is gone
 */
record NodeDetails(NodeView node, String vendor, String device, String systemImageGuid, List<PortDetails> ports) {}
