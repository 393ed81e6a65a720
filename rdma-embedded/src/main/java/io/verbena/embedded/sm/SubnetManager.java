package io.verbena.embedded.sm;

import io.verbena.embedded.EmbeddedFabric;
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

/**
 * A subnet manager on a host of an embedded fabric. It discovers the subnet, assigns LIDs, sets forwarding tables,
 * activates ports and runs the subnet administration. It sweeps the subnet again when a switch reports a change, and
 * periodically. If there are several subnet managers on a fabric, one is master and the others stand by.
 *
 * <pre>{@code
 * EmbeddedFabric fabric = EmbeddedFabric.builder("fat-tree:2,4,4").unmanaged().open();
 * SubnetManager manager = SubnetManager.run(fabric, "host0");
 * }</pre>
 *
 * <p>A subnet manager has no thread of its own: it runs in the threads that use the fabric. If no datagram is delayed
 * or lost, a sweep completes before the call that caused it returns. This class is safe for use by multiple threads.
 */
public final class SubnetManager implements AutoCloseable {
    private final SubnetManagerProgram program;
    private final AutoCloseable running;
    private final String host;

    private SubnetManager(SubnetManagerProgram program, AutoCloseable running, String host) {
        this.program = program;
        this.running = running;
        this.host = host;
    }

    /**
     * Starts a subnet manager with {@link SubnetManagerOptions#DEFAULTS}.
     *
     * @throws IllegalArgumentException if there is no such host
     * @throws RdmaException if another program of the host is a subnet manager or receives the requests of one
     */
    public static SubnetManager run(EmbeddedFabric fabric, String host) {
        return run(fabric, host, SubnetManagerOptions.DEFAULTS);
    }

    /**
     * Starts a subnet manager at the first port of a host.
     *
     * @throws IllegalArgumentException if there is no such host
     * @throws RdmaException if another program of the host is a subnet manager or receives the requests of one
     */
    public static SubnetManager run(EmbeddedFabric fabric, String host, SubnetManagerOptions options) {
        SubnetManagerProgram program = new SubnetManagerProgram(options);
        SubnetManager manager = new SubnetManager(program, fabric.run(host, program), host);
        RdmaException failure = program.failure;
        if (failure != null) {
            manager.close();
            throw new RdmaException("cannot start a subnet manager on " + host, failure);
        }
        return manager;
    }

    /**
     * Returns the current state. The state is NOT_ACTIVE after this subnet manager was closed or disabled, or has found
     * a master with another SM_Key.
     */
    public SmState state() {
        return program.state;
    }

    /** Returns the result of the last heavy sweep. */
    public SweepReport report() {
        return program.report;
    }

    /**
     * Stops this subnet manager without notifying others, as if it had been killed. The configuration of the subnet
     * remains.
     */
    @Override
    public void close() {
        try {
            running.close();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("a program on an embedded host could not be stopped", e);
        }
    }

    @Override
    public String toString() {
        return "subnet manager on " + host;
    }

    /**
     * Dispatches the MADs that arrive at a subnet manager: responses, traps, and requests of other managers and clients.
     */
    private static final class SubnetManagerProgram implements HostProgram {
        private static final int RESPONSE = 0x80;
        private static final int NOT_SUPPORTED = 3 << 2;
        private static final int INVALID_VALUE = 7 << 2;
        private static final Set<Integer> REQUESTS = Set.of(MadMethod.GET.code(), MadMethod.SET.code());
        private static final Set<Integer> REQUESTS_AND_TRAPS =
                Set.of(MadMethod.GET.code(), MadMethod.SET.code(), MadMethod.TRAP.code());

        private final SubnetManagerOptions options;
        private @Nullable Parts parts;
        // Read by threads that do not hold the lock of the fabric.

        /** Why the program could not start; null if it could. */
        volatile @Nullable RdmaException failure;

        volatile SmState state = SmState.DISCOVERING;
        volatile SweepReport report = SweepReport.NONE;

        /** The components that exist while the program runs. */
        private record Parts(
                ProgramHost host,
                int directed,
                int byLid,
                SmpClient smps,
                ManagedAdministration administration,
                Mastership mastership) {}

        SubnetManagerProgram(SubnetManagerOptions options) {
            this.options = options;
        }

        @Override
        public void start(ProgramHost host) {
            try {
                int directed = host.register(
                        new MadRegistration(ManagementClass.SUBNET_DIRECTED_ROUTE.code(), 1, 0, REQUESTS, false));
                int byLid = host.register(
                        new MadRegistration(ManagementClass.SUBNET_LID_ROUTED.code(), 1, 0, REQUESTS_AND_TRAPS, false));
                SmpClient smps = new SmpClient(host, directed, options.mKey());
                Mastership mastership =
                        new Mastership(options, host, smps, next -> state = next, last -> report = last);
                parts = new Parts(host, directed, byLid, smps, mastership.administration, mastership);
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
            if (agent == at.administration.agent) {
                at.administration.received(status, source, mad);
                return;
            }
            byte[] bytes = new byte[DirectedRouteSmp.LENGTH];
            mad.get(mad.position(), bytes);
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
            at.host.send(
                    directed ? at.directed : at.byLid,
                    directed ? MadAddress.DIRECTED : source,
                    ByteBuffer.wrap(smp.method(MadMethod.GET_RESPONSE).toBytes()),
                    0);
        }
    }
}
