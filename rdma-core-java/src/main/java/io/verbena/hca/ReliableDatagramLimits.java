package io.verbena.hca;

/**
 * How much a device has of the service RD (IBA 9.7.8; ibv_query_device(3)), which no device of today offers: all is 0.
 *
 * @param maxContexts end-to-end contexts
 * @param maxDomains reliable datagram domains
 * @param maxResponderResources reads and atomics that a context answers at once
 * @param maxInitiatorDepth reads and atomics that a context has begun at once
 */
public record ReliableDatagramLimits(
        int maxContexts, int maxDomains, int maxResponderResources, int maxInitiatorDepth) {
    /** A line for each. */
    @Override
    public String toString() {
        return AttributeText.of(this);
    }
}
