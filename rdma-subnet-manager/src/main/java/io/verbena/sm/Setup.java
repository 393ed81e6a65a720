package io.verbena.sm;

import io.verbena.iba.CongestionControlTable;
import io.verbena.iba.CongestionControlTableEntry;
import io.verbena.iba.CongestionInfo;
import io.verbena.iba.Layout;
import io.verbena.iba.Lid;
import io.verbena.iba.LinearForwardingTable;
import io.verbena.iba.PKeyTable;
import io.verbena.iba.PortCapability;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.iba.SlToVlMappingTable;
import io.verbena.iba.Structure;
import io.verbena.iba.SwitchInfo;
import io.verbena.iba.VirtualLanes;
import io.verbena.iba.VlArbitrationEntry;
import io.verbena.iba.VlArbitrationTable;
import io.verbena.spi.MadAddress;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Configures the subnet after a survey, in a sequence of batches. Attributes that are already set are not set again.
 */
final class Setup {
    private static final int KEYS = PKeyTable.LAYOUT.field("pKey").count();
    private static final int MAX_LEVEL = 15;

    private final ManagedSubnet subnet;
    private final SubnetManagerOptions options;
    private final LidAssignment addresses;
    private final SmpClient smps;
    private final Consumer<String> failures;
    private final BooleanSupplier wanted;
    private final Runnable done;
    private final Queue<Consumer<SmpBatch>> steps = new ArrayDeque<>();
    private @Nullable ForwardingPlan plan;

    Setup(
            ManagedSubnet subnet,
            SubnetManagerOptions options,
            LidAssignment addresses,
            SmpClient smps,
            Consumer<String> failures,
            BooleanSupplier wanted,
            Runnable done) {
        this.subnet = subnet;
        this.options = options;
        this.addresses = addresses;
        this.smps = smps;
        this.failures = failures;
        this.wanted = wanted;
        this.done = done;
    }

    /**
     * Starts the first batch.
     *
     * @param takingOver whether the clients of all ports must register again, instead of only those of new ports
     */
    void start(boolean takingOver) {
        steps.add(this::partitions);
        steps.add(round -> ports(round, takingOver));
        steps.add(round -> plan());
        steps.add(this::lanes);
        steps.add(this::switches);
        steps.add(this::tables);
        steps.add(this::managerLevels);
        steps.add(round -> states(round, PortState.INITIALIZE, PortState.ARMED));
        steps.add(round -> states(round, PortState.ARMED, PortState.ACTIVE));
        CongestionOptions congestion = options.congestion();
        if (congestion != null) {
            steps.add(round -> congestion(round, congestion));
        }
        next();
    }

    private void next() {
        Consumer<SmpBatch> step = wanted.getAsBoolean() ? steps.poll() : null;
        if (step == null) {
            done.run();
            return;
        }
        SmpBatch round = new SmpBatch(smps, failures, this::next);
        step.accept(round);
        round.asked();
    }

    private void partitions(SmpBatch round) {
        Set<ManagedPort> own = Set.copyOf(subnet.own());
        subnet.endPorts().forEach(port -> {
            List<Integer> wanted =
                    options.partitions().keys(port.guid(), port.node().type(), own.contains(port));
            if (wanted.size() > KEYS) {
                failures.accept(port + " is a member of " + wanted.size() + " partitions; at most " + KEYS
                        + " are supported, and it keeps those that it has");
                return;
            }
            keys(round, port, 0, wanted);
            ManagedPort peer = port.peer();
            if (peer != null && options.partitions().enforced() && peer.enforcesPartitions()) {
                keys(round, peer, peer.keyBlock(), PartitionOptions.enforced(wanted));
            }
        });
    }

    private static void keys(SmpBatch round, ManagedPort port, long modifier, List<Integer> wanted) {
        Attributes known = port.keeper().attributes;
        PKeyTable keys = keys(known.as(PKeyTable.LAYOUT, modifier), wanted);
        if (!known.holds(keys, modifier)) {
            round.set(PKeyTable.LAYOUT, keys, modifier, port.route(), answer -> known.put(answer, modifier));
        }
    }

    /** Returns a table with the wanted keys. A key that the port already has stays at its index. */
    private static PKeyTable keys(@Nullable PKeyTable known, List<Integer> wanted) {
        PKeyTable keys = new PKeyTable();
        Deque<Integer> missing = new ArrayDeque<>(wanted);
        for (int i = 0; known != null && i < KEYS; i++) {
            if (missing.remove(known.pKey(i))) {
                keys.pKey(i, known.pKey(i));
            }
        }
        for (int i = 0; i < KEYS && !missing.isEmpty(); i++) {
            if (keys.pKey(i) == 0) {
                keys.pKey(i, missing.remove());
            }
        }
        return keys;
    }

    private void ports(SmpBatch round, boolean takingOver) {
        Map<ManagedPort, Integer> lids = addresses.assign(subnet.endPorts().toList(), failures);
        int smLid = subnet.own().stream()
                .mapToInt(port -> lids.getOrDefault(port, 0))
                .findFirst()
                .orElse(0);
        PortSetup setup = new PortSetup(options, smLid);
        Stream<ManagedPort> linked = subnet.ports().filter(port -> port.isAddressable() || port.peer() != null);
        linked.forEach(port -> {
            PortInfo now = unchanged(port.info());
            PortInfo then = PortInfo.LAYOUT.copy(now);
            setup.link(port, then);
            Integer lid = lids.get(port);
            if (lid != null) {
                setup.address(port, then, lid, addresses.lmc(port), takingOver);
            }
            // A port that does not take some fields is not set at each sweep.
            if (!then.equals(now) && !Arrays.equals(difference(now, then), port.kept)) {
                set(round, port, then, () -> port.kept = difference(unchanged(port.info()), unchanged(then)));
            }
        });
    }

    private static byte[] difference(PortInfo one, PortInfo other) {
        byte[] bits = one.toBytes();
        byte[] others = other.toBytes();
        for (int i = 0; i < bits.length; i++) {
            bits[i] ^= others[i];
        }
        return bits;
    }

    private static PortInfo unchanged(PortInfo info) {
        return PortInfo.LAYOUT
                .copy(info)
                .portState(PortState.NO_CHANGE)
                .portPhysicalState(PortPhysicalState.NO_CHANGE)
                .clientReregister(0);
    }

    private static void set(SmpBatch round, ManagedPort port, PortInfo then) {
        set(round, port, then, () -> {});
    }

    private static void set(SmpBatch round, ManagedPort port, PortInfo then, Runnable done) {
        round.set(PortInfo.LAYOUT, then, port.number(), port.route(), answer -> {
            PortInfo now = PortInfo.LAYOUT.copy(answer).clientReregister(0);
            // A dry run returns the attribute as it was to be set.
            if (now.portState() == PortState.NO_CHANGE) {
                now.portState(port.info().portState())
                        .portPhysicalState(port.info().portPhysicalState());
            }
            port.info(now);
            done.run();
        });
    }

    private void plan() {
        // All ports have LIDs now.
        subnet.number();
        ForwardingPlan routes;
        try {
            routes = ForwardingPlan.of(subnet, options.routing());
        } catch (ForwardingPlan.UnsuitableTopologyException e) {
            failures.accept("the forwarding tables stay as they are: "
                    + options.routing().algorithm() + " cannot route this topology: " + e.getMessage());
            return;
        }
        plan = routes;
        subnet.lanes(routes);
        LaneAssignment lanes = routes.lanes();
        if (lanes != null && lanes.unassigned() > 0) {
            failures.accept(lanes.unassigned() + " pairs of switches can deadlock: their routes need more than the "
                    + lanes.available() + " virtual lanes of all links");
        }
    }

    /** Configures lanes as the options or the routes require. The mapping of levels to a single lane does not matter. */
    private void lanes(SmpBatch round) {
        LaneAssignment routes = plan == null ? null : plan.lanes();
        if (options.lanes() != null || (routes != null && routes.used() > 1)) {
            round.addAll(subnet.ports()
                    .filter(port -> port.peer() != null || port.isEnhancedZero())
                    .<Runnable>map(port -> () -> new LaneSetup(round, port, qos(options)).start())
                    .iterator());
        }
    }

    private static QosOptions qos(SubnetManagerOptions options) {
        QosOptions lanes = options.lanes();
        return lanes == null ? QosOptions.DEFAULTS : lanes;
    }

    private void switches(SmpBatch round) {
        int top = subnet.highestLid();
        subnet.switches().forEach(node -> {
            SwitchInfo now = node.switchInfo;
            if (now != null && (now.linearFdbTop() != top || now.portStateChange() == 1)) {
                // The copy contains the bit portStateChange, which is cleared by setting it.
                SwitchInfo then = SwitchInfo.LAYOUT.copy(now).linearFdbTop(top);
                round.set(SwitchInfo.LAYOUT, then, 0, node.zero().route(), node::switchInfo);
            }
        });
    }

    private void tables(SmpBatch round) {
        ForwardingPlan routes = plan;
        if (routes != null) {
            round.addAll(subnet.switches()
                    .flatMap(node -> blocks(round, node, routes))
                    .iterator());
        }
    }

    private static Stream<Runnable> blocks(SmpBatch round, ManagedNode node, ForwardingPlan plan) {
        byte[] table = plan.table(node);
        return IntStream.range(0, plan.blocks())
                .filter(number -> !node.linear.holds(table, number))
                .mapToObj(number -> () -> round.set(
                        LinearForwardingTable.LAYOUT,
                        LinearForwardingTable.LAYOUT.wrap(table, number * LinearForwardingTable.LENGTH),
                        number,
                        node.zero().route(),
                        answer -> node.linear.put(answer, number)));
    }

    /** Sets the service levels on which ports reach the subnet manager: the lanes of the routes are known now. */
    private void managerLevels(SmpBatch round) {
        subnet.own().stream()
                .findFirst()
                .ifPresent(own -> subnet.endPorts().forEach(port -> {
                    int level = port.equals(own) ? 0 : Integer.numberOfTrailingZeros(subnet.carriedLevels(port, own));
                    if (level <= MAX_LEVEL && port.info().masterSmSl() != level) {
                        set(round, port, unchanged(port.info()).masterSmSl(level));
                    }
                }));
    }

    private void congestion(SmpBatch round, CongestionOptions wanted) {
        CongestionSetup setup = new CongestionSetup(round, wanted);
        round.addAll(
                subnet.endPorts().<Runnable>map(port -> () -> setup.start(port)).iterator());
    }

    private void states(SmpBatch round, PortState from, PortState to) {
        subnet.ports()
                .filter(port -> port.peer() != null && port.info().portState() == from)
                .forEach(port -> set(round, port, unchanged(port.info()).portState(to)));
    }

    /** Computes the PortInfo of a port, except its state (IBA 14.2.5.6). */
    private record PortSetup(SubnetManagerOptions options, int smLid) {
        // The values of opensm. Times are codes of 4.096 µs times a power of two; the others are numbers of errors.
        private static final int SUBNET_TIMEOUT = 18;
        private static final int HEAD_OF_QUEUE_LIFE = 18;
        private static final int HEAD_OF_QUEUE_LIFE_TO_HOST = 16;
        private static final int STALL_COUNT = 7;
        private static final int ERROR_THRESHOLD = 8;
        private static final int M_KEY_LEASE_SECONDS = 60;

        void link(ManagedPort port, PortInfo then) {
            ManagedPort peer = port.peer();
            if (peer == null) {
                return;
            }
            PortInfo one = port.info();
            PortInfo other = peer.info();
            LaneOptions lanes = qos(options).of(port);
            int maxLanes = Math.min(lanes.maxLanes(), qos(options).of(peer).maxLanes());
            then.neighborMtu(one.mtuCapBits() <= other.mtuCapBits() ? one.mtuCap() : other.mtuCap())
                    .operationalVls(lanes(one.vlCapBits() <= other.vlCapBits() ? one.vlCap() : other.vlCap(), maxLanes))
                    .vlHighLimit(lanes.highLimit())
                    .localPhyErrors(ERROR_THRESHOLD)
                    .overrunErrors(ERROR_THRESHOLD);
            if (port.enforcesPartitions()) {
                // Without its table, a port would drop everything.
                boolean enforced = options.partitions().enforced() && port.hasKeyBlock();
                then.partitionEnforcementInbound(enforced ? 1 : 0).partitionEnforcementOutbound(enforced ? 1 : 0);
            }
            if (port.node().isSwitch()) {
                then.vlStallCount(STALL_COUNT)
                        .hoqLife(peer.node().isSwitch() ? HEAD_OF_QUEUE_LIFE : HEAD_OF_QUEUE_LIFE_TO_HOST);
            }
        }

        private static VirtualLanes lanes(VirtualLanes able, int max) {
            if (ManagedPort.lanes(able) <= max) {
                return able;
            }
            VirtualLanes fewer = VirtualLanes.VL0;
            for (VirtualLanes lanes : VirtualLanes.values()) {
                if (lanes.compareTo(able) < 0 && ManagedPort.lanes(lanes) <= max) {
                    fewer = lanes;
                }
            }
            return fewer;
        }

        /**
         * Sets the properties of an addressable port. Clients of a port that was absent or inactive must register again,
         * because they have no registrations with this subnet manager.
         */
        void address(ManagedPort port, PortInfo then, int lid, int lmc, boolean takingOver) {
            PortInfo now = port.info();
            boolean fresh = takingOver
                    || now.portState() == PortState.INITIALIZE
                    || now.lid().bits() != lid;
            boolean able = now.capabilityMask().contains(PortCapability.IS_CLIENT_REREGISTRATION_SUPPORTED);
            then.lid(Lid.of(lid))
                    .lmc(lmc)
                    .masterSmLid(Lid.of(smLid))
                    .gidPrefix(options.subnetPrefix())
                    .subnetTimeout(SUBNET_TIMEOUT)
                    .mKey(options.mKey())
                    .mKeyProtectBits(options.mKey() == 0 ? 0 : 1)
                    .mKeyLeasePeriod(options.mKey() == 0 ? 0 : M_KEY_LEASE_SECONDS)
                    .clientReregister(fresh && able ? 1 : 0);
        }
    }

    /** Configures the virtual lanes of a port with a link, or of an enhanced port 0 (IBA 14.2.5.8, 14.2.5.9). */
    private static final class LaneSetup {
        /** The lane of service levels whose packets are dropped. */
        private static final int DROP = 15;

        private static final int ENTRIES_OF_BLOCK = 32;
        private static final long LOW = 1L << Short.SIZE;
        private static final long HIGH = 3L << Short.SIZE;

        private final SmpBatch round;
        private final ManagedPort port;
        private final ManagedPort keeper;
        private final LaneOptions wanted;

        LaneSetup(SmpBatch round, ManagedPort port, QosOptions options) {
            this.round = round;
            this.port = port;
            this.keeper = port.keeper();
            this.wanted = options.of(port);
        }

        void start() {
            PortInfo info = port.info();
            int lanes = ManagedPort.lanes(info.operationalVls());
            int number = port.node().isSwitch() ? port.number() : 0;
            SlToVlMappingTable levels = new SlToVlMappingTable();
            for (int level = 0; level < wanted.levels().size(); level++) {
                int lane = wanted.levels().get(level);
                levels.vl(level, lane == DROP ? DROP : lane % lanes);
            }
            if (port.node().isSwitch()) {
                port.node()
                        .ports()
                        .filter(in -> in.number() == 0 || in.peer() != null)
                        .forEach(
                                in -> set(SlToVlMappingTable.LAYOUT, levels, (long) in.number() << Byte.SIZE | number));
            } else {
                set(SlToVlMappingTable.LAYOUT, levels, 0);
            }
            if (lanes > 1) {
                // A single lane needs no arbitration.
                set(VlArbitrationTable.LAYOUT, table(wanted.high(), lanes, info.vlArbitrationHighCap()), HIGH | number);
                set(VlArbitrationTable.LAYOUT, table(wanted.low(), lanes, info.vlArbitrationLowCap()), LOW | number);
            }
        }

        private static VlArbitrationTable table(List<LaneOptions.Weight> weights, int lanes, int cap) {
            VlArbitrationTable table = new VlArbitrationTable();
            int entries = 0;
            for (LaneOptions.Weight each : weights) {
                if (each.lane() < lanes && entries < Math.min(cap, ENTRIES_OF_BLOCK)) {
                    table.entry(
                            entries++, new VlArbitrationEntry().vl(each.lane()).weight(each.weight()));
                }
            }
            return table;
        }

        private <T extends Structure> void set(Layout<T> layout, T wanted, long modifier) {
            if (!keeper.attributes.holds(wanted, modifier)) {
                round.set(layout, wanted, modifier, port.route(), answer -> keeper.attributes.put(answer, modifier));
            }
        }
    }

    /** Sets the control of congestion at the nodes that have an agent for it. */
    private static final class CongestionSetup {
        private static final int BLOCK =
                CongestionControlTable.LAYOUT.field("entry").count();

        private final SmpBatch round;
        private final CongestionOptions wanted;

        CongestionSetup(SmpBatch round, CongestionOptions wanted) {
            this.round = round;
            this.wanted = wanted;
        }

        void start(ManagedPort port) {
            if (port.lacksCongestionControl || port.lid() == 0) {
                return;
            }
            CongestionInfo known = port.attributes.as(CongestionInfo.LAYOUT, 0);
            if (known != null || round.isPlan()) {
                // A plan cannot ask, since LIDs may not be set yet.
                set(port, known == null ? Integer.MAX_VALUE : known.controlTableCap());
                return;
            }
            round.getCongestion(
                    CongestionInfo.LAYOUT,
                    address(port),
                    wanted.key(),
                    port.route(),
                    info -> {
                        port.attributes.put(info, 0);
                        set(port, info.controlTableCap());
                    },
                    () -> port.lacksCongestionControl = true);
        }

        private MadAddress address(ManagedPort port) {
            return MadAddress.generalService(port.lid(), port.info().masterSmSl(), 0);
        }

        private void set(ManagedPort port, int blocks) {
            if (port.node().isSwitch()) {
                set(port, wanted.switches(), 0);
                return;
            }
            // The table first: a host that slows down needs its delays.
            List<CongestionOptions.Delay> delays =
                    wanted.delays().stream().limit((long) blocks * BLOCK).toList();
            for (int block = 0; block * BLOCK < delays.size(); block++) {
                CongestionControlTable table = new CongestionControlTable().cctiLimit(delays.size() - 1);
                for (int i = block * BLOCK; i < Math.min(delays.size(), (block + 1) * BLOCK); i++) {
                    table.entry(
                            i % BLOCK,
                            new CongestionControlTableEntry()
                                    .shift(delays.get(i).shift())
                                    .multiplier(delays.get(i).multiplier()));
                }
                set(port, table, block);
            }
            set(port, wanted.adapters(), 0);
        }

        private void set(ManagedPort port, Structure attribute, long modifier) {
            if (!port.attributes.holds(attribute, modifier)) {
                round.setCongestion(
                        attribute,
                        modifier,
                        address(port),
                        wanted.key(),
                        port.route(),
                        () -> port.attributes.put(attribute, modifier));
            }
        }
    }
}
