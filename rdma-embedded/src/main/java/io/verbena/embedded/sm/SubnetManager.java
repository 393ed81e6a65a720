package io.verbena.embedded.sm;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.error.RdmaException;
import io.verbena.iba.SmState;

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
        RdmaException failure = program.failure();
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
        return program.state();
    }

    /** Returns the result of the last heavy sweep. */
    public SweepReport report() {
        return program.report();
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
}
