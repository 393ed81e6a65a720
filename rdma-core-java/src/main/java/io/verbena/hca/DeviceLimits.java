package io.verbena.hca;

/**
 * How many, and how large, of everything a device has (IBA 11.2.1.2; ibv_query_device(3)). What is reached in practice may
 * be less.
 *
 * @param maxRegionBytes the largest memory region
 * @param pageSizeMask pages it can map: bit n for those of 2^n bytes
 * @param maxQueuePairs queue pairs
 * @param maxRequests requests of one queue
 * @param maxSegments segments of one request
 * @param maxReadSegments segments of a read
 * @param maxCompletionQueues completion queues
 * @param maxCompletionQueueEntries entries of one
 * @param maxRegions memory regions
 * @param maxProtectionDomains protection domains
 * @param maxResponderResources reads and atomics that a queue pair answers at once
 * @param maxTotalResponderResources reads and atomics that all queue pairs together answer at once
 * @param maxInitiatorDepth reads and atomics that a queue pair has begun at once
 * @param reliableDatagrams the service RD
 * @param maxWindows memory windows
 * @param maxRawIpv6QueuePairs queue pairs of raw IPv6
 * @param maxRawEthertypeQueuePairs queue pairs of raw Ethertypes
 * @param maxAddressHandles address handles
 * @param maxFastRegions fast memory regions
 * @param maxSharedReceiveQueues shared receive queues
 * @param maxSharedReceiveRequests requests of one
 * @param maxSharedReceiveSegments segments of its requests
 * @param maxMulticastGroups multicast groups
 * @param maxQueuePairsOfGroup queue pairs of one group
 * @param maxMulticastAttaches memberships in all
 * @param maxPartitionKeys entries of a P_Key table
 */
public record DeviceLimits(
        long maxRegionBytes,
        long pageSizeMask,
        int maxQueuePairs,
        int maxRequests,
        int maxSegments,
        int maxReadSegments,
        int maxCompletionQueues,
        int maxCompletionQueueEntries,
        int maxRegions,
        int maxProtectionDomains,
        int maxResponderResources,
        int maxTotalResponderResources,
        int maxInitiatorDepth,
        ReliableDatagramLimits reliableDatagrams,
        int maxWindows,
        int maxRawIpv6QueuePairs,
        int maxRawEthertypeQueuePairs,
        int maxAddressHandles,
        int maxFastRegions,
        int maxSharedReceiveQueues,
        int maxSharedReceiveRequests,
        int maxSharedReceiveSegments,
        int maxMulticastGroups,
        int maxQueuePairsOfGroup,
        int maxMulticastAttaches,
        int maxPartitionKeys) {

    @Override
    public String toString() {
        return AttributeText.of(this);
    }
}
