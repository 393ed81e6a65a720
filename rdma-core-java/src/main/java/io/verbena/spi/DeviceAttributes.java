package io.verbena.spi;

import io.verbena.hca.Transport;
import io.verbena.iba.Guid;
import io.verbena.iba.NodeType;
import java.util.List;

/**
 * What a device of this host is.
 *
 * @param name as the system calls it, {@code mlx5_0}
 * @param nodeType what kind of node; {@code UNKNOWN} where the transport is not InfiniBand's
 * @param transport what it carries messages by
 * @param hardwareType the model, {@code MT4119}
 * @param firmwareVersion the version of its firmware
 * @param hardwareVersion the revision of its hardware
 * @param nodeGuid the GUID of the node
 * @param systemImageGuid the GUID of the system it is part of
 * @param ports its ports, by number
 */
public record DeviceAttributes(
        String name,
        NodeType nodeType,
        Transport transport,
        String hardwareType,
        String firmwareVersion,
        String hardwareVersion,
        Guid nodeGuid,
        Guid systemImageGuid,
        List<PortAttributes> ports) {

    /** Whether its ports carry management datagrams. */
    public boolean isManaged() {
        return transport == Transport.INFINIBAND;
    }
}
