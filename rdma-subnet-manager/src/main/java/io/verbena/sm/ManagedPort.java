package io.verbena.sm;

import io.verbena.iba.Guid;
import io.verbena.iba.Layout;
import io.verbena.iba.LinearForwardingTable;
import io.verbena.iba.MulticastForwardingTable;
import io.verbena.iba.PKeyTable;
import io.verbena.iba.PortCapability;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.iba.SlToVlMappingTable;
import io.verbena.iba.Structure;
import io.verbena.iba.SwitchInfo;
import io.verbena.iba.VirtualLanes;
import io.verbena.iba.VlArbitrationTable;
import io.verbena.sm.SmpClient.SmpRoute;
import io.verbena.sm.sa.SaSubnet;
import org.jspecify.annotations.Nullable;

/** A port as its subnet manager knows it. */
final class ManagedPort implements SaSubnet.Port {
    private static final int LEVELS = 16;
    private static final int MEMBERSHIP = 0x8000;

    private final ManagedNode node;
    private final int number;

    final Attributes attributes = new Attributes();

    /** Whether the node has not answered a request of congestion control. */
    boolean lacksCongestionControl;

    /** The bits of PortInfo in which this port differs from the value that it was last set to, because it does not take some fields. */
    byte[] kept = {};

    private Guid guid = Guid.ZERO;
    private SmpRoute route = SmpRoute.HERE;
    private PortInfo info = new PortInfo().portState(PortState.DOWN).portPhysicalState(PortPhysicalState.POLLING);
    private @Nullable ManagedPort peer;

    ManagedPort(ManagedNode node, int number) {
        this.node = node;
        this.number = number;
    }

    void reached(Survey.Sighting.Address address) {
        guid = address.guid();
        route = address.route();
        attributes.putAll(address.attributes());
    }

    SmpRoute route() {
        return node.isSwitch() ? node.zero().route : route;
    }

    void info(PortInfo value) {
        info = value;
    }

    void peer(@Nullable ManagedPort other) {
        peer = other;
    }

    /**
     * Returns whether this port has addresses: port 0 of a switch, or a port of another node that the survey has
     * reached.
     */
    boolean isAddressable() {
        return (number == 0 || !node.isSwitch()) && !guid.equals(Guid.ZERO);
    }

    boolean isManager() {
        return isAddressable() && info.capabilityMask().contains(PortCapability.IS_SM);
    }

    @Override
    public ManagedNode node() {
        return node;
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public Guid guid() {
        return node.isSwitch() ? node.zero().guid : guid;
    }

    @Override
    public int lid() {
        return isAddressable() ? info.lid().bits() : 0;
    }

    @Override
    public int lmc() {
        return info.lmc();
    }

    @Override
    public boolean isUp() {
        return number == 0 || info.portPhysicalState() == PortPhysicalState.LINK_UP;
    }

    @Override
    public @Nullable ManagedPort peer() {
        return peer;
    }

    @Override
    public PortInfo info() {
        return info;
    }

    private @Nullable PKeyTable keys() {
        return attributes.as(PKeyTable.LAYOUT, 0);
    }

    @Override
    public boolean admits(int pKey) {
        PKeyTable keys = keys();
        int count = keys == null ? 0 : PKeyTable.LAYOUT.field("pKey").count();
        for (int i = 0; keys != null && i < count; i++) {
            int key = keys.pKey(i);
            // Two limited members do not accept each other's packets (IBA 10.9).
            boolean partition = (key & ~MEMBERSHIP) == (pKey & ~MEMBERSHIP) && (key & ~MEMBERSHIP) != 0;
            if (partition && ((key | pKey) & MEMBERSHIP) != 0) {
                return true;
            }
        }
        return false;
    }

    /** Returns all levels as long as the table of the port is not known. */
    @Override
    public int carriedLevels(int in) {
        long modifier = node.isSwitch() ? (long) in << Byte.SIZE | number : 0;
        SlToVlMappingTable table = keeper().attributes.as(SlToVlMappingTable.LAYOUT, modifier);
        return table == null ? ALL_LEVELS : carriedLevels(table, lanes(info.operationalVls()));
    }

    private static int carriedLevels(SlToVlMappingTable table, int lanes) {
        int carried = 0;
        for (int level = 0; level < LEVELS; level++) {
            carried |= table.vl(level) < lanes ? 1 << level : 0;
        }
        return carried;
    }

    static int lanes(VirtualLanes lanes) {
        return switch (lanes) {
            case VL0, NO_CHANGE, UNKNOWN -> 1;
            case VL0_TO_1 -> 2;
            case VL0_TO_3 -> 4;
            case VL0_TO_7 -> 8;
            case VL0_TO_14 -> 15;
        };
    }

    /** Returns whether a switch can drop packets of other partitions at this port, which leads to a host or a router. */
    boolean enforcesPartitions() {
        SwitchInfo able = node.switchInfo;
        ManagedPort other = peer;
        return number != 0
                && able != null
                && other != null
                && !other.node.isSwitch()
                && able.inboundEnforcementCap() == 1
                && able.outboundEnforcementCap() == 1
                && able.partitionEnforcementCap()
                        >= PKeyTable.LAYOUT.field("pKey").count();
    }

    /** Returns whether this is an enhanced port 0 of a switch, which has virtual lanes. */
    boolean isEnhancedZero() {
        SwitchInfo able = node.switchInfo;
        return number == 0 && able != null && able.enhancedPort0() == 1;
    }

    long keyBlock() {
        return (long) number << Short.SIZE;
    }

    boolean hasKeyBlock() {
        return keeper().attributes.get(PKeyTable.LAYOUT, keyBlock()) != null;
    }

    /** Returns the port whose agent holds the attributes of this one. */
    ManagedPort keeper() {
        return node.isSwitch() ? node.zero() : this;
    }

    @Override
    public int highestKeyIndex() {
        PKeyTable keys = keys();
        int highest = 0;
        for (int i = 0; keys != null && i < PKeyTable.LAYOUT.field("pKey").count(); i++) {
            highest = keys.pKey(i) != 0 ? i : highest;
        }
        return highest;
    }

    @Override
    public boolean read(Layout<?> attribute, long modifier, byte[] target, int position) {
        byte[] bytes = bytes(attribute, modifier);
        if (bytes != null) {
            System.arraycopy(bytes, 0, target, position, attribute.length());
        }
        return bytes != null;
    }

    private byte @Nullable [] bytes(Layout<?> attribute, long modifier) {
        if (attribute.equals(PortInfo.LAYOUT)) {
            return info.toBytes();
        }
        if (node.isSwitch() && attribute.equals(LinearForwardingTable.LAYOUT)) {
            return node.linear.block((int) modifier);
        }
        byte[] bytes = keeper().attributes.get(attribute, modifier);
        return bytes == null && isEmptyUnlessSet(attribute) ? new byte[attribute.length()] : bytes;
    }

    /** Returns whether a table that the manager has not set is reported as empty, as by opensm. */
    private boolean isEmptyUnlessSet(Layout<?> attribute) {
        return attribute.equals(VlArbitrationTable.LAYOUT)
                || attribute.equals(SlToVlMappingTable.LAYOUT)
                || (node.isSwitch() && attribute.equals(MulticastForwardingTable.LAYOUT));
    }

    @Override
    public boolean write(Structure attribute, long modifier) {
        node.subnet.setLater(this, attribute, modifier);
        return true;
    }

    @Override
    public String toString() {
        return "port " + number + " of " + node;
    }
}
