package io.verbena.sm;

import io.verbena.device.EndPort;
import io.verbena.error.RdmaException;
import io.verbena.iba.SmState;
import java.util.function.Function;

/**
 * A running subnet manager (IBA 14.4). It discovers the subnet, assigns LIDs, sets forwarding tables, activates ports and
 * runs the subnet administration. It sweeps the subnet again when a node reports a change, and periodically. If there
 * are several subnet managers on a fabric, one is master and the others stand by.
 *
 * <pre>{@code
 * try (Rdma rdma = Rdma.open();
 *         SubnetManager manager = SubnetManager.run(rdma.defaultEndPort(), SubnetManagerOptions.DEFAULTS)) {
 *     …
 * }
 * }</pre>
 *
 * <p>A subnet manager changes the configuration of all nodes of the fabric. Start one only where that is intended. This
 * class is safe for use by multiple threads.
 */
public final class SubnetManager implements AutoCloseable {
    private final ManagerProgram program;
    private final AutoCloseable running;
    private final String place;

    private SubnetManager(ManagerProgram program, AutoCloseable running, String place) {
        this.program = program;
        this.running = running;
        this.place = place;
    }

    /**
     * Starts a subnet manager at a port of this host, with a thread of its own.
     *
     * @throws RdmaException if the port cannot be opened, or another program of the host is a subnet manager
     */
    public static SubnetManager run(EndPort port, SubnetManagerOptions options) {
        return run(port, options, ManagerListener.NONE);
    }

    /**
     * Starts a subnet manager at a port of this host, with a thread of its own.
     *
     * @throws RdmaException if the port cannot be opened, or another program of the host is a subnet manager
     */
    public static SubnetManager run(EndPort port, SubnetManagerOptions options, ManagerListener listener) {
        return run(port.name(), program -> ManagerThread.start(port, program), options, listener);
    }

    /**
     * Starts a subnet manager at a place that runs programs.
     *
     * @param place the name of the place, for messages
     * @param runner starts the program, and returns what stops it
     * @throws RdmaException if another program of the host is a subnet manager or receives the requests of one
     */
    public static SubnetManager run(
            String place,
            Function<ManagerProgram, AutoCloseable> runner,
            SubnetManagerOptions options,
            ManagerListener listener) {
        ManagerProgram program = new ManagerProgram(options, listener);
        SubnetManager manager = new SubnetManager(program, runner.apply(program), place);
        RdmaException failure = program.failure;
        if (failure != null) {
            manager.close();
            throw new RdmaException("cannot start a subnet manager on " + place, failure);
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
            throw new IllegalStateException("the subnet manager on " + place + " could not be stopped", e);
        }
    }

    @Override
    public String toString() {
        return "subnet manager on " + place;
    }
}
