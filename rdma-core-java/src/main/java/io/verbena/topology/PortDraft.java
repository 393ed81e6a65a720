package io.verbena.topology;

import io.verbena.iba.Guid;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A port with a link, which is being read. */
final class PortDraft {
    private final Line line;
    private final NodeDraft node;
    private final int number;
    private final TopologyPort.Peer peer;
    private final LinkAttributes link;
    private long guid;
    private int lid;
    private int lmc;
    private long peerGuid;
    private int peerLid;
    private @Nullable PortDraft opposite;

    /** Reads the rest of a line behind the opening bracket of the port number. */
    PortDraft(NodeDraft node, Line line) {
        this.line = line;
        this.node = node;
        this.number = number(line, node.numPorts());
        this.guid = guid(line);
        String peerId = line.skipBlanks().quoted("the id of the node at the other end in quotes");
        line.require("[", "the port at the other end in brackets");
        this.peer = new TopologyPort.Peer(peerId, number(line, 254));
        this.peerGuid = guid(line.skipBlanks());
        this.link = LinkAttributes.read(line);
        this.lid = node.isSwitch() ? 0 : link.lid();
        this.lmc = node.isSwitch() ? 0 : link.lmc();
        this.peerLid = link.peerLid();
    }

    /** Creates the end of a link that the text omits. */
    PortDraft(NodeDraft node, PortDraft opposite) {
        this.line = opposite.line;
        this.node = node;
        this.number = opposite.peer.port();
        this.peer = new TopologyPort.Peer(opposite.node.id(), opposite.number);
        this.link = opposite.link;
    }

    private static int number(Line line, int most) {
        int number = line.decimal(1, most, "a port");
        line.require("]", "a closing bracket after the port");
        // The port number on the enclosure of a chassis.
        if (line.accept("[ext ")) {
            line.decimal(0, 254, "an external port");
            line.require("]", "a closing bracket after the external port");
        }
        return number;
    }

    private static long guid(Line line) {
        long guid = 0;
        if (line.accept("(")) {
            guid = line.hexadecimal(16, "a GUID");
            line.require(")", "a closing parenthesis after the GUID");
        }
        return guid;
    }

    /** Takes over the attributes that the other end gives for this one, which must agree. */
    void connect(PortDraft other) {
        opposite = other;
        if (node.isSwitch()) {
            return;
        }
        if (differ(guid, other.peerGuid) || differ(lid, other.peerLid)) {
            throw other.line.expected(
                    "the GUID and the LID that port " + number + " of \"" + node.id() + "\" says of itself");
        }
        guid = guid != 0 ? guid : other.peerGuid;
        lid = lid != 0 ? lid : other.peerLid;
    }

    private static boolean differ(long one, long other) {
        return one != 0 && other != 0 && one != other;
    }

    Line line() {
        return line;
    }

    int number() {
        return number;
    }

    TopologyPort.Peer peer() {
        return peer;
    }

    boolean leadsTo(NodeDraft other, int port) {
        return peer.nodeId().equals(other.id()) && peer.port() == port;
    }

    TopologyPort build() {
        LinkAttributes far = opposite == null ? link : opposite.link;
        return new TopologyPort(
                number,
                Guid.of(guid),
                lid,
                lmc,
                link.width(far),
                link.speed(far),
                link.virtualLanes(),
                Optional.of(peer));
    }
}
