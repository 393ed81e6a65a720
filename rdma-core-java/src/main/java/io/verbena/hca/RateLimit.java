package io.verbena.hca;

/**
 * How fast a queue pair sends at most (ibv_modify_qp_rate_limit(3)).
 *
 * @param kilobits kb/s; 0 for no limit
 * @param burstBytes the largest burst; 0 for what the device does
 * @param packetBytes a typical packet, 0 to 65535; 0 for the MTU of the port
 */
public record RateLimit(int kilobits, int burstBytes, int packetBytes) {
    private static final int MAX_PACKET = 0xffff;

    /** Refuses what the fields cannot hold. */
    public RateLimit {
        if (kilobits < 0 || burstBytes < 0 || packetBytes < 0 || packetBytes > MAX_PACKET) {
            throw new IllegalArgumentException("a rate of " + kilobits + " kb/s in bursts of " + burstBytes
                    + " bytes of packets of " + packetBytes
                    + "; none is negative, and a packet has at most " + MAX_PACKET + " bytes");
        }
    }

    /** So many kb/s, in bursts and packets as the device does. */
    public static RateLimit of(int kilobits) {
        return new RateLimit(kilobits, 0, 0);
    }

    /** A line for each. */
    @Override
    public String toString() {
        return AttributeText.of(this);
    }
}
