package io.verbena.hca;

import io.verbena.iba.Guid;
import io.verbena.iba.NodeType;

/**
 * What a device is, and what it can do (IBA 11.2.1.2; ibv_query_device_ex(3)).
 *
 * @param transport what it speaks
 * @param nodeType what kind of node it is
 * @param firmwareVersion the version of its firmware; empty where it has none
 * @param nodeGuid the GUID of the node
 * @param systemImageGuid the GUID of the system it is part of
 * @param vendorId the vendor, an OUI or a PCI number
 * @param vendorPartId the vendor's number of the model
 * @param hardwareVersion the revision of the hardware
 * @param ports how many ports it has
 * @param completionVectors how many interrupts completions can be spread over
 * @param capabilities what it can do beyond what every device can
 * @param atomics with what its atomic operations are atomic
 * @param localAckDelay how long it takes to acknowledge: 4.096 us * 2^n
 * @param limits how many of everything it has
 */
public record DeviceProperties(
        Transport transport,
        NodeType nodeType,
        String firmwareVersion,
        Guid nodeGuid,
        Guid systemImageGuid,
        int vendorId,
        int vendorPartId,
        int hardwareVersion,
        int ports,
        int completionVectors,
        Flags<DeviceCapability> capabilities,
        AtomicCapability atomics,
        int localAckDelay,
        DeviceLimits limits) {

    /** Whether it has this capability. */
    public boolean can(DeviceCapability capability) {
        return capabilities.contains(capability);
    }

    /** A line for each, as {@code ibv_devinfo -v} reads. */
    @Override
    public String toString() {
        return AttributeText.of(this);
    }
}
