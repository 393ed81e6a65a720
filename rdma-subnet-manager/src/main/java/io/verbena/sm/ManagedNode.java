package io.verbena.sm;

import io.verbena.iba.Guid;
import io.verbena.iba.LinearForwardingTable;
import io.verbena.iba.MulticastForwardingTable;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortInfo;
import io.verbena.iba.SwitchInfo;
import io.verbena.sm.sa.SaSubnet;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A node as its subnet manager knows it, with the multicast tables that it should have. */
final class ManagedNode implements SaSubnet.Node {
    /** The entry of a LID that is not forwarded. */
    static final int NOWHERE = 0xff;

    private static final int FIRST_MULTICAST = 0xc000;
    private static final int MULTICAST_BLOCK = 32;
    private static final int MASK_PORTS = 16;
    private static final int POSITION = 28;

    final Guid guid;
    private final NodeType type;
    final ManagedSubnet subnet;
    private final @Nullable ManagedPort[] ports;

    /** The blocks that the multicast forwarding table should have, by attribute modifier. */
    final Map<Long, MulticastForwardingTable> groups = new TreeMap<>();

    final LinearTables linear = new LinearTables();

    @Nullable SwitchInfo switchInfo;

    ManagedNode(Survey.Sighting seen, ManagedSubnet subnet) {
        this.guid = seen.guid();
        this.type = seen.type();
        this.subnet = subnet;
        this.ports = new ManagedPort[seen.numPorts() + 1];
        for (int number = isSwitch() ? 0 : 1; number < ports.length; number++) {
            ports[number] = new ManagedPort(this, number);
        }
    }

    void update(Survey.Sighting seen) {
        seen.addresses.forEach((number, address) -> {
            ManagedPort port = existing(number);
            PortInfo now = seen.ports.get(number);
            if (now != null && now.lid().bits() != port.info().lid().bits()) {
                // No other manager sets LIDs, so the node was reset and has lost its tables as well.
                port.attributes.clear();
                linear.clear();
            }
            port.reached(address);
        });
        seen.ports.forEach((number, info) -> existing(number).info(info));
        switchInfo = seen.switchInfo;
    }

    private ManagedPort existing(int number) {
        return Objects.requireNonNull(ports[number], "the survey contains a port that the node does not have");
    }

    ManagedPort zero() {
        return existing(0);
    }

    Stream<ManagedPort> ports() {
        return Arrays.stream(ports).filter(Objects::nonNull).map(Objects::requireNonNull);
    }

    @Override
    public NodeType type() {
        return type;
    }

    @Override
    public int numPorts() {
        return ports.length - 1;
    }

    @Override
    public @Nullable ManagedPort port(int number) {
        return number < 0 || number >= ports.length ? null : ports[number];
    }

    void switchInfo(SwitchInfo value) {
        switchInfo = value;
        zero().attributes.put(value, 0);
    }

    @Override
    public int forward(int lid) {
        return linear.port(lid);
    }

    @Override
    public void forward(int multicastLid, BitSet to) {
        int index = multicastLid - FIRST_MULTICAST;
        for (int position = 0; position < positions(); position++) {
            int mask = 0;
            for (int bit = 0; bit < MASK_PORTS; bit++) {
                mask |= to.get(position * MASK_PORTS + bit) ? 1 << bit : 0;
            }
            long modifier = (long) position << POSITION | index / MULTICAST_BLOCK;
            groups.computeIfAbsent(modifier, first -> new MulticastForwardingTable())
                    .portMask(index % MULTICAST_BLOCK, mask);
        }
        subnet.multicastChanged();
    }

    private int positions() {
        return numPorts() / MASK_PORTS + 1;
    }

    /** Clears all blocks of the multicast forwarding table that a previous manager may have set. */
    void clearMulticast() {
        SwitchInfo info = switchInfo;
        int top = info == null ? 0 : info.multicastFdbTop();
        for (int lid = FIRST_MULTICAST; lid <= top; lid += MULTICAST_BLOCK) {
            forward(lid, new BitSet());
        }
    }

    @Override
    public String toString() {
        for (ManagedPort port : ports().toList()) {
            NodeDescription description = port.attributes.as(NodeDescription.LAYOUT, 0);
            if (description != null) {
                return '"' + description.nodeString() + '"';
            }
        }
        return guid.toString();
    }

    /** The linear forwarding table of a switch as it was last set. */
    static final class LinearTables {
        private static final int BLOCK = LinearForwardingTable.LENGTH;

        private byte[] entries = new byte[0];
        private final BitSet known = new BitSet();

        void put(LinearForwardingTable block, int number) {
            int end = (number + 1) * BLOCK;
            if (entries.length < end) {
                entries = Arrays.copyOf(entries, end);
            }
            block.copyTo(entries, number * BLOCK);
            known.set(number);
        }

        /** Returns whether the switch is known to hold a block of a table. */
        boolean holds(byte[] table, int number) {
            int from = number * BLOCK;
            return known.get(number) && Arrays.equals(table, from, from + BLOCK, entries, from, from + BLOCK);
        }

        /** Returns the port by which the switch forwards a LID; 255 for none. */
        int port(int lid) {
            return known.get(lid / BLOCK) ? entries[lid] & 0xff : ManagedNode.NOWHERE;
        }

        byte[] block(int number) {
            byte[] block = new byte[BLOCK];
            if (known.get(number)) {
                System.arraycopy(entries, number * BLOCK, block, 0, BLOCK);
            } else {
                Arrays.fill(block, (byte) ManagedNode.NOWHERE);
            }
            return block;
        }

        void clear() {
            known.clear();
        }
    }
}
