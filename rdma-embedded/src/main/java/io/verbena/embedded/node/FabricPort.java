package io.verbena.embedded.node;

import io.verbena.embedded.time.Event;
import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.Lid;
import io.verbena.iba.LinkDownDefaultState;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.topology.Topology.TopologyPort;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A port of the fabric: its link, its states, its addresses and its counters. Must be used under the lock of the
 * timeline.
 */
public final class FabricPort {
    /** The subnet manager at a port. */
    public enum Manager {
        /** No subnet manager. */
        NONE,
        /**
         * The subnet manager of a managed fabric, which has already configured the subnet. The node answers in its
         * place.
         */
        CLAIMED,
        /** A program on the host. */
        PROGRAM
    }

    /** Maximum number of GUIDs of a port. */
    public static final int GUIDS = 8;

    /** Maximum number of partition keys of port 0 of a switch and of a port of a channel adapter. */
    public static final int KEYS = 128;

    // The number of partition keys of an external port of a switch.
    private static final int EXTERNAL_KEYS = 32;

    private final FabricNode node;
    private final int number;
    private final Guid guid;
    private final @Nullable TopologyPort model;
    private final Observer observer;
    private final CounterSet counters = new CounterSet();
    private List<FabricNode> clients = List.of();
    private @Nullable FabricPort peer;
    private boolean cut;
    private @Nullable LaneSpeed limit;
    private PortPhysicalState physical = PortPhysicalState.POLLING;
    private PortState state = PortState.DOWN;
    private int lid;
    private int lmc;
    private int smLid;
    private Manager manager = Manager.NONE;
    private @Nullable PortInfo info;
    private @Nullable PortPartitionKeys keys;
    private long @Nullable [] guids;
    private @Nullable Listener listener;
    private @Nullable Listener queuePairs;
    private @Nullable Event lease;
    private int reregistrations;

    FabricPort(FabricNode node, int number, Guid guid, @Nullable TopologyPort model, Observer observer) {
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

    /** Connects this port with another. To be called once for both ends. */
    public void connect(FabricPort other) {
        peer = other;
        other.peer = this;
        train();
    }

    /** Disconnects the cable; the link goes down. */
    public void cut() {
        FabricPort other = peer;
        if (other != null && !cut) {
            if (isUp()) {
                drop(defaultState());
            }
            cut = true;
            other.cut = true;
        }
    }

    /** Connects the cable again; the link trains. */
    public void join() {
        FabricPort other = peer;
        if (other != null) {
            cut = false;
            other.cut = false;
            train();
        }
    }

    /** Sets the fastest speed that the cable permits, or null for any. A link that is up goes down, to be joined again. */
    public void limit(@Nullable LaneSpeed fastest) {
        FabricPort other = peer;
        if (other != null) {
            limit = fastest;
            other.limit = fastest;
            // The speed of a port without own settings is that of the model.
            info();
            if (isUp()) {
                cut();
            }
        }
    }

    /** Returns the fastest speed that the cable permits, or null for any. */
    public @Nullable LaneSpeed limit() {
        return limit;
    }

    /** Returns whether the cable is disconnected. */
    public boolean isCut() {
        return cut;
    }

    /** Ends the link, if it is up, and sets the physical state of this end. The other end enters its default state. */
    public void drop(PortPhysicalState next) {
        FabricPort other = peer;
        boolean wasUp = isUp() && !isManagementPort();
        physical(next);
        if (wasUp && other != null) {
            other.physical(other.defaultState());
            goDown();
            other.goDown();
        }
    }

    private void goDown() {
        counters.add(CounterSet.LINK_DOWNED, 1);
        state(PortState.DOWN);
    }

    private PortPhysicalState defaultState() {
        return info != null && info.linkDownDefaultState() == LinkDownDefaultState.SLEEP
                ? PortPhysicalState.SLEEP
                : PortPhysicalState.POLLING;
    }

    /**
     * Activates the link if both ends permit it: the ports enter state INITIALIZE, at the best width and speed that
     * both have enabled.
     */
    public void train() {
        FabricPort other = peer;
        if (other == null || cut || isUp() || !trains() || !other.trains()) {
            return;
        }
        if (physical == PortPhysicalState.SLEEP && other.physical == PortPhysicalState.SLEEP) {
            return;
        }
        physical(PortPhysicalState.LINK_UP);
        other.physical(PortPhysicalState.LINK_UP);
        if (info != null || other.info != null) {
            PortInfos.agree(info(), other.info(), limit);
        }
        state(PortState.INITIALIZE);
        other.state(PortState.INITIALIZE);
    }

    private boolean trains() {
        return !node.isOff() && (physical == PortPhysicalState.POLLING || physical == PortPhysicalState.SLEEP);
    }

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
                PortInfos.rest(info);
            }
        }
        observer.stateChanged(this);
    }

    /** Sets the base LID and the LMC. */
    public void assign(int baseLid, int lidMaskControl) {
        boolean same = lid == baseLid && lmc == lidMaskControl;
        lid = baseLid;
        lmc = lidMaskControl;
        if (info != null) {
            info.lid(Lid.of(baseLid)).lmc(lidMaskControl);
        }
        if (!same) {
            changed(Change.LID);
        }
    }

    /** Reports a change that was made without the methods of this class. */
    public void changed(Change what) {
        observer.changed(this, what);
    }

    /** Sets the LID of the subnet manager. */
    public void managedFrom(int managerLid) {
        boolean same = smLid == managerLid;
        smLid = managerLid;
        if (info != null) {
            info.masterSmLid(Lid.of(managerLid));
        }
        if (!same) {
            changed(Change.SUBNET_MANAGER);
        }
    }

    /** Sets the subnet manager at this port. */
    public void manager(Manager value) {
        manager = value;
        if (info != null) {
            PortInfos.capabilities(info, manager != Manager.NONE, isManagementPort());
        }
    }

    /** Returns whether the link is up physically. Port 0 of a switch is always up; a port without a cable never is. */
    public boolean isUp() {
        return physical == PortPhysicalState.LINK_UP;
    }

    /** Returns whether packets other than subnet management packets may pass. */
    public boolean isActive() {
        return state == PortState.ACTIVE;
    }

    /**
     * Sends a packet across the link.
     *
     * @param trail receives this port instead of counting the packet; null to count the packet at both ends
     * @return the port at which the packet arrives; null if it is lost
     */
    public @Nullable FabricPort cross(MadPacket packet, @Nullable List<FabricPort> trail) {
        FabricPort other = peer;
        if (other == null || !isUp()) {
            return null;
        }
        if (!packet.isSubnetManagement() && !(isActive() && other.isActive())) {
            counters.discardedInactive();
            return null;
        }
        if (trail != null) {
            trail.add(this);
        } else {
            counters.sent(packet);
            other.counters.received(packet);
        }
        return other;
    }

    /** Returns the PortInfo. Fields for which this class has methods must be changed by those methods only. */
    public PortInfo info() {
        PortInfo current = info;
        if (current == null) {
            current = newInfo();
            info = current;
        }
        return current;
    }

    private PortInfo newInfo() {
        PortInfo made = PortInfos.create(model, isUp() && !isManagementPort())
                .portState(state)
                .portPhysicalState(physical);
        // Only port 0 of a switch has addresses (IBA 14.2.5.6, table 157).
        if (!node.forwards() || isManagementPort()) {
            PortInfos.capabilities(made, manager != Manager.NONE, isManagementPort());
            made.gidPrefix(Gid.LINK_LOCAL_PREFIX)
                    .lid(Lid.of(lid))
                    .lmc(lmc)
                    .masterSmLid(Lid.of(smLid))
                    .guidCap(GUIDS);
        }
        return made;
    }

    /** Returns the partition key table. */
    public PortPartitionKeys keys() {
        PortPartitionKeys current = keys;
        if (current == null) {
            current = new PortPartitionKeys(node.forwards() && !isManagementPort() ? EXTERNAL_KEYS : KEYS);
            keys = current;
        }
        return current;
    }

    /** Returns whether the partition key table has been read or set. */
    public boolean hasKeys() {
        return keys != null;
    }

    /** Returns whether packets with a partition key are accepted. */
    public boolean admits(int key) {
        return keys == null ? key == PortPartitionKeys.FULL_DEFAULT || key == 0x7fff : keys.match(key) >= 0;
    }

    /** Returns the number of operational virtual lanes for data. */
    public int lanes() {
        return switch (info().operationalVls()) {
            case VL0 -> 1;
            case VL0_TO_1 -> 2;
            case VL0_TO_3 -> 4;
            case VL0_TO_14 -> 15;
            case VL0_TO_7, NO_CHANGE, UNKNOWN -> 8;
        };
    }

    /** Returns whether a packet that arrived at another port of the node may leave by this port. */
    public boolean carries(int in, int level) {
        ServiceLevels levels = node.serviceLevels();
        return levels.isDefault() || levels.passes(in, number, level, lanes());
    }

    /** Returns whether a packet passes the partition enforcement of a switch at this port (IBA 14.2.5.6). */
    public boolean lets(MadPacket packet, boolean inbound) {
        PortInfo known = info;
        if (known == null
                || !node.forwards()
                || (inbound ? known.partitionEnforcementInbound() : known.partitionEnforcementOutbound()) == 0
                || admits(packet.pKey())) {
            return true;
        }
        counters.add(inbound ? CounterSet.RCV_CONSTRAINT_ERRORS : CounterSet.XMIT_CONSTRAINT_ERRORS, 1);
        return false;
    }

    /** Returns the GUIDs by index. The GUID at index 0 is the port GUID and does not change. */
    public long[] guids() {
        long[] current = guids;
        if (current == null) {
            current = new long[GUIDS];
            current[0] = guid.bits();
            guids = current;
        }
        return current;
    }

    /** Returns whether a GUID is assigned to this port. */
    public boolean hasGuid(Guid wanted) {
        return guid.equals(wanted)
                || (guids != null && Arrays.stream(guids).anyMatch(each -> each != 0 && each == wanted.bits()));
    }

    /** Returns whether the PortInfo has been read or set. Before that, it contains no M_Key. */
    public boolean hasInfo() {
        return info != null;
    }

    /** Returns the node of this port. */
    public FabricNode node() {
        return node;
    }

    /** Returns the port number, from 1; 0 is the management port of a switch. */
    public int number() {
        return number;
    }

    /** Returns the port GUID; on a switch, that of the management port. */
    public Guid guid() {
        return guid;
    }

    /** Returns the port in the topology; null if the topology does not contain it. */
    public @Nullable TopologyPort model() {
        return model;
    }

    /** Returns the base LID. */
    public int lid() {
        return lid;
    }

    /** Returns the LMC, the number of low-order LID bits that select a path. */
    public int lmc() {
        return lmc;
    }

    /** Returns the LID of the subnet manager. */
    public int smLid() {
        return smLid;
    }

    /** Returns the subnet manager at this port. */
    public Manager manager() {
        return manager;
    }

    /** Returns the logical state. */
    public PortState state() {
        return state;
    }

    /** Returns whether this is port 0 of a switch. */
    public boolean isManagementPort() {
        return number == 0;
    }

    /** Returns whether a LID is in the LID range of this port. */
    public boolean owns(int destination) {
        return lid != 0 && destination >>> lmc == lid >>> lmc;
    }

    /**
     * Returns the port at the other end of the cable, even if the cable is disconnected; null without a cable.
     */
    public @Nullable FabricPort peer() {
        return peer;
    }

    /** Asks the clients at this port to register again with the subnet administration. */
    public void reregister() {
        reregistrations++;
        changed(Change.REREGISTER);
    }

    /** Returns the number of times that the clients at this port were asked to register again. */
    public int reregistrations() {
        return reregistrations;
    }

    /** Returns the counters. */
    public CounterSet counters() {
        return counters;
    }

    /** Returns the receiver of MADs that the node does not answer itself; null for none. */
    public @Nullable Listener listener() {
        return listener;
    }

    /** Sets the receiver of MADs that the node does not answer itself. */
    public void listener(Listener taker) {
        listener = taker;
    }

    /** Returns the receiver of MADs to the queue pairs of programs; null for none. */
    public @Nullable Listener queuePairs() {
        return queuePairs;
    }

    /** Sets the receiver of MADs to the queue pairs of programs. */
    public void queuePairs(Listener taker) {
        queuePairs = taker;
    }

    void answersFor(FabricNode other) {
        if (!clients.contains(other)) {
            clients = Stream.concat(clients.stream(), Stream.of(other)).toList();
        }
    }

    /** Returns the nodes for which this port answers, each at a queue pair of its own. */
    public List<FabricNode> clients() {
        return clients;
    }

    /** Returns the event at the end of the M_Key lease; null if no lease is running. */
    public @Nullable Event lease() {
        return lease;
    }

    /** Starts an M_Key lease. */
    public void lease(Event end) {
        lease = end;
    }

    /** Ends the M_Key lease early. */
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

    /** Receives the MADs that arrive at a port and are not answered by its node. */
    @FunctionalInterface
    public interface Listener {
        /**
         * Receives a MAD, which the listener must copy.
         *
         * @return false if no program of the host wants it
         */
        boolean take(MadPacket packet);
    }

    /** A change of a port other than a change of its logical state. */
    public enum Change {
        /** The LID or the LMC. */
        LID,
        /** The LID of the subnet manager. */
        SUBNET_MANAGER,
        /** The partition keys. */
        PARTITION_KEYS,
        /** The GIDs. */
        GIDS,
        /** A request that clients register again. */
        REREGISTER
    }

    /** Receives the changes of the ports of a fabric. */
    public interface Observer {
        /** Called when the logical state of a port has changed. */
        void stateChanged(FabricPort port);

        /** Called when another property of a port has changed. */
        default void changed(FabricPort port, FabricPort.Change what) {}
    }
}
