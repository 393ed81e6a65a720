package io.verbena.verbs.flow;

import java.nio.ByteBuffer;

/**
 * The header of an IPv4 packet: {@code struct ibv_flow_spec_ipv4_ext}.
 *
 * @param source the address of the sender, 32 bits
 * @param destination the address of the receiver, 32 bits
 * @param protocol what it carries, 8 bits
 * @param typeOfService the type of service, 8 bits
 * @param timeToLive how many routers it may cross, 8 bits
 * @param flags the flags of fragments, 3 bits
 * @param inner whether the header is within a tunnel
 */
public record Ipv4(
        FieldMatch source,
        FieldMatch destination,
        FieldMatch protocol,
        FieldMatch typeOfService,
        FieldMatch timeToLive,
        FieldMatch flags,
        boolean inner)
        implements FlowSpec {
    private static final int TYPE = 0x32;
    private static final int LENGTH = 32;
    private static final int ALIGNMENT = 4;

    /** Any such header. */
    public static final Ipv4 ANY = new Ipv4(
            FieldMatch.ANY, FieldMatch.ANY, FieldMatch.ANY, FieldMatch.ANY, FieldMatch.ANY, FieldMatch.ANY, false);

    /** Refuses what does not fit. */
    public Ipv4 {
        source.requireBits("source", 32);
        destination.requireBits("destination", 32);
        protocol.requireBits("protocol", 8);
        typeOfService.requireBits("type of service", 8);
        timeToLive.requireBits("time to live", 8);
        flags.requireBits("flags", 8);
    }

    /** The same, where this is the address of the sender, 32 bits. */
    public Ipv4 source(FieldMatch match) {
        return new Ipv4(match, destination, protocol, typeOfService, timeToLive, flags, inner);
    }

    /** The same, where this is the address of the receiver, 32 bits. */
    public Ipv4 destination(FieldMatch match) {
        return new Ipv4(source, match, protocol, typeOfService, timeToLive, flags, inner);
    }

    /** The same, where this is what it carries, 8 bits. */
    public Ipv4 protocol(FieldMatch match) {
        return new Ipv4(source, destination, match, typeOfService, timeToLive, flags, inner);
    }

    /** The same, where this is the type of service, 8 bits. */
    public Ipv4 typeOfService(FieldMatch match) {
        return new Ipv4(source, destination, protocol, match, timeToLive, flags, inner);
    }

    /** The same, where this is how many routers it may cross, 8 bits. */
    public Ipv4 timeToLive(FieldMatch match) {
        return new Ipv4(source, destination, protocol, typeOfService, match, flags, inner);
    }

    /** The same, where this is the flags of fragments, 3 bits. */
    public Ipv4 flags(FieldMatch match) {
        return new Ipv4(source, destination, protocol, typeOfService, timeToLive, match, inner);
    }

    /** The same of a header within a tunnel. */
    public Ipv4 within() {
        return new Ipv4(source, destination, protocol, typeOfService, timeToLive, flags, true);
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
        writer.be32(source)
                .be32(destination)
                .u8(protocol)
                .u8(typeOfService)
                .u8(timeToLive)
                .u8(flags);
    }
}
