package io.verbena.verbs.flow;

import java.nio.ByteBuffer;

/**
 * The header of a GRE tunnel: {@code struct ibv_flow_spec_gre}.
 *
 * @param flags the first 16 bits: which fields there are, and the version
 * @param protocol what it carries, 16 bits
 * @param key the key of the flow, 32 bits
 * @param inner whether the header is within a tunnel
 */
public record Gre(FieldMatch flags, FieldMatch protocol, FieldMatch key, boolean inner) implements FlowSpec {
    private static final int TYPE = 0x51;
    private static final int LENGTH = 24;
    private static final int ALIGNMENT = 4;

    /** Any such header. */
    public static final Gre ANY = new Gre(FieldMatch.ANY, FieldMatch.ANY, FieldMatch.ANY, false);

    /** Refuses what does not fit. */
    public Gre {
        flags.requireBits("flags", 16);
        protocol.requireBits("protocol", 16);
        key.requireBits("key", 32);
    }

    /** The same, where this is the first 16 bits: which fields there are, and the version. */
    public Gre flags(FieldMatch match) {
        return new Gre(match, protocol, key, inner);
    }

    /** The same, where this is what it carries, 16 bits. */
    public Gre protocol(FieldMatch match) {
        return new Gre(flags, match, key, inner);
    }

    /** The same, where this is the key of the flow, 32 bits. */
    public Gre key(FieldMatch match) {
        return new Gre(flags, protocol, match, inner);
    }

    /** The same of a header within a tunnel. */
    public Gre within() {
        return new Gre(flags, protocol, key, true);
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
        writer.be16(flags).be16(protocol).be32(key);
    }
}
