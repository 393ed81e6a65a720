package io.verbena.embedded.agent;

import io.verbena.embedded.agent.ClassAgent.Status;
import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.LinearTable;
import io.verbena.embedded.node.MadPacket;
import io.verbena.embedded.node.MulticastMasks;
import io.verbena.embedded.time.Timeline;
import io.verbena.iba.Layout;
import io.verbena.iba.LinearForwardingTable;
import io.verbena.iba.MadMethod;
import io.verbena.iba.MulticastForwardingTable;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NoticeType;
import io.verbena.iba.PortInfo;
import io.verbena.iba.SlToVlMappingTable;
import io.verbena.iba.SmInfo;
import io.verbena.iba.SmState;
import io.verbena.iba.SubnetNotice;
import io.verbena.iba.SwitchInfo;
import io.verbena.iba.SwitchPortStateTable;
import io.verbena.iba.VendorDiagnostics;
import io.verbena.iba.VlArbitrationEntry;
import io.verbena.iba.VlArbitrationTable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The agent of subnet management, LID-routed and by directed route (IBA 14.2). */
final class SubnetManagementAgent extends ClassAgent {
    private final KeyGuard guard;

    SubnetManagementAgent(Traps traps, Timeline timeline) {
        super(1);
        this.guard = new KeyGuard(traps, timeline);
        new NodeHandlers(traps, timeline).addTo(this);
        new PortHandlers(traps).addTo(this);
        VirtualLaneHandlers.addTo(this);
        SwitchHandlers.addTo(this);
    }

    @Override
    boolean admits(FabricNode node, MadPacket packet, FabricPort arrival) {
        return guard.admits(node, packet, arrival);
    }

    boolean knowsKey(FabricNode node, MadPacket packet, FabricPort arrival) {
        return guard.knows(node.managed(arrival), packet);
    }

    /** The requests of SMInfo are left to the subnet manager, except in a managed fabric. */
    @Override
    boolean leavesToPrograms(FabricNode node, MadPacket packet, FabricPort arrival) {
        return packet.header().attributeId() == SmInfo.LAYOUT.attributeId()
                && arrival.manager() != FabricPort.Manager.CLAIMED;
    }

    /**
     * The protection by M_Key (IBA 14.2.4). Without the key, SubnSet is dropped, at protection levels 2 and 3 also SubnGet.
     * The first violation starts the lease period, after which the protection level is reset to 0 if the key has not been
     * used in the meantime.
     */
    private record KeyGuard(Traps traps, Timeline timeline) {
        private static final int GETS_ARE_PROTECTED = 2;
        private static final int MAX_VIOLATIONS = 0xffff;

        boolean admits(FabricNode node, MadPacket packet, FabricPort arrival) {
            FabricPort keeper = node.managed(arrival);
            PortInfo info = keeper.info();
            if (knows(keeper, packet)) {
                keeper.endLease();
                return true;
            }
            boolean gets = packet.header().method() == MadMethod.GET;
            if (gets && info.mKeyProtectBits() < GETS_ARE_PROTECTED) {
                return true;
            }
            info.mKeyViolations(Math.min(MAX_VIOLATIONS, info.mKeyViolations() + 1));
            traps.badMKey(keeper, packet);
            if (info.mKeyLeasePeriod() != 0 && keeper.lease() == null) {
                keeper.lease(timeline.after(TimeUnit.SECONDS.toNanos(info.mKeyLeasePeriod()), () -> {
                    keeper.endLease();
                    info.mKeyProtectBits(0);
                }));
            }
            return false;
        }

        /** Returns whether the sender knows the key, or there is none. */
        boolean knows(FabricPort keeper, MadPacket packet) {
            long key = keeper.hasInfo() ? keeper.info().mKey() : 0;
            return key == 0 || key == packet.mKey();
        }
    }

    /** The attributes of subnet management that describe a whole node, and SMInfo. */
    private static final class NodeHandlers {
        // The default of opensm, and the key of the subnet administration of a managed fabric.
        private static final long SM_KEY = 1;
        private static final int ACTIVITY_MASK = 0x7fffffff;

        private final Traps traps;
        private final Timeline timeline;
        private final long start;

        NodeHandlers(Traps traps, Timeline timeline) {
            this.traps = traps;
            this.timeline = timeline;
            this.start = timeline.nanoTime();
        }

        void addTo(ClassAgent agent) {
            agent.add(NodeInfo.LAYOUT, this::nodeInfo);
            agent.add(NodeDescription.LAYOUT, this::description, this::setDescription);
            agent.add(SubnetNotice.LAYOUT, this::notice, this::removeNotice);
            // VendorDiag (IBA 14.2.5.14) is empty and has no further blocks.
            agent.add(VendorDiagnostics.LAYOUT, (node, packet, arrival) -> answered(packet, new VendorDiagnostics()));
            // The subnet manager of a managed fabric refuses a handover.
            agent.add(SmInfo.LAYOUT, this::smInfo, (node, packet, arrival) -> Status.INVALID_VALUE);
        }

        /** NodeInfo (IBA 14.2.5.3). */
        private int nodeInfo(FabricNode node, MadPacket packet, FabricPort arrival) {
            node.describe(packet.clearedAttribute(NodeInfo.LAYOUT), arrival);
            return Status.OK;
        }

        /** NodeDescription (IBA 14.2.5.2). */
        private int description(FabricNode node, MadPacket packet, FabricPort arrival) {
            packet.clearedAttribute(NodeDescription.LAYOUT).nodeString(node.description());
            return Status.OK;
        }

        private int setDescription(FabricNode node, MadPacket packet, FabricPort arrival) {
            String text = packet.attribute(NodeDescription.LAYOUT).nodeString();
            if (!text.equals(node.description())) {
                node.description(text);
                traps.descriptionChanged(arrival);
            }
            return Status.OK;
        }

        /** Notice (IBA 13.4.8.2): the oldest stored notice. */
        private int notice(FabricNode node, MadPacket packet, FabricPort arrival) {
            SubnetNotice oldest = traps.oldest(node);
            return answered(packet, oldest == null ? new SubnetNotice().noticeType(NoticeType.EMPTY) : oldest);
        }

        /** Removes the oldest stored notice. The response contains the next. */
        private int removeNotice(FabricNode node, MadPacket packet, FabricPort arrival) {
            traps.taken(node);
            return notice(node, packet, arrival);
        }

        /**
         * SMInfo (IBA 14.2.5.13) of the subnet manager of a managed fabric, which is master and increments its activity
         * count once per second. It shows its SM_Key unless an M_Key protects the port, as opensm does: other subnet
         * managers leave the subnet only to a master whose key they know.
         */
        private int smInfo(FabricNode node, MadPacket packet, FabricPort arrival) {
            return answered(
                    packet,
                    new SmInfo()
                            .guid(arrival.guid())
                            .smKey(arrival.info().mKey() == 0 ? SM_KEY : 0)
                            .activityCount(
                                    1 + TimeUnit.NANOSECONDS.toSeconds(timeline.nanoTime() - start) & ACTIVITY_MASK)
                            .state(SmState.MASTER));
        }
    }

    /** The attributes of subnet management for the virtual lanes of a port: mapping of service levels, and arbitration. */
    private static final class VirtualLaneHandlers {
        private static final int PORT_BITS = 0xff;
        private static final int HALF = 0xffff;
        private static final int LOW = 1;
        private static final int HIGH = 3;
        private static final int WEIGHT = 4;

        private VirtualLaneHandlers() {}

        static void addTo(ClassAgent agent) {
            agent.add(
                    SlToVlMappingTable.LAYOUT,
                    (node, packet, arrival) -> mapping(node, packet, arrival, false),
                    (node, packet, arrival) -> mapping(node, packet, arrival, true));
            agent.add(
                    VlArbitrationTable.LAYOUT,
                    PortHandlers.of(VirtualLaneHandlers::arbitrated, VirtualLaneHandlers::arbitration),
                    PortHandlers.of(VirtualLaneHandlers::arbitrated, VirtualLaneHandlers::setArbitration));
        }

        /**
         * SLtoVLMappingTable (IBA 14.2.5.8). On a switch, bits 15 to 8 of the modifier select the input port, bits 7 to 0
         * the output port.
         */
        private static int mapping(FabricNode node, MadPacket packet, FabricPort arrival, boolean set) {
            long modifier = packet.header().attributeModifier();
            int in = node.forwards() ? (int) (modifier >>> Byte.SIZE & PORT_BITS) : 0;
            FabricPort out = PortHandlers.portOfSwitch(node, modifier & PORT_BITS, arrival);
            boolean known = in <= node.numPorts() && (!node.forwards() || modifier >>> Short.SIZE == 0);
            if (out == null || !known) {
                return Status.INVALID_VALUE;
            }
            if (set) {
                node.serviceLevels().table(in, out.number(), packet.attribute(SlToVlMappingTable.LAYOUT));
            }
            return answered(packet, node.serviceLevels().table(in, out.number(), out.lanes()));
        }

        /**
         * VLArbitrationTable (IBA 14.2.5.9). The lower half of the modifier selects the port of a switch. The upper half
         * selects the table: 1 and 2 for low priority, 3 and 4 for high priority, each with blocks of 32 entries. By
         * default, all lanes have the same weight.
         */
        private static int arbitration(FabricNode node, MadPacket packet, FabricPort port) {
            byte[] kept = node.kept(VlArbitrationTable.LAYOUT.attributeId(), key(packet, port));
            return answered(packet, kept == null ? original(port).toBytes() : kept);
        }

        private static int setArbitration(FabricNode node, MadPacket packet, FabricPort port) {
            node.keep(
                    VlArbitrationTable.LAYOUT.attributeId(),
                    key(packet, port),
                    packet.attribute(VlArbitrationTable.LENGTH));
            return Status.OK;
        }

        private static VlArbitrationTable original(FabricPort port) {
            VlArbitrationTable table = new VlArbitrationTable();
            PortInfo info = port.info();
            for (int lane = 0; lane < info.vlArbitrationLowCap(); lane++) {
                table.entry(lane, new VlArbitrationEntry().vl(lane).weight(WEIGHT));
            }
            return table;
        }

        private static @Nullable FabricPort arbitrated(FabricNode node, MadPacket packet, FabricPort arrival) {
            long modifier = packet.header().attributeModifier();
            long block = modifier >>> Short.SIZE;
            return block == LOW || block == HIGH ? PortHandlers.portOfSwitch(node, modifier & HALF, arrival) : null;
        }

        private static long key(MadPacket packet, FabricPort port) {
            return (packet.header().attributeModifier() & ~(long) HALF) | port.number();
        }
    }

    /** The attributes of subnet management that only switches have. There are no random forwarding tables. */
    private static final class SwitchHandlers {
        private static final int PORT_STATES = 128;
        private static final int MULTICAST_BLOCK_BITS = 0x1ff;
        private static final int MULTICAST_POSITION = 28;

        private SwitchHandlers() {}

        @FunctionalInterface
        private interface Table {
            int access(FabricNode node, MadPacket packet, boolean set);
        }

        static void addTo(ClassAgent agent) {
            add(agent, SwitchInfo.LAYOUT, SwitchHandlers::switchInfo);
            add(agent, LinearForwardingTable.LAYOUT, SwitchHandlers::linearTable);
            add(agent, MulticastForwardingTable.LAYOUT, SwitchHandlers::multicastTable);
            agent.add(
                    SwitchPortStateTable.LAYOUT,
                    (node, packet, arrival) ->
                            node.forwards() ? portStates(node, packet) : Status.ATTRIBUTE_NOT_SUPPORTED);
        }

        private static void add(ClassAgent agent, Layout<?> layout, Table table) {
            agent.add(layout, handler(table, false), handler(table, true));
        }

        private static ClassAgent.Handler handler(Table table, boolean set) {
            return (node, packet, arrival) ->
                    node.forwards() ? table.access(node, packet, set) : Status.ATTRIBUTE_NOT_SUPPORTED;
        }

        /** SwitchInfo (IBA 14.2.5.4). */
        private static int switchInfo(FabricNode node, MadPacket packet, boolean set) {
            SwitchInfo info = node.switchInfo();
            if (!set) {
                return answered(packet, info);
            }
            SwitchInfo wanted = packet.attribute(SwitchInfo.LAYOUT);
            if (wanted.linearFdbTop() >= info.linearFdbCap()) {
                return Status.INVALID_VALUE;
            }
            info.linearFdbTop(wanted.linearFdbTop())
                    .defaultPort(wanted.defaultPort())
                    .defaultMulticastPrimaryPort(wanted.defaultMulticastPrimaryPort())
                    .defaultMulticastNotPrimaryPort(wanted.defaultMulticastNotPrimaryPort())
                    .lifeTimeValue(wanted.lifeTimeValue())
                    .multicastFdbTop(wanted.multicastFdbTop());
            // The bit is cleared by writing a one.
            if (wanted.portStateChange() == 1) {
                info.portStateChange(0);
            }
            return answered(packet, info);
        }

        /** LinearForwardingTable (IBA 14.2.5.10). The modifier selects the block. */
        private static int linearTable(FabricNode node, MadPacket packet, boolean set) {
            long block = packet.header().attributeModifier();
            if (block >= LinearTable.ENTRIES / LinearTable.BLOCK) {
                return Status.INVALID_VALUE;
            }
            if (set) {
                node.linear().block((int) block, packet.attribute(LinearTable.BLOCK));
                return Status.OK;
            }
            return answered(packet, node.linear().block((int) block));
        }

        /**
         * MulticastForwardingTable (IBA 14.2.5.12). Bits 8 to 0 of the modifier select the block, bits 31 to 28 a group of
         * 16 ports.
         */
        private static int multicastTable(FabricNode node, MadPacket packet, boolean set) {
            int first = (int) (packet.header().attributeModifier() & MULTICAST_BLOCK_BITS) * MulticastMasks.BLOCK;
            int position = (int) (packet.header().attributeModifier() >>> MULTICAST_POSITION);
            if (first >= MulticastMasks.ENTRIES || position * MulticastMasks.MASK_PORTS > node.numPorts()) {
                return Status.INVALID_VALUE;
            }
            MulticastForwardingTable table =
                    set ? packet.attribute(MulticastForwardingTable.LAYOUT) : new MulticastForwardingTable();
            for (int i = 0; i < MulticastMasks.BLOCK; i++) {
                if (set) {
                    node.multicast().mask(first + i, position, table.portMask(i));
                } else {
                    table.portMask(i, node.multicast().mask(first + i, position));
                }
            }
            return set ? Status.OK : answered(packet, table);
        }

        /** SwitchPortStateTable (IBA 14.2.5.20), with 128 ports per block. */
        private static int portStates(FabricNode node, MadPacket packet) {
            long first = packet.header().attributeModifier() * PORT_STATES;
            if (first > node.numPorts()) {
                return Status.INVALID_VALUE;
            }
            SwitchPortStateTable table = new SwitchPortStateTable();
            for (int i = 0; i < PORT_STATES; i++) {
                FabricPort port = node.port((int) first + i);
                if (port != null) {
                    table.portState(i, port.state());
                }
            }
            return answered(packet, table);
        }
    }
}
