package io.verbena.sm;

import io.verbena.iba.CapabilityNoticeDetails;
import io.verbena.iba.Guid;
import io.verbena.iba.Layout;
import io.verbena.iba.Lid;
import io.verbena.iba.LidRoutedSmp;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.MulticastForwardingTable;
import io.verbena.iba.NodeType;
import io.verbena.iba.NoticeType;
import io.verbena.iba.PortInfo;
import io.verbena.iba.SmState;
import io.verbena.iba.Structure;
import io.verbena.iba.SubnetNotice;
import io.verbena.iba.SwitchInfo;
import io.verbena.sm.SmpClient.SmpRoute;
import io.verbena.spi.MadAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The state machine of a subnet manager (IBA 14.4.1), and its sweeps. */
final class Mastership {
    private static final int LINK_STATE = 128;
    private static final int LOCAL_CHANGES = 144;
    private static final int SYSTEM_IMAGE = 145;
    private static final int MAX_MISSES = 3;

    private final SubnetManagerOptions options;
    private final ManagerHost host;
    private final SmpClient smps;
    private final int byLid;
    private final BiConsumer<SmState, String> states;
    private final Consumer<SweepReport> reports;
    private final ManagedSubnet subnet;
    final ManagedAdministration administration;
    final Election election;
    private final LidAssignment addresses;
    private List<String> failures = new ArrayList<>();
    private Election.@Nullable Manager awaited;
    private @Nullable Guid predecessor;
    private SmState state = SmState.DISCOVERING;
    private boolean busy;
    private boolean wanted;
    private boolean takingOver;
    private boolean laterWanted;
    private int misses;
    private int sweeps;
    private int timers;

    Mastership(
            SubnetManagerOptions options,
            ManagerHost host,
            SmpClient smps,
            int byLid,
            BiConsumer<SmState, String> states,
            Consumer<SweepReport> reports) {
        this.options = options;
        this.host = host;
        this.smps = smps;
        this.byLid = byLid;
        this.states = states;
        this.reports = reports;
        this.subnet = new ManagedSubnet(host.portGuid(), this::setLater);
        this.administration = new ManagedAdministration(host, subnet, options.smKey());
        this.election = new Election(options, host.portGuid(), smps);
        this.addresses = new LidAssignment(options.lmc(), options.lidFile(), true);
    }

    void begin() {
        host.subnetManager(true);
        sweepSoon();
    }

    private void become(SmState next, String reason) {
        state = next;
        states.accept(next, reason);
        timers++;
        if (next != SmState.MASTER) {
            administration.end();
        }
    }

    private boolean isMaster() {
        return state == SmState.MASTER;
    }

    private void later(Duration delay, Runnable action) {
        timers++;
        int mine = timers;
        host.after(delay, () -> {
            if (mine == timers) {
                action.run();
            }
        });
    }

    private void sweepSoon() {
        if (!wanted) {
            wanted = true;
            if (!busy) {
                host.after(Duration.ZERO, this::sweep);
            }
        }
    }

    private void sweep() {
        if (busy || !wanted) {
            return;
        }
        wanted = false;
        if (state != SmState.MASTER && state != SmState.DISCOVERING) {
            return;
        }
        busy = true;
        failures = new ArrayList<>();
        new Survey(smps, isMaster(), failures::add, this::surveyed).start();
    }

    private void surveyed(Survey survey) {
        if (survey.nodes().isEmpty()) {
            // The known nodes may still exist.
            failures.add("the node of the subnet manager does not respond");
            swept();
        } else {
            subnet.update(survey);
            election.ask(subnet.managers(), state, failures::add, this::decide);
        }
    }

    private void decide() {
        if (state == SmState.DISCOVERING) {
            Optional<Election.Manager> stranger = election.stranger();
            Optional<Election.Manager> first = election.first();
            if (stranger.isPresent()) {
                String reason =
                        "the master has a different SM_Key; this subnet manager leaves the subnet to " + stranger.get();
                failures.add(reason);
                become(SmState.NOT_ACTIVE, reason);
                swept();
            } else if (first.isPresent()) {
                standBy(first.get());
                swept();
            } else {
                takeOver(
                        election.others().isEmpty()
                                ? "no other subnet manager was found"
                                : "no subnet manager with a higher rank was found among " + election.others());
                settle();
            }
        } else {
            acknowledge();
            settle();
        }
    }

    private void takeOver(String reason) {
        become(SmState.MASTER, reason);
        takingOver = true;
        administration.begin();
    }

    private void settle() {
        boolean all = takingOver;
        takingOver = false;
        if (all) {
            subnet.switches().forEach(ManagedNode::clearMulticast);
        }
        new Setup(subnet, options, addresses, smps, failures::add, this::isMaster, this::swept).start(all);
    }

    private void swept() {
        busy = false;
        sweeps++;
        reports.accept(new SweepReport(sweeps, subnet.nodes().size(), failures));
        if (isMaster()) {
            subnet.number();
            showSelf();
            administration.subnetChanged();
            setLater();
            handOver();
            later(options.sweepInterval(), this::lightSweep);
        } else if (state == SmState.DISCOVERING) {
            later(options.pollInterval(), this::sweepSoon);
        }
        if (wanted) {
            host.after(Duration.ZERO, this::sweep);
        }
    }

    private void showSelf() {
        subnet.own().forEach(port -> port.attributes.put(election.self(state, true), 0));
    }

    private void lightSweep() {
        if (!busy) {
            new LightSweep(subnet, election, this::compared).start(smps);
        }
    }

    private void compared(boolean changed) {
        if (!isMaster() || busy) {
            return;
        }
        showSelf();
        if (changed || !failures.isEmpty()) {
            sweepSoon();
        } else {
            handOver();
            later(options.sweepInterval(), this::lightSweep);
        }
    }

    private void setLater() {
        if (!laterWanted) {
            laterWanted = true;
            host.after(Duration.ZERO, () -> {
                laterWanted = false;
                if (isMaster()) {
                    new DeferredSetup(subnet, smps, failures::add, () -> {}).start();
                }
            });
        }
    }

    void trap(SubnetNotice notice) {
        administration.trap(notice);
        int number = notice.trapNumber();
        if (notice.isGeneric() == 1 && (number == LINK_STATE || number == LOCAL_CHANGES || number == SYSTEM_IMAGE)) {
            sweepSoon();
        }
    }

    private void standBy(Election.Manager master) {
        become(SmState.STANDBY, "standing by for " + master);
        awaited = master;
        misses = 0;
        claim(master);
        later(options.pollInterval(), this::poll);
    }

    /** Tells a master with a lower rank by a trap that there is a better manager, to which it may hand over (IBA 14.4.1). */
    private void claim(Election.Manager master) {
        if (master.outranks(options.priority(), host.portGuid())) {
            return;
        }
        Optional<ManagedPort> own = subnet.own().stream().findFirst();
        Optional<ManagedPort> to = port(master.guid());
        if (own.isEmpty() || to.isEmpty() || own.get().lid() == 0 || to.get().lid() == 0) {
            return;
        }
        Lid lid = Lid.of(own.get().lid());
        byte[] bytes = new byte[LidRoutedSmp.LENGTH];
        LidRoutedSmp.LAYOUT
                .wrapWritable(bytes, 0)
                .baseVersion(1)
                .managementClass(ManagementClass.SUBNET_LID_ROUTED)
                .classVersion(1)
                .method(MadMethod.TRAP)
                .attributeId(SubnetNotice.LAYOUT.attributeId());
        CapabilityNoticeDetails details = new CapabilityNoticeDetails()
                .lid(lid)
                .otherLocalChanges(1)
                .smPriorityChange(1)
                .capabilityMask(own.get().info().capabilityMask());
        new SubnetNotice()
                .isGeneric(1)
                .noticeType(NoticeType.INFORMATIONAL)
                .producerType(NodeType.CHANNEL_ADAPTER)
                .trapNumber(LOCAL_CHANGES)
                .issuerLid(lid)
                .dataDetails(details.toBytes())
                .copyTo(bytes, SmpClient.DATA);
        host.send(byLid, MadAddress.subnetManagement(to.get().lid(), 0), ByteBuffer.wrap(bytes), 0);
    }

    private void poll() {
        Election.Manager master = awaited;
        if (master == null || state != SmState.STANDBY) {
            return;
        }
        election.ask(master, state, isMaster -> {
            if (state == SmState.STANDBY) {
                misses = isMaster ? 0 : misses + 1;
                claim(master);
                if (misses == MAX_MISSES) {
                    discover("no response from " + master);
                } else {
                    later(options.pollInterval(), this::poll);
                }
            }
        });
    }

    private void discover(String reason) {
        become(SmState.DISCOVERING, reason);
        sweepSoon();
    }

    /** Hands over to a better manager, and stands by when it has accepted: opensm does not acknowledge that it is master. */
    private void handOver() {
        election.better()
                .ifPresent(better -> election.request(better.route(), Election.Handover.HANDOVER, state, () -> {
                    if (isMaster()) {
                        standBy(better);
                    }
                }));
    }

    /** Acknowledges a handover along the route that the survey has found. */
    private void acknowledge() {
        Guid before = predecessor;
        predecessor = null;
        if (before != null) {
            route(before).ifPresent(to -> election.request(to, Election.Handover.ACKNOWLEDGE, state, () -> {}));
        }
    }

    boolean accepts(Election.Handover what) {
        return switch (what) {
            case HANDOVER -> state == SmState.STANDBY || state == SmState.MASTER;
            case ACKNOWLEDGE -> state == SmState.STANDBY || state == SmState.MASTER;
            case DISABLE, DISCOVER -> state == SmState.STANDBY;
            case STANDBY -> state == SmState.NOT_ACTIVE;
        };
    }

    void obey(Election.Handover what, Guid from) {
        if (!accepts(what)) {
            return;
        }
        switch (what) {
            case HANDOVER -> {
                if (state == SmState.STANDBY) {
                    takeOver("the master with GUID " + from + " has handed over");
                }
                predecessor = from;
                sweepSoon();
            }
            case ACKNOWLEDGE, STANDBY -> {
                if (state != SmState.STANDBY) {
                    route(from).ifPresent(to -> standBy(election.master(to, from)));
                }
            }
            case DISABLE -> become(SmState.NOT_ACTIVE, "disabled by the manager with GUID " + from);
            case DISCOVER -> discover("requested by the manager with GUID " + from);
        }
    }

    private Optional<SmpRoute> route(Guid manager) {
        return port(manager).map(ManagedPort::route);
    }

    private Optional<ManagedPort> port(Guid manager) {
        return subnet.endPorts().filter(port -> port.guid().equals(manager)).findFirst();
    }

    /** Checks whether the switches, the own port and the other managers have changed since the last heavy sweep. */
    private static final class LightSweep {
        private final ManagedSubnet subnet;
        private final Election election;
        private final Consumer<Boolean> then;
        private final List<Election.Manager> others;
        private boolean changed;

        LightSweep(ManagedSubnet subnet, Election election, Consumer<Boolean> then) {
            this.subnet = subnet;
            this.election = election;
            this.then = then;
            this.others = election.others();
        }

        void start(SmpClient smps) {
            SmpBatch round = new SmpBatch(smps, this::failed, this::managers);
            subnet.switches()
                    .forEach(node -> round.get(SwitchInfo.LAYOUT, 0, node.zero().route(), this::ofSwitch));
            subnet.own()
                    .forEach(port ->
                            round.get(PortInfo.LAYOUT, port.number(), port.route(), info -> ofPort(port, info)));
            round.asked();
        }

        private void failed(String problem) {
            changed = true;
        }

        private void ofSwitch(SwitchInfo info) {
            changed |= info.portStateChange() == 1;
        }

        private void ofPort(ManagedPort port, PortInfo info) {
            changed |= info.portState() != port.info().portState()
                    || !info.lid().equals(port.info().lid());
        }

        private void managers() {
            election.ask(
                    subnet.managers(),
                    SmState.MASTER,
                    this::failed,
                    () -> then.accept(changed || !election.others().equals(others)));
        }
    }

    /** Applies the requests of the subnet administration: multicast trees in the switches, and GUIDs of ports. */
    private static final class DeferredSetup {
        private static final int FIRST_MULTICAST = 0xc000;
        private static final int BLOCK = 32;
        private static final int BLOCK_BITS = 0x1ff;

        private final ManagedSubnet subnet;
        private final SmpBatch round;

        DeferredSetup(ManagedSubnet subnet, SmpClient smps, Consumer<String> failures, Runnable then) {
            this.subnet = subnet;
            this.round = new SmpBatch(smps, failures, then);
        }

        void start() {
            subnet.takeWishes().forEach(wish -> set(wish.attribute().layout(), wish));
            subnet.switches().forEach(this::tables);
            round.asked();
        }

        private <T extends Structure> void set(Layout<T> layout, ManagedSubnet.Wish wish) {
            T wanted = layout.wrap(wish.attribute().toBytes(), 0);
            round.set(
                    layout,
                    wanted,
                    wish.modifier(),
                    wish.port().route(),
                    answer -> wish.port().attributes.put(answer, wish.modifier()));
        }

        private void tables(ManagedNode node) {
            Attributes known = node.zero().attributes;
            SmpRoute route = node.zero().route();
            int top = 0;
            for (var group : node.groups.entrySet()) {
                long modifier = group.getKey();
                top = Math.max(top, FIRST_MULTICAST + (int) (modifier & BLOCK_BITS) * BLOCK + BLOCK - 1);
                if (!known.holds(group.getValue(), modifier)) {
                    MulticastForwardingTable wanted = MulticastForwardingTable.LAYOUT.copy(group.getValue());
                    round.set(
                            MulticastForwardingTable.LAYOUT,
                            wanted,
                            modifier,
                            route,
                            answer -> known.put(answer, modifier));
                }
            }
            SwitchInfo info = node.switchInfo;
            if (info != null && top > info.multicastFdbTop()) {
                SwitchInfo wanted =
                        SwitchInfo.LAYOUT.copy(info).multicastFdbTop(top).portStateChange(0);
                round.set(SwitchInfo.LAYOUT, wanted, 0, route, node::switchInfo);
            }
        }
    }
}
