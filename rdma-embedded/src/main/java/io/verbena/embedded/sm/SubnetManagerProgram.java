package io.verbena.embedded.sm;

import io.verbena.embedded.HostProgram;
import io.verbena.embedded.ProgramHost;
import io.verbena.error.RdmaException;
import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.LidRoutedSmp;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.SmInfo;
import io.verbena.iba.SmState;
import io.verbena.iba.SubnetNotice;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadRegistration;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What arrives at a subnet manager: answers, traps, the questions of other managers, and those of clients. */
final class SubnetManagerProgram implements HostProgram {
    private static final int RESPONSE = 0x80;
    private static final int NOT_SUPPORTED = 3 << 2;
    private static final int INVALID_VALUE = 7 << 2;
    private static final Set<Integer> REQUESTS = Set.of(MadMethod.GET.code(), MadMethod.SET.code());
    private static final Set<Integer> REQUESTS_AND_TRAPS =
            Set.of(MadMethod.GET.code(), MadMethod.SET.code(), MadMethod.TRAP.code());

    private final SubnetManagerOptions options;
    private @Nullable Parts parts;
    // For whoever is not on the lock of the fabric.
    private volatile @Nullable RdmaException failure;
    private volatile SmState state = SmState.DISCOVERING;
    private volatile SweepReport report = SweepReport.NONE;

    /** What it has since it has begun. */
    private record Parts(
            ProgramHost host,
            int directed,
            int byLid,
            Smps smps,
            Administration administration,
            Mastership mastership) {}

    SubnetManagerProgram(SubnetManagerOptions options) {
        this.options = options;
    }

    /** Why it could not begin; null if it could. */
    @Nullable RdmaException failure() {
        return failure;
    }

    SmState state() {
        return state;
    }

    void state(SmState value) {
        state = value;
    }

    SweepReport report() {
        return report;
    }

    void report(SweepReport value) {
        report = value;
    }

    @Override
    public void start(ProgramHost host) {
        try {
            int directed = host.register(
                    new MadRegistration(ManagementClass.SUBNET_DIRECTED_ROUTE.code(), 1, 0, REQUESTS, false));
            int byLid = host.register(
                    new MadRegistration(ManagementClass.SUBNET_LID_ROUTED.code(), 1, 0, REQUESTS_AND_TRAPS, false));
            Smps smps = new Smps(host, directed, options.mKey());
            Mastership mastership = new Mastership(options, host, smps, this);
            parts = new Parts(host, directed, byLid, smps, mastership.administration(), mastership);
            mastership.begin();
        } catch (RdmaException e) {
            failure = e;
        }
    }

    @Override
    public void stop() {
        parts = null;
        state = SmState.NOT_ACTIVE;
    }

    @Override
    public void received(int agent, int status, MadAddress source, ByteBuffer mad) {
        Parts at = parts;
        if (at == null) {
            return;
        }
        if (agent == at.administration.agent()) {
            at.administration.received(status, source, mad);
            return;
        }
        byte[] bytes = new byte[DirectedRouteSmp.LENGTH];
        mad.get(mad.position(), bytes);
        // One that goes by LID has its header and its attribute at the same places.
        DirectedRouteSmp smp = DirectedRouteSmp.LAYOUT.wrapWritable(bytes, 0);
        boolean answer = (smp.methodBits() & RESPONSE) != 0;
        if (status != 0 || answer) {
            at.smps.received(status, smp);
        } else if (smp.method() == MadMethod.TRAP) {
            trap(at, source, bytes);
        } else if (smp.attributeId() == SmInfo.LAYOUT.attributeId()) {
            request(at, source, smp, bytes);
        } else {
            answer(at, source, smp.status(NOT_SUPPORTED));
        }
    }

    /** Only a master represses traps; until there is one they are sent again. */
    private void trap(Parts at, MadAddress source, byte[] bytes) {
        LidRoutedSmp smp = LidRoutedSmp.LAYOUT.wrapWritable(bytes, 0);
        if (state != SmState.MASTER || smp.attributeId() != SubnetNotice.LAYOUT.attributeId()) {
            return;
        }
        smp.method(MadMethod.TRAP_REPRESS).mKey(options.mKey());
        at.host.send(at.byLid, source, ByteBuffer.wrap(smp.toBytes()), 0);
        at.mastership.trap(SubnetNotice.LAYOUT.wrap(bytes, Smps.DATA));
    }

    private void request(Parts at, MadAddress source, DirectedRouteSmp smp, byte[] bytes) {
        SmInfo other = SmInfo.LAYOUT.copy(SmInfo.LAYOUT.wrap(bytes, Smps.DATA));
        boolean trusted = at.mastership.election().knowsKey(other);
        if (smp.method() == MadMethod.SET) {
            if (!trusted) {
                // Who has the wrong key hears nothing.
                return;
            }
            Handover what = Handover.of(smp.attributeModifier());
            if (what == null || !at.mastership.accepts(what)) {
                smp.status(INVALID_VALUE);
            } else {
                at.host.after(Duration.ZERO, () -> at.mastership.obey(what, other.guid()));
            }
        }
        at.mastership.election().self(state, trusted).copyTo(bytes, Smps.DATA);
        answer(at, source, smp);
    }

    private static void answer(Parts at, MadAddress source, DirectedRouteSmp smp) {
        boolean directed = smp.managementClass() == ManagementClass.SUBNET_DIRECTED_ROUTE;
        at.host.send(
                directed ? at.directed : at.byLid,
                directed ? MadAddress.DIRECTED : source,
                ByteBuffer.wrap(smp.method(MadMethod.GET_RESPONSE).toBytes()),
                0);
    }
}
