package io.verbena.verbs.flow;

import java.nio.ByteBuffer;

/**
 * The header of an IPv6 packet: {@code struct ibv_flow_spec_ipv6}.
 *
 * @param source the address of the sender
 * @param destination the address of the receiver
 * @param flowLabel the flow label, 20 bits
 * @param nextHeader what it carries, 8 bits
 * @param trafficClass the traffic class, 8 bits
 * @param hopLimit how many routers it may cross, 8 bits
 * @param inner whether the header is within a tunnel
 */
public record Ipv6(
        AddressMatch source,
        AddressMatch destination,
        FieldMatch flowLabel,
        FieldMatch nextHeader,
        FieldMatch trafficClass,
        FieldMatch hopLimit,
        boolean inner)
        implements FlowSpec {
    private static final int TYPE = 0x31;
    private static final int LENGTH = 88;
    private static final int ALIGNMENT = 4;
    private static final int FLOW_LABEL_BITS = 20;

    /** Any such header. */
    public static final Ipv6 ANY = new Ipv6(
            AddressMatch.ANY, AddressMatch.ANY, FieldMatch.ANY, FieldMatch.ANY, FieldMatch.ANY, FieldMatch.ANY, false);

    /** Refuses what does not fit. */
    public Ipv6 {
        flowLabel.requireBits("flow label", FLOW_LABEL_BITS);
        nextHeader.requireBits("next header", 8);
        trafficClass.requireBits("traffic class", 8);
        hopLimit.requireBits("hop limit", 8);
    }

    /** The same, where this is the address of the sender. */
    public Ipv6 source(AddressMatch match) {
        return new Ipv6(match, destination, flowLabel, nextHeader, trafficClass, hopLimit, inner);
    }

    /** The same, where this is the address of the receiver. */
    public Ipv6 destination(AddressMatch match) {
        return new Ipv6(source, match, flowLabel, nextHeader, trafficClass, hopLimit, inner);
    }

    /** The same, where this is the flow label, 20 bits. */
    public Ipv6 flowLabel(FieldMatch match) {
        return new Ipv6(source, destination, match, nextHeader, trafficClass, hopLimit, inner);
    }

    /** The same, where this is what it carries, 8 bits. */
    public Ipv6 nextHeader(FieldMatch match) {
        return new Ipv6(source, destination, flowLabel, match, trafficClass, hopLimit, inner);
    }

    /** The same, where this is the traffic class, 8 bits. */
    public Ipv6 trafficClass(FieldMatch match) {
        return new Ipv6(source, destination, flowLabel, nextHeader, match, hopLimit, inner);
    }

    /** The same, where this is how many routers it may cross, 8 bits. */
    public Ipv6 hopLimit(FieldMatch match) {
        return new Ipv6(source, destination, flowLabel, nextHeader, trafficClass, match, inner);
    }

    /** The same of a header within a tunnel. */
    public Ipv6 within() {
        return new Ipv6(source, destination, flowLabel, nextHeader, trafficClass, hopLimit, true);
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
        writer.address(source)
                .address(destination)
                .be32(flowLabel, FLOW_LABEL_BITS)
                .u8(nextHeader)
                .u8(trafficClass)
                .u8(hopLimit)
                .skip(1);
    }
}
