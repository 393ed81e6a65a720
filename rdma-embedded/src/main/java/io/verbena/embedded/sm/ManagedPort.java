package io.verbena.embedded.sm;

import io.verbena.embedded.sa.SubnetPort;
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
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A port as its subnet manager knows it. */
final class ManagedPort implements SubnetPort {
    private static final int MEMBERSHIP = 0x8000;
    private static final byte[] NO_WAYS = new byte[LinearForwardingTable.LENGTH];

    static {
        Arrays.fill(NO_WAYS, (byte) ManagedNode.NOWHERE);
    }

    private final ManagedNode node;
    private final int number;
    private final Attributes attributes = new Attributes();
    private Guid guid = Guid.ZERO;
    private Route route = Route.HERE;
    private PortInfo info = new PortInfo().portState(PortState.DOWN).portPhysicalState(PortPhysicalState.POLLING);
    private @Nullable ManagedPort peer;
    private boolean greeted;

    ManagedPort(ManagedNode node, int number) {
        this.node = node;
        this.number = number;
    }

    /** Takes over what a survey saw of the address that it has. */
    void reached(Sighting.Address address) {
        guid = address.guid();
        route = address.route();
        attributes.putAll(address.attributes());
    }

    /** What its agent is known to hold. */
    Attributes attributes() {
        return attributes;
    }

    /** How it is reached from the subnet manager. */
    Route route() {
        return node.isSwitch() ? node.zero().route : route;
    }

    void info(PortInfo value) {
        info = value;
    }

    void peer(@Nullable ManagedPort other) {
        peer = other;
    }

    /** Whether its clients know of this subnet manager; from now on they do. */
    boolean greet() {
        boolean before = greeted;
        greeted = true;
        return before;
    }

    /** Whether it has addresses: port 0 of a switch, any port elsewhere that the survey came by. */
    boolean isAddressable() {
        return (number == 0 || !node.isSwitch()) && !guid.equals(Guid.ZERO);
    }

    /** Whether it says that a subnet manager is there. */
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
            // Two limited members do not hear each other (IBA 10.9).
            boolean partition = (key & ~MEMBERSHIP) == (pKey & ~MEMBERSHIP) && (key & ~MEMBERSHIP) != 0;
            if (partition && ((key | pKey) & MEMBERSHIP) != 0) {
                return true;
            }
        }
        return false;
    }

    /** Until its table is known it may carry all of them. */
    @Override
    public int carriedLevels(int in) {
        long modifier = node.isSwitch() ? (long) in << Byte.SIZE | number : 0;
        SlToVlMappingTable table = keeper().attributes.as(SlToVlMappingTable.LAYOUT, modifier);
        return table == null ? ALL_LEVELS : LaneSetup.carriedLevels(table, info.operationalVls());
    }

    /** The port whose agent holds what is known of this one. */
    private ManagedPort keeper() {
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
        byte[] bytes = keeper().attributes.get(attribute, modifier);
        if (bytes != null || !node.isSwitch()) {
            return bytes;
        }
        if (attribute.equals(LinearForwardingTable.LAYOUT)) {
            return NO_WAYS;
        }
        return attribute.equals(MulticastForwardingTable.LAYOUT) ? new byte[attribute.length()] : null;
    }

    /** Is sent; whether the agent takes it is not waited for. */
    @Override
    public boolean write(Structure attribute, long modifier) {
        node.setLater(this, attribute, modifier);
        return true;
    }

    @Override
    public String toString() {
        return "port " + number + " of " + node;
    }
}
