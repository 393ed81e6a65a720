package io.verbena.hca;

/**
 * What a device can do with tags (ibv_query_device_ex(3), {@code struct ibv_tm_caps}).
 *
 * @param reliable whether it matches tags in reliable connections
 * @param unknown what else it can: bits without a name
 * @param maxTags receives in a list; 0 if it has none
 * @param maxOperations changes of a list under way
 * @param maxSegments segments of a receive in a list
 * @param maxRendezvousHeader bytes of the header of a rendezvous
 */
public record TagMatchingLimits(
        boolean reliable, long unknown, int maxTags, int maxOperations, int maxSegments, int maxRendezvousHeader) {
    /** A line for each. */
    @Override
    public String toString() {
        return AttributeText.of(this);
    }
}
