package io.verbena.verbs.flow;

import java.nio.ByteBuffer;

/**
 * The header of an Ethernet frame: {@code struct ibv_flow_spec_eth}.
 *
 * @param destination the MAC address of the receiver, 48 bits
 * @param source the MAC address of the sender, 48 bits
 * @param etherType the type behind the last tag, 16 bits
 * @param vlan the tag: 3 bits of priority, 1 CFI, 12 of the VLAN
 * @param inner whether the header is within a tunnel
 */
public record Ethernet(FieldMatch destination, FieldMatch source, FieldMatch etherType, FieldMatch vlan, boolean inner)
        implements FlowSpec {
    private static final int TYPE = 0x20;
    private static final int LENGTH = 40;
    private static final int ALIGNMENT = 2;

    /** Any such header. */
    public static final Ethernet ANY =
            new Ethernet(FieldMatch.ANY, FieldMatch.ANY, FieldMatch.ANY, FieldMatch.ANY, false);

    /** Refuses what does not fit. */
    public Ethernet {
        destination.requireBits("destination", 48);
        source.requireBits("source", 48);
        etherType.requireBits("Ethernet type", 16);
        vlan.requireBits("VLAN", 16);
    }

    /** The same, where this is the MAC address of the receiver, 48 bits. */
    public Ethernet destination(FieldMatch match) {
        return new Ethernet(match, source, etherType, vlan, inner);
    }

    /** The same, where this is the MAC address of the sender, 48 bits. */
    public Ethernet source(FieldMatch match) {
        return new Ethernet(destination, match, etherType, vlan, inner);
    }

    /** The same, where this is the type behind the last tag, 16 bits. */
    public Ethernet etherType(FieldMatch match) {
        return new Ethernet(destination, source, match, vlan, inner);
    }

    /** The same, where this is the tag: 3 bits of priority, 1 CFI, 12 of the VLAN. */
    public Ethernet vlan(FieldMatch match) {
        return new Ethernet(destination, source, etherType, match, inner);
    }

    /** The same of a header within a tunnel. */
    public Ethernet within() {
        return new Ethernet(destination, source, etherType, vlan, true);
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
        writer.mac(destination).mac(source).be16(etherType).be16(vlan);
    }
}
