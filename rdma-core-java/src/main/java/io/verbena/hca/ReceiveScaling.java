package io.verbena.hca;

import java.util.Set;

/**
 * How a device spreads what it receives over work queues (ibv_query_device_ex(3), {@code struct ibv_rss_caps}).
 *
 * @param types queue pairs that can
 * @param maxTables indirection tables
 * @param maxTableSize places of one
 * @param fields what of a packet may count
 * @param functions how a packet becomes a place
 */
public record ReceiveScaling(
        Set<QueuePairType> types,
        int maxTables,
        int maxTableSize,
        Flags<HashField> fields,
        Flags<HashFunction> functions) {
    /** A line for each. */
    @Override
    public String toString() {
        return AttributeText.of(this);
    }
}
