package io.verbena.embedded;

import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.LidRoutedSmp;
import io.verbena.iba.MadHeader;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.PortInfo;
import io.verbena.iba.Structure;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** The one datagram that a channel has under way: its bytes, and the structures laid over them once and for all. */
final class Packet {
    static final int LENGTH = DirectedRouteSmp.LENGTH;

    // Both kinds of subnet management packets carry their attribute at the same place.
    private static final int DATA = LidRoutedSmp.LAYOUT.field("data").bit() / Byte.SIZE;
    private static final int DATA_LENGTH = 64;

    private final byte[] bytes = new byte[LENGTH];
    private final MadHeader header = MadHeader.LAYOUT.wrapWritable(bytes, 0);
    private final DirectedRouteSmp directed = DirectedRouteSmp.LAYOUT.wrapWritable(bytes, 0);
    private final NodeInfo nodeInfo = NodeInfo.LAYOUT.wrapWritable(bytes, DATA);
    private final PortInfo portInfo = PortInfo.LAYOUT.wrapWritable(bytes, DATA);

    /** Takes over a datagram, and leaves the position of the buffer. */
    void load(ByteBuffer datagram) {
        datagram.get(datagram.position(), bytes);
    }

    ByteBuffer copy() {
        return ByteBuffer.wrap(bytes.clone());
    }

    MadHeader header() {
        return header;
    }

    DirectedRouteSmp directed() {
        return directed;
    }

    /** Replaces the attribute. */
    void attribute(Structure attribute) {
        Arrays.fill(bytes, DATA, DATA + DATA_LENGTH, (byte) 0);
        attribute.copyTo(bytes, DATA);
    }

    /** The attribute, as the NodeInfo it is. */
    NodeInfo nodeInfo() {
        return nodeInfo;
    }

    /** The attribute, as the PortInfo it is. */
    PortInfo portInfo() {
        return portInfo;
    }
}
