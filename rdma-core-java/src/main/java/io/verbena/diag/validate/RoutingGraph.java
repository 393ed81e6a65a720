package io.verbena.diag.validate;

import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeType;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.SubnetConflictException;
import io.verbena.subnet.forwarding.ForwardingTables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The switches of a subnet as arrays, numbered in the order of the subnet: their links, forwarding tables and
 * destinations. Immutable; callers do not change the arrays.
 */
final class RoutingGraph {
    /** Value of {@link #peerOf} for a port that leads to no switch. */
    static final int NONE = -1;

    private final List<Node> switches;
    private final Map<Node, Integer> numbers = new HashMap<>();
    private final int[][] peers;
    private final int[][] peerPorts;
    private final @Nullable Port[][] ends;
    private final byte[][] exits;
    private final boolean[] known;
    private final int[] hosts;
    private final Set<Guid> ambiguous = new HashSet<>();
    private final List<Destination> destinations = new ArrayList<>();

    /**
     * The LIDs of an end port.
     *
     * @param port the end port
     * @param at the number of the switch to which it belongs or is connected
     * @param first the first LID
     * @param count the number of LIDs
     */
    record Destination(Port port, int at, int first, int count) {
        boolean isHost() {
            return !port.node().isSwitch();
        }
    }

    RoutingGraph(Subnet subnet, @Nullable ForwardingTables forwarding, boolean routesToSwitches) {
        switches = subnet.nodes(NodeType.SWITCH);
        for (RdmaException failure : subnet.failures()) {
            if (failure instanceof SubnetConflictException conflict) {
                ambiguous.add(conflict.guid());
            }
        }
        int count = switches.size();
        for (int i = 0; i < count; i++) {
            numbers.put(switches.get(i), i);
        }
        peers = new int[count][];
        peerPorts = new int[count][];
        ends = new Port[count][];
        known = new boolean[count];
        hosts = new int[count];
        for (int i = 0; i < count; i++) {
            addPorts(i, switches.get(i), routesToSwitches);
        }
        exits = forwarding == null ? new byte[0][] : exits(forwarding);
        destinations.sort((one, other) -> Integer.compare(one.at(), other.at()));
    }

    /** Returns the exits of all switches by LID, because checks follow one LID at a time through all switches. */
    private byte[][] exits(ForwardingTables forwarding) {
        int top = 0;
        for (Node node : switches) {
            top = Math.max(top, forwarding.top(node.guid()));
        }
        byte[][] byLid = new byte[top + 1][switches.size()];
        for (byte[] row : byLid) {
            Arrays.fill(row, (byte) ForwardingTables.NOWHERE);
        }
        for (int at = 0; at < known.length; at++) {
            byte[] table = forwarding.table(switches.get(at).guid());
            known[at] = table.length > 0;
            for (int lid = 0; lid < table.length; lid++) {
                byLid[lid][at] = table[lid];
            }
        }
        return byLid;
    }

    private void addPorts(int number, Node node, boolean routesToSwitches) {
        int ports = node.info().numPorts() + 1;
        peers[number] = new int[ports];
        peerPorts[number] = new int[ports];
        ends[number] = new Port[ports];
        Arrays.fill(peers[number], NONE);
        for (Port port : node.ports()) {
            Optional<Port> peer = port.peer();
            if (port.number() == 0) {
                if (routesToSwitches) {
                    addDestination(port, number);
                }
            } else if (port.number() < ports && peer.isPresent()) {
                Integer other = numbers.get(peer.get().node());
                if (other != null) {
                    peers[number][port.number()] = other;
                    peerPorts[number][port.number()] = peer.get().number();
                } else {
                    ends[number][port.number()] = peer.get();
                    addDestination(peer.get(), number);
                }
            }
        }
    }

    /** Adds the LIDs of a port, unless its GUID belongs to several nodes, so that its LIDs cannot be assigned. */
    private void addDestination(Port port, int at) {
        if (port.lid().isUnicast() && !ambiguous.contains(port.node().guid())) {
            int first = port.lid().bits() >>> port.lmc() << port.lmc();
            destinations.add(new Destination(port, at, first, 1 << port.lmc()));
            hosts[at] += port.node().isSwitch() ? 0 : 1;
        }
    }

    /** Passes each link between switches from both of its ends. */
    void links(Links visitor) {
        for (int at = 0; at < peers.length; at++) {
            for (int port = 1; port < peers[at].length; port++) {
                if (peers[at][port] != NONE) {
                    visitor.link(at, port, peers[at][port]);
                }
            }
        }
    }

    /** Receives a link: the number and the port of a switch, and the number of the switch to which the port leads. */
    interface Links {
        void link(int at, int port, int peer);
    }

    /** Returns the switches to which the ports of a switch lead, once for each link. */
    IntStream peers(int number) {
        return Arrays.stream(peers[number]).filter(peer -> peer != NONE);
    }

    int size() {
        return switches.size();
    }

    Node node(int number) {
        return switches.get(number);
    }

    /** Returns the number of a switch; {@link #NONE} if it is not part of the graph. */
    int numberOf(Node node) {
        return numbers.getOrDefault(node, NONE);
    }

    Port port(int number, int port) {
        return switches.get(number).port(port).orElseThrow();
    }

    /** Returns the number of ports of a switch, including port 0. */
    int ports(int number) {
        return peers[number].length;
    }

    /** Returns the switch to which a port leads; {@link #NONE} if it leads to none. */
    int peerOf(int number, int port) {
        return port < peers[number].length ? peers[number][port] : NONE;
    }

    int peerPortOf(int number, int port) {
        return peerPorts[number][port];
    }

    /** Returns the end port to which a port of a switch leads; null if it leads to none. */
    @Nullable Port endOf(int number, int port) {
        return port < ends[number].length ? ends[number][port] : null;
    }

    int hostsAt(int number) {
        return hosts[number];
    }

    /** Returns the exit of a switch for a LID; {@link ForwardingTables#NOWHERE} if the table has no entry. */
    int exit(int number, int lid) {
        return lid < exits.length ? exits[lid][number] & 0xff : ForwardingTables.NOWHERE;
    }

    boolean hasTable(int number) {
        return known[number];
    }

    /** Returns the end ports with a LID, grouped by switch. */
    List<Destination> destinations() {
        return destinations;
    }

    /** Returns whether a port of a switch leads to the owner of a LID, or is port 0 of the owner. */
    boolean delivers(int number, int port, Destination destination, int lid) {
        if (port == 0) {
            return destination.at() == number && !destination.isHost();
        }
        Port end = endOf(number, port);
        return end != null && end.has(Lid.of(lid));
    }

    /** Fills in the number of links between a switch and all others; -1 for unreachable ones. */
    void distances(int from, int[] distances, int[] queue) {
        Arrays.fill(distances, NONE);
        distances[from] = 0;
        queue[0] = from;
        int end = 1;
        for (int next = 0; next < end; next++) {
            int at = queue[next];
            for (int peer : peers[at]) {
                if (peer != NONE && distances[peer] == NONE) {
                    distances[peer] = distances[at] + 1;
                    queue[end++] = peer;
                }
            }
        }
    }
}
