package io.verbena.hca;

/**
 * The limit of the send rate of a queue pair (ibv_modify_qp_rate_limit(3)).
 *
 * @param kilobits the rate in kb/s; 0 for no limit
 * @param burstBytes the maximum burst in bytes; 0 for the default of the device
 * @param packetBytes the typical packet size, 0 to 65535; 0 for the MTU of the port
 */
public record RateLimit(int kilobits, int burstBytes, int packetBytes) {
    private static final int MAX_PACKET = 0xffff;

    /** Refuses values that are out of range. */
    public RateLimit {
        if (kilobits < 0 || burstBytes < 0 || packetBytes < 0 || packetBytes > MAX_PACKET) {
            throw new IllegalArgumentException("a rate of " + kilobits + " kb/s in bursts of " + burstBytes
                    + " bytes of packets of " + packetBytes
                    + "; none is negative, and a packet has at most " + MAX_PACKET + " bytes");
        }
    }

    /** Returns a limit in kb/s with default bursts and packets. */
    public static RateLimit of(int kilobits) {
        return new RateLimit(kilobits, 0, 0);
    }

    /** Returns a line for each attribute. */
    @Override
    public String toString() {
        return AttributeText.of(this);
    }
}
