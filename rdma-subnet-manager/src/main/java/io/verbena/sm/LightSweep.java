package io.verbena.sm;

import io.verbena.iba.PortInfo;
import io.verbena.iba.SmState;
import io.verbena.iba.SwitchInfo;
import java.util.List;
import java.util.function.Consumer;

/** Checks whether the switches, the own port and the other managers have changed since the last heavy sweep. */
final class LightSweep {
    private final ManagedSubnet subnet;
    private final Election election;
    private final Consumer<Boolean> then;
    private final List<Election.Manager> others;
    private boolean changed;

    /**
     * Creates a light sweep.
     *
     * @param then receives whether anything has changed or does not respond
     */
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
                .forEach(port -> round.get(PortInfo.LAYOUT, port.number(), port.route(), info -> ofPort(port, info)));
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
