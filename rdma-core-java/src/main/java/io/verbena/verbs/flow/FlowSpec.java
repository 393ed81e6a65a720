package io.verbena.verbs.flow;

import java.nio.ByteBuffer;

/** What a packet must be like, or what becomes of it: one {@code struct ibv_flow_spec}. */
public sealed interface FlowSpec
        permits Ethernet, Ipv4, Ipv6, TransportPorts, Esp, Gre, Mpls, VxlanTunnel, FlowTag, FlowDrop {

    /** Bytes of it. */
    int length();

    /** Writes it at the position of a buffer in the byte order of the machine, and moves that behind it. */
    void write(ByteBuffer record);
}
