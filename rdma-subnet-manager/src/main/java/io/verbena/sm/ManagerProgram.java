package io.verbena.sm;

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

/**
 * The program of a subnet manager, for places that run it without a thread of its own, such as an embedded fabric. It
 * dispatches the MADs that arrive: responses, traps, and requests of other managers and of clients. Calls must be
 * serialized by the caller; they do not block.
 */
public final class ManagerProgram implements ManagerThread.Program {
    private static final int RESPONSE = 0x80;
    private static final int NOT_SUPPORTED = 3 << 2;
    private static final int INVALID_VALUE = 7 << 2;
    private static final Set<Integer> REQUESTS = Set.of(MadMethod.GET.code(), MadMethod.SET.code());
    private static final Set<Integer> REQUESTS_AND_TRAPS =
            Set.of(MadMethod.GET.code(), MadMethod.SET.code(), MadMethod.TRAP.code());

    private final SubnetManagerOptions options;
    private final ManagerListener listener;
    private @Nullable Parts parts;
    // Read by threads that do not hold the lock of the fabric.

    /** Why the program could not start; null if it could. */
    volatile @Nullable RdmaException failure;

    volatile SmState state = SmState.DISCOVERING;
    volatile SweepReport report = SweepReport.NONE;

    private record Parts(
            ManagerHost host,
            int directed,
            int byLid,
            SmpClient smps,
            ManagedAdministration administration,
            Mastership mastership) {}

    ManagerProgram(SubnetManagerOptions options, ManagerListener listener) {
        this.options = options;
        this.listener = listener;
    }

    /**
     * Starts the program.
     *
     * @param host the services of the port, which the program may use until {@link #stop}
     */
    @Override
    public void start(ManagerHost host) {
        try {
            int directed = host.register(
                    new MadRegistration(ManagementClass.SUBNET_DIRECTED_ROUTE.code(), 1, 0, REQUESTS, false));
            int byLid = host.register(
                    new MadRegistration(ManagementClass.SUBNET_LID_ROUTED.code(), 1, 0, REQUESTS_AND_TRAPS, false));
            SmpClient smps = new SmpClient(host, directed, options.mKey(), null);
            Mastership mastership = new Mastership(options, host, smps, byLid, this::become, this::swept);
            parts = new Parts(host, directed, byLid, smps, mastership.administration, mastership);
            mastership.begin();
        } catch (RdmaException e) {
            failure = e;
        }
    }

    /** Ends the program, which can no longer send. */
    @Override
    public void stop() {
        parts = null;
        become(SmState.NOT_ACTIVE, "this subnet manager has ended");
    }

    private void become(SmState next, String reason) {
        if (state != next) {
            state = next;
            listener.changed(next, reason);
        }
    }

    private void swept(SweepReport last) {
        report = last;
        listener.swept(last);
    }

    @Override
    public void received(int agent, int status, MadAddress source, ByteBuffer mad) {
        Parts at = parts;
        if (at == null) {
            return;
        }
        if (agent == at.administration.agent) {
            at.administration.received(status, source, mad);
            return;
        }
        byte[] bytes = new byte[DirectedRouteSmp.LENGTH];
        // A channel may return a request without its data.
        mad.get(mad.position(), bytes, 0, Math.min(bytes.length, mad.remaining()));
        // The header and the attribute of a LID-routed SMP have the same offsets.
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

    /** Represses a trap, which only a master may do. Until there is a master, agents repeat their traps. */
    private void trap(Parts at, MadAddress source, byte[] bytes) {
        LidRoutedSmp smp = LidRoutedSmp.LAYOUT.wrapWritable(bytes, 0);
        if (state != SmState.MASTER || smp.attributeId() != SubnetNotice.LAYOUT.attributeId()) {
            return;
        }
        smp.method(MadMethod.TRAP_REPRESS).mKey(options.mKey());
        at.host.send(at.byLid, source, ByteBuffer.wrap(smp.toBytes()), 0);
        at.mastership.trap(SubnetNotice.LAYOUT.wrap(bytes, SmpClient.DATA));
    }

    private void request(Parts at, MadAddress source, DirectedRouteSmp smp, byte[] bytes) {
        SmInfo other = SmInfo.LAYOUT.copy(SmInfo.LAYOUT.wrap(bytes, SmpClient.DATA));
        boolean trusted = at.mastership.election.knowsKey(other);
        if (smp.method() == MadMethod.SET) {
            if (!trusted) {
                // A request with a wrong key is not answered.
                return;
            }
            Election.Handover what = Election.Handover.of(smp.attributeModifier());
            if (what == null || !at.mastership.accepts(what)) {
                smp.status(INVALID_VALUE);
            } else {
                at.host.after(Duration.ZERO, () -> at.mastership.obey(what, other.guid()));
            }
        }
        at.mastership.election.self(state, trusted).copyTo(bytes, SmpClient.DATA);
        answer(at, source, smp);
    }

    private static void answer(Parts at, MadAddress source, DirectedRouteSmp smp) {
        boolean directed = smp.managementClass() == ManagementClass.SUBNET_DIRECTED_ROUTE;
        if (directed) {
            // The response returns along the route. A kernel does not set this bit for a program.
            smp.direction(1);
        }
        at.host.send(
                directed ? at.directed : at.byLid,
                directed ? MadAddress.DIRECTED : source,
                ByteBuffer.wrap(smp.method(MadMethod.GET_RESPONSE).toBytes()),
                0);
    }
}
