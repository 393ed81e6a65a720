package io.verbena.embedded.node;

import io.verbena.iba.Field;
import io.verbena.iba.Layout;
import io.verbena.iba.PortCounters;
import io.verbena.iba.PortCountersExtended;
import io.verbena.iba.PortExtendedSpeedsCounters;
import io.verbena.iba.PortExtendedSpeedsRsFecCounters;
import io.verbena.iba.PortFlowCtlCounters;
import io.verbena.iba.PortOpRcvCounters;
import io.verbena.iba.PortRcvConCtrl;
import io.verbena.iba.PortRcvDataSl;
import io.verbena.iba.PortRcvErrorDetails;
import io.verbena.iba.PortSlRcvBecn;
import io.verbena.iba.PortSlRcvFecn;
import io.verbena.iba.PortVlOpData;
import io.verbena.iba.PortVlOpPackets;
import io.verbena.iba.PortVlXmitFlowCtlUpdateErrors;
import io.verbena.iba.PortVlXmitTimeCong;
import io.verbena.iba.PortVlXmitWaitCounters;
import io.verbena.iba.PortXmitConCtrl;
import io.verbena.iba.PortXmitDataSl;
import io.verbena.iba.PortXmitDiscardDetails;
import io.verbena.iba.Structure;
import io.verbena.iba.SwPortVlCongestion;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The counters of one port, named after the fields of the attributes in which they are read. A counter that several
 * attributes contain, with different widths, is stored once; an attribute whose field is too narrow contains the
 * maximum value of the field.
 */
public final class CounterSet {
    /** The attributes that contain counters. Attributes with counters that change with every packet come first. */
    public static final List<Layout<? extends Structure>> ATTRIBUTES = List.of(
            PortCountersExtended.LAYOUT,
            PortCounters.LAYOUT,
            PortXmitDataSl.LAYOUT,
            PortRcvDataSl.LAYOUT,
            PortRcvErrorDetails.LAYOUT,
            PortXmitDiscardDetails.LAYOUT,
            PortOpRcvCounters.LAYOUT,
            PortFlowCtlCounters.LAYOUT,
            PortVlOpPackets.LAYOUT,
            PortVlOpData.LAYOUT,
            PortVlXmitFlowCtlUpdateErrors.LAYOUT,
            PortVlXmitWaitCounters.LAYOUT,
            SwPortVlCongestion.LAYOUT,
            PortRcvConCtrl.LAYOUT,
            PortSlRcvFecn.LAYOUT,
            PortSlRcvBecn.LAYOUT,
            PortXmitConCtrl.LAYOUT,
            PortVlXmitTimeCong.LAYOUT,
            PortExtendedSpeedsCounters.LAYOUT,
            PortExtendedSpeedsRsFecCounters.LAYOUT);

    private static final List<String> SETTINGS = List.of("portSelect", "opCode", "counterSelect", "counterSelect2");
    private static final Map<String, Integer> SLOTS = new HashMap<>();
    private static final int ALL;
    private static final int MOVING;

    static {
        int next = 0;
        int moving = 0;
        for (Layout<?> layout : ATTRIBUTES) {
            for (Field field : layout.fields()) {
                if (!SETTINGS.contains(field.name()) && SLOTS.putIfAbsent(field.name(), next) == null) {
                    next += field.count();
                }
            }
            moving = layout == PortRcvDataSl.LAYOUT ? next : moving;
        }
        ALL = next;
        MOVING = moving;
    }

    /** Packets that the port discarded instead of sending them. */
    public static final int XMIT_DISCARDS = slot("portXmitDiscards");

    /** Packets that a switch could not forward. */
    public static final int SWITCH_RELAY_ERRORS = slot("portRcvSwitchRelayErrors");

    /** Packets that were refused when they left. */
    public static final int XMIT_CONSTRAINT_ERRORS = slot("portXmitConstraintErrors");

    /** Packets that were refused when they arrived. */
    public static final int RCV_CONSTRAINT_ERRORS = slot("portRcvConstraintErrors");

    /** Number of times that the link went down. */
    public static final int LINK_DOWNED = slot("linkDownedCounter");

    /** MADs to queue pair 1 that no agent received. */
    public static final int QP1_DROPPED = slot("qp1Dropped");

    /** Subnet management packets that no agent received. */
    public static final int VL15_DROPPED = slot("vl15Dropped");

    private static final int INACTIVE_DISCARDS = slot("portInactiveDiscards");
    private static final int VL_MAPPING_ERRORS = slot("portVlMappingErrors");
    private static final int DLID_MAPPING_ERRORS = slot("portDlidMappingErrors");
    private static final int XMIT_DATA = slot("portXmitData");
    private static final int XMIT_PACKETS = slot("portXmitPkts");
    private static final int XMIT_UNICAST = slot("portUnicastXmitPkts");
    private static final int XMIT_MULTICAST = slot("portMulticastXmitPkts");
    private static final int XMIT_DATA_SL = slot("portXmitDataSl");
    private static final int RCV_DATA = slot("portRcvData");
    private static final int RCV_PACKETS = slot("portRcvPkts");
    private static final int RCV_UNICAST = slot("portUnicastRcvPkts");
    private static final int RCV_MULTICAST = slot("portMulticastRcvPkts");
    private static final int RCV_DATA_SL = slot("portRcvDataSl");
    private static final int FIRST_MULTICAST = 0xc000;
    private static final int PERMISSIVE = 0xffff;

    private long[] values = {};

    // Unicast packets of service level 0, which are nearly all packets, are counted here at the cost of four additions;
    // see settle().
    private List<Tally> tallies = List.of();
    private long sentPackets;
    private long sentWords;
    private long receivedPackets;
    private long receivedWords;

    /** Returns whether a field of a counter attribute is a counter. */
    public static boolean isCounter(Field field) {
        return !SETTINGS.contains(field.name());
    }

    /**
     * Returns the slot of a counter, or of the first element of an array of counters.
     *
     * @throws IllegalArgumentException if there is no such counter
     */
    public static int slot(String name) {
        Integer slot = SLOTS.get(name);
        if (slot == null) {
            throw new IllegalArgumentException("there is no counter '" + name + "'; use the name of a field of"
                    + " PortCounters or of another performance management attribute, such as portXmitDiscards");
        }
        return slot;
    }

    /** Returns the value in a slot, an unsigned number. */
    public long get(int slot) {
        settle();
        return slot < values.length ? values[slot] : 0;
    }

    /** Sets a counter. */
    public void set(int slot, long value) {
        settle();
        put(slot, value);
    }

    private void put(int slot, long value) {
        if (slot >= values.length) {
            if (value == 0) {
                return;
            }
            values = Arrays.copyOf(values, slot < MOVING ? MOVING : ALL);
        }
        values[slot] = value;
    }

    /** Adds to a counter, which stays at its largest value once it has it. */
    public void add(int slot, long count) {
        long sum = (slot < values.length ? values[slot] : 0) + count;
        put(slot, Long.compareUnsigned(sum, count) < 0 ? -1 : sum);
    }

    /** Resets all counters to zero. */
    public void clear() {
        settle();
        values = new long[0];
    }

    void sent(MadPacket packet) {
        boolean multicast = isMulticast(packet);
        if (multicast || packet.serviceLevel() != 0) {
            sent(1, packet.words(), multicast, packet.serviceLevel());
        } else {
            sentPackets++;
            sentWords += packet.words();
        }
    }

    void sent(long packets, long words, boolean multicast, int serviceLevel) {
        add(XMIT_DATA, words);
        add(XMIT_PACKETS, packets);
        add(multicast ? XMIT_MULTICAST : XMIT_UNICAST, packets);
        add(XMIT_DATA_SL + serviceLevel, words);
    }

    void attach(Tally tally) {
        tallies = Stream.concat(tallies.stream(), Stream.of(tally)).toList();
    }

    void detach(Tally tally) {
        tallies = tallies.stream().filter(other -> other != tally).toList();
    }

    void received(MadPacket packet) {
        boolean multicast = isMulticast(packet);
        if (multicast || packet.serviceLevel() != 0) {
            received(1, packet.words(), multicast, packet.serviceLevel());
        } else {
            receivedPackets++;
            receivedWords += packet.words();
        }
    }

    void received(long packets, long words, boolean multicast, int serviceLevel) {
        add(RCV_DATA, words);
        add(RCV_PACKETS, packets);
        add(multicast ? RCV_MULTICAST : RCV_UNICAST, packets);
        add(RCV_DATA_SL + serviceLevel, words);
    }

    /** Moves the packets that are counted elsewhere to their slots. Must be called before a slot is read or written. */
    private void settle() {
        tallies.forEach(Tally::settle);
        if (sentPackets != 0) {
            sent(sentPackets, sentWords, false, 0);
            sentPackets = 0;
            sentWords = 0;
        }
        if (receivedPackets != 0) {
            received(receivedPackets, receivedWords, false, 0);
            receivedPackets = 0;
            receivedWords = 0;
        }
    }

    /** Counts a packet that was discarded because the port is not active. */
    public void discardedInactive() {
        add(XMIT_DISCARDS, 1);
        add(INACTIVE_DISCARDS, 1);
    }

    /** Counts a packet that was discarded because its service level has no virtual lane. */
    public void discardedByServiceLevel() {
        add(XMIT_DISCARDS, 1);
        add(VL_MAPPING_ERRORS, 1);
    }

    /** Counts a packet that was discarded because no port leads to its destination LID. */
    public void discardedByLid() {
        add(SWITCH_RELAY_ERRORS, 1);
        add(DLID_MAPPING_ERRORS, 1);
    }

    private static boolean isMulticast(MadPacket packet) {
        int lid = packet.destinationLid();
        return lid >= FIRST_MULTICAST && lid != PERMISSIVE;
    }
}
