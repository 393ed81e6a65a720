package io.verbena.verbs.flow;

import java.nio.ByteBuffer;

/**
 * The header of a VXLAN tunnel: {@code struct ibv_flow_spec_tunnel}.
 *
 * @param network the identifier of the network, 24 bits
 * @param inner whether the header is within a tunnel
 */
public record VxlanTunnel(FieldMatch network, boolean inner) implements FlowSpec {
    private static final int TYPE = 0x50;
    private static final int LENGTH = 16;
    private static final int ALIGNMENT = 4;
    private static final int NETWORK_BITS = 24;

    /** Any such header. */
    public static final VxlanTunnel ANY = new VxlanTunnel(FieldMatch.ANY, false);

    /** Refuses what does not fit. */
    public VxlanTunnel {
        network.requireBits("network", NETWORK_BITS);
    }

    /** The same, where this is the identifier of the network, 24 bits. */
    public VxlanTunnel network(FieldMatch match) {
        return new VxlanTunnel(match, inner);
    }

    /** The same of a header within a tunnel. */
    public VxlanTunnel within() {
        return new VxlanTunnel(network, true);
    }

    @Override
    public int length() {
        return LENGTH;
    }

    @Override
    public void write(ByteBuffer record) {
        SpecWriter writer = SpecWriter.begin(record, TYPE, inner, LENGTH, ALIGNMENT);
        fields(writer);
        fields(writer.masks());
        writer.end();
    }

    private void fields(SpecWriter writer) {
        writer.be32(network, NETWORK_BITS);
    }
}
