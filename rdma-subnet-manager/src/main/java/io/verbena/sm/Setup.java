package io.verbena.sm;

import io.verbena.iba.Lid;
import io.verbena.iba.LinearForwardingTable;
import io.verbena.iba.PKeyTable;
import io.verbena.iba.PortCapability;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.iba.SwitchInfo;
import io.verbena.iba.VirtualLanes;
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

    /**
     * Creates a setup.
     *
     * @param wanted checked before each batch; the setup ends if it returns false
     * @param done called at the end of the setup
     */
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

    private void lanes(SmpBatch round) {
        // All ports have LIDs now.
        subnet.number();
        if (options.lanes() != null || options.routing().algorithm() == RoutingAlgorithm.DEADLOCK_FREE) {
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
        ForwardingPlan plan;
        try {
            plan = ForwardingPlan.of(subnet, options.routing());
        } catch (ForwardingPlan.UnsuitableTopologyException e) {
            failures.accept("the forwarding tables stay as they are: "
                    + options.routing().algorithm() + " cannot route this topology: " + e.getMessage());
            return;
        }
        subnet.lanes(plan);
        LaneAssignment lanes = plan.lanes();
        if (lanes != null && lanes.unassigned() > 0) {
            failures.accept(lanes.unassigned() + " pairs of switches can deadlock: their routes need more than the "
                    + lanes.available() + " virtual lanes of all links");
        }
        round.addAll(
                subnet.switches().flatMap(node -> blocks(round, node, plan)).iterator());
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

        /** Sets the properties on which both ends of a link agree. */
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

        /** Returns the number of lanes that a link has, or less if fewer are wanted. */
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
}
