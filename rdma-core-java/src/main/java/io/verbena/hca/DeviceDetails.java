package io.verbena.hca;

/**
 * What a device tells of itself that few programs ask for (ibv_query_device_ex(3)). Bits are those of the enumerations of
 * libibverbs; a mask of types has bit n for queue pairs whose {@link QueuePairType#code} is n.
 *
 * @param pageSizes bit n for pages of 2^n bytes
 * @param capabilityBits see {@link DeviceCapability}; those above 32 bits have no constants
 * @param maxReadsAnsweredInAll reads and atomics that all queue pairs together answer at once
 * @param reliableDatagrams what it has of a service that no device has any more
 * @param raw how many queue pairs of raw IPv6, and of raw Ethertypes
 * @param maxFastRegions fast memory regions
 * @param clock timestamps of completions
 * @param onDemandPaging memory that is not pinned
 * @param segmentation long messages that the device cuts into packets
 * @param scaling packets that are spread over queues
 * @param maxReceiveWorkQueues work queues to receive
 * @param pacing rates that queue pairs can be held to
 * @param rawPacketBits what it can do with raw packets
 * @param tags matching of tags
 * @param moderation events that wait for several completions
 * @param maxDeviceMemoryBytes memory of the device itself
 */
public record DeviceDetails(
        long pageSizes,
        long capabilityBits,
        int maxReadsAnsweredInAll,
        ReliableDatagrams reliableDatagrams,
        Raw raw,
        int maxFastRegions,
        Clock clock,
        OnDemandPaging onDemandPaging,
        Segmentation segmentation,
        Scaling scaling,
        int maxReceiveWorkQueues,
        Pacing pacing,
        int rawPacketBits,
        Tags tags,
        Moderation moderation,
        long maxDeviceMemoryBytes) {

    /**
     * The service RD.
     *
     * @param contexts end-to-end contexts
     * @param domains reliable datagram domains
     * @param readsAnswered reads that a context answers at once
     * @param readsBegun reads that one has begun at once
     */
    public record ReliableDatagrams(int contexts, int domains, int readsAnswered, int readsBegun) {}

    /**
     * Raw datagrams.
     *
     * @param ipv6 queue pairs of raw IPv6
     * @param ethertype queue pairs of raw Ethertypes
     */
    public record Raw(int ipv6, int ethertype) {}

    /**
     * The clock of the completions.
     *
     * @param timestampMask the bits of a timestamp that count; 0 if there are none
     * @param kilohertz how often it ticks, in kHz; 0 if it is not known
     */
    public record Clock(long timestampMask, long kilohertz) {}

    /**
     * Memory that is not pinned.
     *
     * @param general whether there is any, and without registration
     * @param rc by which operations of reliable connections
     * @param uc the same of unreliable connections
     * @param ud the same of datagrams
     * @param xrc the same of extended reliable connections
     */
    public record OnDemandPaging(long general, int rc, int uc, int ud, int xrc) {}

    /**
     * Messages that the device cuts.
     *
     * @param maxBytes the longest; 0 if it cannot
     * @param types of which queue pairs
     */
    public record Segmentation(int maxBytes, int types) {}

    /**
     * Packets that are spread over queues.
     *
     * @param tables indirection tables
     * @param tableEntries entries of one
     * @param functions by which functions they are spread
     * @param fields by which of their fields
     * @param types for which queue pairs
     */
    public record Scaling(int tables, int tableEntries, int functions, long fields, int types) {}

    /**
     * Rates.
     *
     * @param min the lowest, in kb/s
     * @param max the highest, in kb/s; 0 if it cannot
     * @param types of which queue pairs
     */
    public record Pacing(int min, int max, int types) {}

    /**
     * Matching of tags.
     *
     * @param headerBytes the longest header of a rendezvous
     * @param tags how many; 0 if it cannot
     * @param flags for what
     * @param operations changes of the list under way
     * @param segments segments of a tagged receive
     */
    public record Tags(int headerBytes, int tags, int flags, int operations, int segments) {}

    /**
     * Events that wait.
     *
     * @param completions for so many; 0 if it cannot
     * @param micros for so long, in microseconds
     */
    public record Moderation(int completions, int micros) {}
}
