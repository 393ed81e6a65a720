package io.verbena.verbs.flow;

import java.nio.ByteBuffer;

/**
 * The header of an encrypted packet (IPsec): {@code struct ibv_flow_spec_esp}.
 *
 * @param securityIndex the index of the security association, 32 bits
 * @param sequence the number of the packet, 32 bits
 * @param inner whether the header is within a tunnel
 */
public record Esp(FieldMatch securityIndex, FieldMatch sequence, boolean inner) implements FlowSpec {
    private static final int TYPE = 0x34;
    private static final int LENGTH = 24;
    private static final int ALIGNMENT = 4;

    /** Any such header. */
    public static final Esp ANY = new Esp(FieldMatch.ANY, FieldMatch.ANY, false);

    /** Refuses what does not fit. */
    public Esp {
        securityIndex.requireBits("security index", 32);
        sequence.requireBits("sequence", 32);
    }

    /** The same, where this is the index of the security association, 32 bits. */
    public Esp securityIndex(FieldMatch match) {
        return new Esp(match, sequence, inner);
    }

    /** The same, where this is the number of the packet, 32 bits. */
    public Esp sequence(FieldMatch match) {
        return new Esp(securityIndex, match, inner);
    }

    /** The same of a header within a tunnel. */
    public Esp within() {
        return new Esp(securityIndex, sequence, true);
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
        writer.be32(securityIndex).be32(sequence);
    }
}
