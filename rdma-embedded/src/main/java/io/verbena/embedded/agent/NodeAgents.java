package io.verbena.embedded.agent;

import io.verbena.embedded.agent.ClassAgent.Status;
import io.verbena.embedded.node.Busy;
import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
import io.verbena.embedded.routing.PacketTransport;
import io.verbena.embedded.time.Timeline;
import io.verbena.iba.ClassPortInfo;
import io.verbena.iba.Lid;
import io.verbena.iba.MadHeader;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.MellanoxConfigRecord;
import io.verbena.iba.MellanoxConfigSpace;
import io.verbena.iba.MellanoxGeneralInfo;
import io.verbena.iba.VendorMad;
import io.verbena.spi.MadAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The agents of the hardware, which are shared by all nodes; their state is in the nodes. */
public final class NodeAgents implements PacketTransport.NodeResponder {
    private static final int SUBNET_DIRECTED = ManagementClass.SUBNET_DIRECTED_ROUTE.code();
    private static final int SUBNET_BY_LID = ManagementClass.SUBNET_LID_ROUTED.code();

    private static final int CLASSES = 256;

    private final @Nullable ClassAgent[] agents = new ClassAgent[CLASSES];
    private final SubnetManagementAgent subnetManagement;
    private final Traps traps;

    /** Creates the agents of a fabric. */
    public NodeAgents(PacketTransport transport, Timeline timeline) {
        this.traps = new Traps(transport, timeline);
        subnetManagement = new SubnetManagementAgent(traps, timeline);
        agents[SUBNET_DIRECTED] = subnetManagement;
        agents[SUBNET_BY_LID] = subnetManagement;
        agents[ManagementClass.PERFORMANCE.code()] = new PerformanceAgent(timeline);
        agents[ManagementClass.CONGESTION_CONTROL.code()] = new CongestionAgent(timeline);
        agents[MellanoxVendorAgent.MANAGEMENT_CLASS] = new MellanoxVendorAgent(timeline);
    }

    /** Passes a request to the subnet management agent of a port directly, and returns the status. */
    public int ask(FabricNode node, MadPacket packet, FabricPort port) {
        return subnetManagement.answer(node, packet, port);
    }

    /** Returns the senders of traps. */
    public Traps traps() {
        return traps;
    }

    @Override
    public Verdict answer(FabricNode node, MadPacket packet, FabricPort arrival) {
        MadHeader header = packet.header();
        int managementClass = header.managementClassBits();
        ClassAgent agent = agents[managementClass];
        boolean subnet = managementClass == SUBNET_DIRECTED || managementClass == SUBNET_BY_LID;
        if (subnet != packet.isSubnetManagement()) {
            return Verdict.DROPPED;
        }
        if (agent == null) {
            return Verdict.NOT_MINE;
        }
        MadMethod method = header.method();
        if (method == MadMethod.TRAP || method == MadMethod.REPORT) {
            return Verdict.NOT_MINE;
        }
        if (method == MadMethod.TRAP_REPRESS) {
            // A TrapRepress without the M_Key must not cause a trap, because the two could go on indefinitely.
            boolean known = subnetManagement.knowsKey(node, packet, arrival) && traps.repress(node, packet);
            return known ? Verdict.DROPPED : Verdict.NOT_MINE;
        }
        if (!agent.admits(node, packet, arrival)) {
            return Verdict.DROPPED;
        }
        if (agent.leavesToPrograms(node, packet, arrival)) {
            return Verdict.NOT_MINE;
        }
        header.status(status(agent, node, packet, arrival)).method(MadMethod.GET_RESPONSE);
        return Verdict.ANSWERED;
    }

    private static int status(ClassAgent agent, FabricNode node, MadPacket packet, FabricPort arrival) {
        Busy busy = node.busy();
        if (busy != null && busy.strikes()) {
            return Status.BUSY;
        }
        FabricPort elsewhere = node.redirect(packet.header().managementClassBits());
        if (elsewhere != null && packet.destinationQueuePair() == 1) {
            packet.attribute(redirection(node, packet, elsewhere));
            return Status.REDIRECT;
        }
        return agent.answer(node, packet, arrival);
    }

    private static ClassPortInfo redirection(FabricNode node, MadPacket packet, FabricPort elsewhere) {
        FabricPort keeper = elsewhere.node().managed(elsewhere);
        return new ClassPortInfo()
                .baseVersion(packet.header().baseVersion())
                .classVersion(packet.header().classVersion())
                .redirectLid(Lid.of(keeper.lid()))
                .redirectSl(packet.serviceLevel())
                .redirectPKey(packet.pKey())
                .redirectQp(PacketTransport.FIRST_REDIRECT_QUEUE_PAIR
                        + elsewhere.clients().indexOf(node))
                .redirectQKey(MadAddress.GSI_QUEUE_KEY);
    }

    @Override
    public void refuse(MadPacket packet) {
        packet.header().status(Status.ATTRIBUTE_NOT_SUPPORTED).method(MadMethod.GET_RESPONSE);
    }

    @Override
    public void badKey(MadPacket packet, FabricPort arrival, boolean queueKey) {
        traps.badKey(packet, arrival, queueKey);
    }

    /**
     * The vendor class of Mellanox, implemented by nodes with its vendor ID: general information, and registers that store
     * what is written to them.
     */
    private static final class MellanoxVendorAgent extends ClassAgent {
        static final int MANAGEMENT_CLASS = 0x0a;

        private static final int GENERAL_INFO = 0x17;
        private static final int CONFIG_SPACE = 0x50;
        private static final int COUNT_SHIFT = 16;
        private static final int COUNT_MASK = 0x7f;
        private static final int MAX_RECORDS = 18;
        private static final int MAX_REGISTERS = 4_096;
        private static final int MELLANOX = 0x2c9;
        private static final int DATA = VendorMad.LAYOUT.field("data").bit() / Byte.SIZE;

        private final Map<FabricNode, Map<Long, Long>> registers = new HashMap<>();

        MellanoxVendorAgent(Timeline timeline) {
            super(1);
            long start = timeline.nanoTime();
            add(GENERAL_INFO, (node, packet, arrival) -> {
                packet.at(DATA, MellanoxGeneralInfo.LAYOUT)
                        .deviceId(node.model().deviceId())
                        .uptime(TimeUnit.NANOSECONDS.toSeconds(timeline.nanoTime() - start))
                        .firmwareMajor(1)
                        .psid("EMBEDDED");
                return Status.OK;
            });
            add(ClassPortInfo.LAYOUT.attributeId(), (node, packet, arrival) -> {
                packet.at(DATA, ClassPortInfo.LAYOUT).baseVersion(1).classVersion(1);
                return Status.OK;
            });
            add(CONFIG_SPACE, this::readRegisters, this::writeRegisters);
        }

        @Override
        boolean leavesToPrograms(FabricNode node, MadPacket packet, FabricPort arrival) {
            return node.model().vendorId() != MELLANOX;
        }

        private int readRegisters(FabricNode node, MadPacket packet, FabricPort arrival) {
            int records = records(packet);
            MellanoxConfigSpace space = packet.at(DATA, MellanoxConfigSpace.LAYOUT);
            for (int i = 0; i < Math.min(records, MAX_RECORDS); i++) {
                MellanoxConfigRecord register = space.record(i);
                register.data(of(node).getOrDefault(register.address(), 0L));
            }
            return isCount(records) ? Status.OK : Status.INVALID_VALUE;
        }

        private int writeRegisters(FabricNode node, MadPacket packet, FabricPort arrival) {
            int records = records(packet);
            MellanoxConfigSpace space = packet.at(DATA, MellanoxConfigSpace.LAYOUT);
            if (!isCount(records) || of(node).size() + records > MAX_REGISTERS) {
                return Status.INVALID_VALUE;
            }
            for (int i = 0; i < records; i++) {
                MellanoxConfigRecord register = space.record(i);
                long mask = register.mask();
                long data = register.data();
                of(node).merge(register.address(), data & mask, (old, set) -> (old & ~mask) | set);
            }
            return readRegisters(node, packet, arrival);
        }

        private static int records(MadPacket packet) {
            return (int) (packet.header().attributeModifier() >>> COUNT_SHIFT) & COUNT_MASK;
        }

        private static boolean isCount(int records) {
            return records > 0 && records <= MAX_RECORDS;
        }

        private Map<Long, Long> of(FabricNode node) {
            return registers.computeIfAbsent(node, first -> new HashMap<>());
        }
    }
}
