package io.verbena.embedded.sm;

import io.verbena.embedded.ProgramHost;
import io.verbena.embedded.sm.SmpClient.SmpRoute;
import io.verbena.iba.Guid;
import io.verbena.iba.SmState;
import io.verbena.iba.SubnetNotice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The state machine of a subnet manager (IBA 14.4.1), and its sweeps. */
final class Mastership {
    private static final int LINK_STATE = 128;
    private static final int LOCAL_CHANGES = 144;
    private static final int SYSTEM_IMAGE = 145;
    private static final int MAX_MISSES = 3;

    private final SubnetManagerOptions options;
    private final ProgramHost host;
    private final SmpClient smps;
    private final Consumer<SmState> states;
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
            ProgramHost host,
            SmpClient smps,
            Consumer<SmState> states,
            Consumer<SweepReport> reports) {
        this.options = options;
        this.host = host;
        this.smps = smps;
        this.states = states;
        this.reports = reports;
        this.subnet = new ManagedSubnet(host.portGuid(), this::setLater);
        this.administration = new ManagedAdministration(host, subnet, options.smKey());
        this.election = new Election(options, host.portGuid(), smps);
        this.addresses = new LidAssignment(options.lmc());
    }

    void begin() {
        host.subnetManager(true);
        sweepSoon();
    }

    private void become(SmState next) {
        state = next;
        states.accept(next);
        timers++;
        if (next != SmState.MASTER) {
            administration.end();
        }
    }

    private boolean isMaster() {
        return state == SmState.MASTER;
    }

    /** Schedules an action, which is cancelled by a change of state or another call of this method. */
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
                failures.add("the master at DirectedPath[" + stranger.get().route()
                        + "] has a different SM_Key; this subnet manager leaves the subnet to it");
                become(SmState.NOT_ACTIVE);
                swept();
            } else if (first.isPresent()) {
                standBy(first.get());
                swept();
            } else {
                takeOver();
                settle();
            }
        } else {
            acknowledge();
            settle();
        }
    }

    private void takeOver() {
        become(SmState.MASTER);
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

    /** Schedules a batch that sets what the administration has requested. */
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

    /** Processes a trap that was repressed. */
    void trap(SubnetNotice notice) {
        administration.trap(notice);
        int number = notice.trapNumber();
        if (notice.isGeneric() == 1 && (number == LINK_STATE || number == LOCAL_CHANGES || number == SYSTEM_IMAGE)) {
            sweepSoon();
        }
    }

    private void standBy(Election.Manager master) {
        become(SmState.STANDBY);
        awaited = master;
        misses = 0;
        later(options.pollInterval(), this::poll);
    }

    private void poll() {
        Election.Manager master = awaited;
        if (master == null || state != SmState.STANDBY) {
            return;
        }
        election.ask(master, state, isMaster -> {
            if (state == SmState.STANDBY) {
                misses = isMaster ? 0 : misses + 1;
                if (misses == MAX_MISSES) {
                    discover();
                } else {
                    later(options.pollInterval(), this::poll);
                }
            }
        });
    }

    private void discover() {
        become(SmState.DISCOVERING);
        sweepSoon();
    }

    private void handOver() {
        election.better().ifPresent(better -> election.request(better.route(), Election.Handover.HANDOVER, state));
    }

    /** Acknowledges a handover along the route that the survey has found. */
    private void acknowledge() {
        Guid before = predecessor;
        predecessor = null;
        if (before != null) {
            route(before).ifPresent(to -> election.request(to, Election.Handover.ACKNOWLEDGE, state));
        }
    }

    /** Returns whether a control request is permitted in the current state. */
    boolean accepts(Election.Handover what) {
        return switch (what) {
            case HANDOVER -> state == SmState.STANDBY || state == SmState.MASTER;
            case ACKNOWLEDGE -> state == SmState.MASTER;
            case DISABLE, DISCOVER -> state == SmState.STANDBY;
            case STANDBY -> state == SmState.NOT_ACTIVE;
        };
    }

    /** Processes a control request, if it is still permitted. */
    void obey(Election.Handover what, Guid from) {
        if (!accepts(what)) {
            return;
        }
        switch (what) {
            case HANDOVER -> {
                if (state == SmState.STANDBY) {
                    takeOver();
                }
                predecessor = from;
                sweepSoon();
            }
            case ACKNOWLEDGE, STANDBY ->
                route(from).ifPresent(to -> standBy(new Election.Manager(to, from, 0, SmState.MASTER, true)));
            case DISABLE -> become(SmState.NOT_ACTIVE);
            case DISCOVER -> discover();
        }
    }

    private Optional<SmpRoute> route(Guid manager) {
        return subnet.endPorts()
                .filter(port -> port.guid().equals(manager))
                .map(ManagedPort::route)
                .findFirst();
    }
}
