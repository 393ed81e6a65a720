package io.verbena.hca;

/**
 * What a device can do beyond {@link DeviceProperties} (ibv_query_device_ex(3)). What it, its driver or the library does not
 * know of is 0, or empty.
 *
 * @param onDemandPaging memory that is fetched when it is used
 * @param timestampMask the bits of a timestamp of a completion that count; 0 if there are none
 * @param clockKilohertz the clock of the timestamps in kHz; 0 if there is none
 * @param scattersFrameCheck whether raw packets can be received with their frame check sequence
 * @param padsPciWrites whether writes to memory can be filled up to a line of the cache
 * @param writesAtomically whether it writes 8 bytes of the other side at once
 * @param flushes how far it brings what the other side wrote
 * @param unknownCapabilities what else it can: bits without a name, from 2^32 on
 * @param segmentation cutting messages into TCP segments
 * @param receiveScaling spreading packets over work queues
 * @param maxReceiveWorkQueues work queues; 0 if it has none
 * @param rateLimits limiting the rate of queue pairs
 * @param rawPackets what it can do with whole frames
 * @param tagMatching matching messages by tags
 * @param completionModeration holding back events
 * @param maxDeviceMemoryBytes memory of its own; 0 if it has none to give
 * @param pciAtomics atomic operations on the bus of the host
 */
public record DeviceExtensions(
        OnDemandPaging onDemandPaging,
        long timestampMask,
        long clockKilohertz,
        boolean scattersFrameCheck,
        boolean padsPciWrites,
        boolean writesAtomically,
        Flags<FlushPlacement> flushes,
        long unknownCapabilities,
        Segmentation segmentation,
        ReceiveScaling receiveScaling,
        long maxReceiveWorkQueues,
        RateLimits rateLimits,
        Flags<RawPacketCapability> rawPackets,
        TagMatchingLimits tagMatching,
        CompletionModeration completionModeration,
        long maxDeviceMemoryBytes,
        PciAtomics pciAtomics) {

    /** Those of a device that has neither atomic writes nor flushes. */
    public DeviceExtensions(
            OnDemandPaging onDemandPaging,
            long timestampMask,
            long clockKilohertz,
            boolean scattersFrameCheck,
            boolean padsPciWrites,
            long unknownCapabilities,
            Segmentation segmentation,
            ReceiveScaling receiveScaling,
            long maxReceiveWorkQueues,
            RateLimits rateLimits,
            Flags<RawPacketCapability> rawPackets,
            TagMatchingLimits tagMatching,
            CompletionModeration completionModeration,
            long maxDeviceMemoryBytes,
            PciAtomics pciAtomics) {
        this(
                onDemandPaging,
                timestampMask,
                clockKilohertz,
                scattersFrameCheck,
                padsPciWrites,
                false,
                Flags.of(),
                unknownCapabilities,
                segmentation,
                receiveScaling,
                maxReceiveWorkQueues,
                rateLimits,
                rawPackets,
                tagMatching,
                completionModeration,
                maxDeviceMemoryBytes,
                pciAtomics);
    }

    /** A line for each, as {@code ibv_devinfo -v} reads. */
    @Override
    public String toString() {
        return AttributeText.of(this);
    }
}
