package io.verbena.hca;

/**
 * How much a device has of the service RD (IBA 9.7.8; ibv_query_device(3)), which no device of today offers: all is 0.
 *
 * @param maxContexts end-to-end contexts
 * @param maxDomains reliable datagram domains
 * @param maxReadsAnswered reads and atomics that a context answers at once
 * @param maxReadsBegun reads and atomics that a context has begun at once
 */
public record ReliableDatagramLimits(int maxContexts, int maxDomains, int maxReadsAnswered, int maxReadsBegun) {
    /** A line for each. */
    @Override
    public String toString() {
        return AttributeText.of(this);
    }
}
