package io.verbena.embedded.sm;

import io.verbena.iba.LinearForwardingTable;
import io.verbena.iba.PKeyTable;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.iba.SwitchInfo;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Configures the subnet after a survey, in a sequence of batches. Attributes that are already set are not set again.
 */
final class Setup {
    private static final int FULL_DEFAULT = 0xffff;

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
        steps.add(round -> states(round, PortState.INITIALIZE, PortState.ARMED));
        steps.add(round -> states(round, PortState.ARMED, PortState.ACTIVE));
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
        PKeyTable keys = new PKeyTable().pKey(0, FULL_DEFAULT);
        subnet.endPorts()
                .filter(port -> !port.attributes().holds(keys, 0))
                .forEach(port -> round.set(
                        PKeyTable.LAYOUT,
                        keys,
                        0,
                        port.route(),
                        answer -> port.attributes().put(answer, 0)));
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
            if (!then.equals(now)) {
                set(round, port, then);
            }
        });
    }

    private static PortInfo unchanged(PortInfo info) {
        return PortInfo.LAYOUT
                .copy(info)
                .portState(PortState.NO_CHANGE)
                .portPhysicalState(PortPhysicalState.NO_CHANGE)
                .clientReregister(0);
    }

    private static void set(SmpBatch round, ManagedPort port, PortInfo then) {
        round.set(
                PortInfo.LAYOUT,
                then,
                port.number(),
                port.route(),
                answer -> port.info(PortInfo.LAYOUT.copy(answer).clientReregister(0)));
    }

    private void lanes(SmpBatch round) {
        // All ports have LIDs now.
        subnet.number();
        subnet.ports().filter(port -> port.peer() != null).forEach(port -> new LaneSetup(round, port).start());
    }

    private void switches(SmpBatch round) {
        int top = subnet.highestLid();
        subnet.switches().forEach(node -> {
            SwitchInfo now = node.switchInfo();
            if (now != null && (now.linearFdbTop() != top || now.portStateChange() == 1)) {
                // The copy contains the bit portStateChange, which is cleared by setting it.
                SwitchInfo then = SwitchInfo.LAYOUT.copy(now).linearFdbTop(top);
                round.set(SwitchInfo.LAYOUT, then, 0, node.zero().route(), node::switchInfo);
            }
        });
    }

    private void tables(SmpBatch round) {
        ForwardingPlan plan = ForwardingPlan.of(subnet, options.routing());
        List<ManagedNode> switches = subnet.switches().toList();
        for (ManagedNode node : switches) {
            Attributes known = node.zero().attributes();
            for (int number = 0; number < plan.blocks(); number++) {
                LinearForwardingTable block = plan.block(node, number);
                if (!known.holds(block, number)) {
                    int modifier = number;
                    round.set(
                            LinearForwardingTable.LAYOUT,
                            block,
                            number,
                            node.zero().route(),
                            answer -> known.put(answer, modifier));
                }
            }
        }
    }

    private void states(SmpBatch round, PortState from, PortState to) {
        subnet.ports()
                .filter(port -> port.peer() != null && port.info().portState() == from)
                .forEach(port -> set(round, port, unchanged(port.info()).portState(to)));
    }
}
