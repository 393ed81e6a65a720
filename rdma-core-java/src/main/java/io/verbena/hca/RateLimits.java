package io.verbena.hca;

import java.util.Set;

/**
 * How a device limits the rate of a queue pair (ibv_query_device_ex(3), {@code struct ibv_packet_pacing_caps}).
 *
 * @param minKilobits the lowest rate in kb/s
 * @param maxKilobits the highest; 0 if it cannot
 * @param types queue pairs that can
 */
public record RateLimits(long minKilobits, long maxKilobits, Set<QueuePairType> types) {
    /** A line for each. */
    @Override
    public String toString() {
        return AttributeText.of(this);
    }
}
