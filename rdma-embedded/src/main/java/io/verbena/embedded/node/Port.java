package io.verbena.embedded.node;

import io.verbena.embedded.time.Event;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.LinkDownDefaultState;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.topology.TopologyPort;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One port: its link, its state, its addresses and its counters. Used under the lock of the timeline. */
public final class Port {
    /** Whether a subnet manager is at a port. */
    public enum Manager {
        /** There is none. */
        NONE,
        /** The fabric is said to have one here, which has set everything up; the node answers for it. */
        CLAIMED,
        /** It is a program on the host. */
        PROGRAM
    }

    /** How many GUIDs a port can have. */
    public static final int GUIDS = 8;

    /** How many partition keys port 0 of a switch and the port of a channel adapter can have. */
    public static final int KEYS = 128;

    // Of the external ports of switches.
    private static final int EXTERNAL_KEYS = 32;

    private final Node node;
    private final int number;
    private final Guid guid;
    private final @Nullable TopologyPort model;
    private final PortObserver observer;
    private final Counters counters = new Counters();
    private final List<Node> clients = new ArrayList<>(0);
    private @Nullable Port peer;
    private boolean cut;
    private PortPhysicalState physical = PortPhysicalState.POLLING;
    private PortState state = PortState.DOWN;
    private int lid;
    private int lmc;
    private int smLid;
    private Manager manager = Manager.NONE;
    private @Nullable PortInfo info;
    private @Nullable PartitionKeys keys;
    private long @Nullable [] guids;
    private @Nullable Listener listener;
    private @Nullable Listener queuePairs;
    private @Nullable Event lease;
    private int reregistrations;

    Port(Node node, int number, Guid guid, @Nullable TopologyPort model, PortObserver observer) {
        this.node = node;
        this.number = number;
        this.guid = guid;
        this.model = model;
        this.observer = observer;
        begin();
    }

    private void begin() {
        physical = isManagementPort() ? PortPhysicalState.LINK_UP : PortPhysicalState.POLLING;
        state = isManagementPort() ? PortState.ACTIVE : PortState.DOWN;
    }

    /** Lays a cable, once for both ends. */
    public void connect(Port other) {
        peer = other;
        other.peer = this;
        train();
    }

    /** Pulls the cable. */
    public void cut() {
        Port other = peer;
        if (other != null && !cut) {
            if (isUp()) {
                drop(defaultState());
            }
            cut = true;
            other.cut = true;
        }
    }

    /** Puts the cable in again; the link trains. */
    public void join() {
        Port other = peer;
        if (other != null) {
            cut = false;
            other.cut = false;
            train();
        }
    }

    /** Whether the cable is pulled. */
    public boolean isCut() {
        return cut;
    }

    /** Ends the link, if there is one, and leaves this end in a physical state; the other end goes to its default. */
    public void drop(PortPhysicalState next) {
        Port other = peer;
        boolean wasUp = isUp() && !isManagementPort();
        physical(next);
        if (wasUp && other != null) {
            other.physical(other.defaultState());
            goDown();
            other.goDown();
        }
    }

    private void goDown() {
        counters.add(Counters.LINK_DOWNED, 1);
        state(PortState.DOWN);
    }

    private PortPhysicalState defaultState() {
        return info != null && info.linkDownDefaultState() == LinkDownDefaultState.SLEEP
                ? PortPhysicalState.SLEEP
                : PortPhysicalState.POLLING;
    }

    /** Brings the link up if both ends are able to: initialized, at the best width and speed that both have enabled. */
    public void train() {
        Port other = peer;
        if (other == null || cut || isUp() || !trains() || !other.trains()) {
            return;
        }
        if (physical == PortPhysicalState.SLEEP && other.physical == PortPhysicalState.SLEEP) {
            return;
        }
        physical(PortPhysicalState.LINK_UP);
        other.physical(PortPhysicalState.LINK_UP);
        if (info != null || other.info != null) {
            LinkNegotiation.agree(info(), other.info());
        }
        state(PortState.INITIALIZE);
        other.state(PortState.INITIALIZE);
    }

    private boolean trains() {
        return !node.isOff() && (physical == PortPhysicalState.POLLING || physical == PortPhysicalState.SLEEP);
    }

    /** Loses all that was set, and the link. */
    void reset() {
        drop(PortPhysicalState.POLLING);
        lid = 0;
        lmc = 0;
        smLid = 0;
        manager = Manager.NONE;
        info = null;
        keys = null;
        guids = null;
        endLease();
        counters.clear();
        begin();
    }

    private void physical(PortPhysicalState next) {
        physical = next;
        if (info != null) {
            info.portPhysicalState(next);
        }
    }

    /** Sets the logical state. */
    public void state(PortState next) {
        if (next == state) {
            return;
        }
        state = next;
        if (info != null) {
            info.portState(next);
            if (next == PortState.DOWN) {
                LinkNegotiation.rest(info);
            }
        }
        observer.stateChanged(this);
    }

    /** Gives it its address. */
    public void assign(int baseLid, int lidMaskControl) {
        boolean same = lid == baseLid && lmc == lidMaskControl;
        lid = baseLid;
        lmc = lidMaskControl;
        if (info != null) {
            info.lid(Lid.of(baseLid)).lmc(lidMaskControl);
        }
        if (!same) {
            changed(PortChange.LID);
        }
    }

    /** Says that something of it is another that it does not see itself. */
    public void changed(PortChange what) {
        observer.changed(this, what);
    }

    /** Tells it where the subnet manager is. */
    public void managedFrom(int managerLid) {
        boolean same = smLid == managerLid;
        smLid = managerLid;
        if (info != null) {
            info.masterSmLid(Lid.of(managerLid));
        }
        if (!same) {
            changed(PortChange.SUBNET_MANAGER);
        }
    }

    /** Makes it the home of a subnet manager, or not. */
    public void manager(Manager value) {
        manager = value;
        if (info != null) {
            PortInfos.capabilities(info, this);
        }
    }

    /** Whether the link is up physically; port 0 of a switch always is, a port without a link never. */
    public boolean isUp() {
        return physical == PortPhysicalState.LINK_UP;
    }

    /** Whether packets pass that do not manage the subnet. */
    public boolean isActive() {
        return state == PortState.ACTIVE;
    }

    /** Where a packet that leaves here arrives; null where it gets lost. Both ends count it. */
    public @Nullable Port cross(Packet packet) {
        Port other = peer;
        if (other == null || !isUp()) {
            return null;
        }
        if (!packet.isSubnetManagement() && !(isActive() && other.isActive())) {
            counters.discardedInactive();
            return null;
        }
        if (packet.leaves(this)) {
            counters.sent(packet);
            other.counters.received(packet);
        }
        return other;
    }

    /** What the port says of itself, to be read; what this class has a method for is changed by it alone. */
    public PortInfo info() {
        PortInfo current = info;
        if (current == null) {
            current = PortInfos.of(this);
            info = current;
        }
        return current;
    }

    /** The partition keys. */
    public PartitionKeys keys() {
        PartitionKeys current = keys;
        if (current == null) {
            current = new PartitionKeys(node.forwards() && !isManagementPort() ? EXTERNAL_KEYS : KEYS);
            keys = current;
        }
        return current;
    }

    /** Whether the partition keys were ever looked at or set. */
    public boolean hasKeys() {
        return keys != null;
    }

    /** Whether a packet with this key is let in. */
    public boolean admits(int key) {
        return keys == null ? key == PartitionKeys.FULL_DEFAULT || key == 0x7fff : keys.match(key) >= 0;
    }

    /** Whether a switch that enforces partitions here lets a packet in or out (IBA 14.2.5.6). */
    public boolean lets(Packet packet, boolean inbound) {
        PortInfo known = info;
        if (known == null
                || !node.forwards()
                || (inbound ? known.partitionEnforcementInbound() : known.partitionEnforcementOutbound()) == 0
                || admits(packet.pKey())) {
            return true;
        }
        counters.add(inbound ? Counters.RCV_CONSTRAINT_ERRORS : Counters.XMIT_CONSTRAINT_ERRORS, 1);
        return false;
    }

    /** The GUIDs, by index; the first is that of the port and stays. */
    public long[] guids() {
        long[] current = guids;
        if (current == null) {
            current = new long[GUIDS];
            current[0] = guid.bits();
            guids = current;
        }
        return current;
    }

    /** Whether a GUID is one of its own. */
    public boolean hasGuid(Guid wanted) {
        return guid.equals(wanted)
                || (guids != null && Arrays.stream(guids).anyMatch(each -> each != 0 && each == wanted.bits()));
    }

    /** Whether what it says of itself has been looked at or set; before, it holds no key. */
    public boolean hasInfo() {
        return info != null;
    }

    /** The node it belongs to. */
    public Node node() {
        return node;
    }

    /** Its number, from 1; 0 is the management port of a switch. */
    public int number() {
        return number;
    }

    /** Its GUID; on a switch, that of the management port. */
    public Guid guid() {
        return guid;
    }

    /** What the topology says of its link. */
    public @Nullable TopologyPort model() {
        return model;
    }

    /** Its base LID. */
    public int lid() {
        return lid;
    }

    /** How many low bits of its LID are free. */
    public int lmc() {
        return lmc;
    }

    /** The LID of the subnet manager. */
    public int smLid() {
        return smLid;
    }

    /** Whether a subnet manager is here. */
    public Manager manager() {
        return manager;
    }

    /** Its logical state. */
    public PortState state() {
        return state;
    }

    /** Its physical state. */
    public PortPhysicalState physicalState() {
        return physical;
    }

    /** Whether it is port 0 of a switch. */
    public boolean isManagementPort() {
        return number == 0;
    }

    /** Whether a packet to this LID is for this port. */
    public boolean owns(int destination) {
        return lid != 0 && destination >>> lmc == lid >>> lmc;
    }

    /** Where the cable ends, whether it is cut or not. */
    public @Nullable Port peer() {
        return peer;
    }

    /** Its clients are to register again with the subnet administration. */
    public void reregister() {
        reregistrations++;
        changed(PortChange.REREGISTER);
    }

    /** How often its clients were asked to register again. */
    public int reregistrations() {
        return reregistrations;
    }

    /** Its counters. */
    public Counters counters() {
        return counters;
    }

    /** Who takes what its node does not answer itself; null if nobody does. */
    public @Nullable Listener listener() {
        return listener;
    }

    /** Sets who takes what its node does not answer itself. */
    public void listener(Listener taker) {
        listener = taker;
    }

    /** Who takes what is for a queue pair of a program; null if nobody does. */
    public @Nullable Listener queuePairs() {
        return queuePairs;
    }

    /** Sets who takes what is for a queue pair of a program. */
    public void queuePairs(Listener taker) {
        queuePairs = taker;
    }

    void answersFor(Node other) {
        if (!clients.contains(other)) {
            clients.add(other);
        }
    }

    /** The nodes for which it answers, each at a queue pair of its own. */
    public List<Node> clients() {
        return clients;
    }

    /** The event that ends the lease of its M_Key; null while none runs. */
    public @Nullable Event lease() {
        return lease;
    }

    /** Begins a lease. */
    public void lease(Event end) {
        lease = end;
    }

    /** Ends a lease before its time. */
    public void endLease() {
        if (lease != null) {
            lease.cancel();
            lease = null;
        }
    }

    @Override
    public String toString() {
        return "port " + number + " of " + node;
    }
}
