package io.verbena.verbs.flow;

import java.nio.ByteBuffer;

/**
 * A label of MPLS: {@code struct ibv_flow_spec_mpls}. It stands among the others where it does in the packet.
 *
 * @param label 20 bits of the label, 3 of the traffic class, 1 at the bottom of the stack, 8 of the time to live
 * @param inner whether the header is within a tunnel
 */
public record Mpls(FieldMatch label, boolean inner) implements FlowSpec {
    private static final int TYPE = 0x60;
    private static final int LENGTH = 16;
    private static final int ALIGNMENT = 4;

    /** Any such header. */
    public static final Mpls ANY = new Mpls(FieldMatch.ANY, false);

    /** Refuses what does not fit. */
    public Mpls {
        label.requireBits("label", 32);
    }

    /** The same, where this is 20 bits of the label, 3 of the traffic class, 1 at the bottom of the stack, 8 of the time to live. */
    public Mpls label(FieldMatch match) {
        return new Mpls(match, inner);
    }

    /** The same of a header within a tunnel. */
    public Mpls within() {
        return new Mpls(label, true);
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
        writer.be32(label);
    }
}
