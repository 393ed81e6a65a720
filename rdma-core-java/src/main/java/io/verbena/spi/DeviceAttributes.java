package io.verbena.spi;

import io.verbena.hca.Transport;
import io.verbena.iba.Guid;
import io.verbena.iba.NodeType;
import java.util.List;

/**
 * Attributes of a device of this host.
 *
 * @param name the name of the device, such as {@code mlx5_0}
 * @param nodeType the type of the node; {@code UNKNOWN} if the transport is not InfiniBand
 * @param transport the transport protocol
 * @param hardwareType the model, such as {@code MT4119}
 * @param firmwareVersion the version of the firmware
 * @param hardwareVersion the revision of the hardware
 * @param nodeGuid the GUID of the node
 * @param systemImageGuid the GUID of the system that contains the device
 * @param ports the ports, by number
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

    /** Returns whether the ports carry management datagrams. */
    public boolean isManaged() {
        return transport == Transport.INFINIBAND;
    }
}
