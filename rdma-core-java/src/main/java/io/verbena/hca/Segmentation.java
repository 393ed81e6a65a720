package io.verbena.hca;

import java.util.Set;

/**
 * How a device cuts large messages into TCP segments (ibv_query_device_ex(3), {@code struct ibv_tso_caps}).
 *
 * @param maxBytes the largest; 0 if it does not
 * @param types queue pairs that can
 */
public record Segmentation(long maxBytes, Set<QueuePairType> types) {
    /** A line for each. */
    @Override
    public String toString() {
        return AttributeText.of(this);
    }
}
