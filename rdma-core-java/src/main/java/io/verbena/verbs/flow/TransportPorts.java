package io.verbena.verbs.flow;

import java.nio.ByteBuffer;

/**
 * The ports of TCP or UDP: {@code struct ibv_flow_spec_tcp_udp}.
 *
 * @param protocol which of them
 * @param destination the port of the receiver, 16 bits
 * @param source the port of the sender, 16 bits
 * @param inner whether the header is within a tunnel
 */
public record TransportPorts(Protocol protocol, FieldMatch destination, FieldMatch source, boolean inner)
        implements FlowSpec {
    private static final int LENGTH = 16;
    private static final int ALIGNMENT = 2;

    /** TCP or UDP. */
    public enum Protocol {
        /** TCP. */
        TCP(0x40),
        /** UDP. */
        UDP(0x41);

        private final int type;

        Protocol(int type) {
            this.type = type;
        }
    }

    /** Any packet of TCP. */
    public static final TransportPorts TCP = any(Protocol.TCP);

    /** Any packet of UDP. */
    public static final TransportPorts UDP = any(Protocol.UDP);

    /** Refuses what does not fit. */
    public TransportPorts {
        destination.requireBits("destination port", Short.SIZE);
        source.requireBits("source port", Short.SIZE);
    }

    private static TransportPorts any(Protocol protocol) {
        return new TransportPorts(protocol, FieldMatch.ANY, FieldMatch.ANY, false);
    }

    /** The same to this port. */
    public TransportPorts destination(FieldMatch match) {
        return new TransportPorts(protocol, match, source, inner);
    }

    /** The same from this port. */
    public TransportPorts source(FieldMatch match) {
        return new TransportPorts(protocol, destination, match, inner);
    }

    /** The same of a header within a tunnel. */
    public TransportPorts within() {
        return new TransportPorts(protocol, destination, source, true);
    }

    @Override
    public int length() {
        return LENGTH;
    }

    @Override
    public void write(ByteBuffer record) {
        SpecWriter writer = SpecWriter.begin(record, protocol.type, inner, LENGTH, ALIGNMENT);
        fields(writer);
        fields(writer.masks());
        writer.end();
    }

    private void fields(SpecWriter writer) {
        writer.be16(destination).be16(source);
    }
}
