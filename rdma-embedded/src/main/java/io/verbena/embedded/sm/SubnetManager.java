package io.verbena.embedded.sm;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.error.RdmaException;
import io.verbena.iba.SmState;

/**
 * A subnet manager that runs on a host of an embedded fabric until it is closed. It discovers the subnet, gives LIDs, sets
 * forwarding tables, brings the ports up, and is home of the subnet administration; it sweeps again when a switch tells of a
 * change, and from time to time. With several on one fabric one is master, the others wait for it to fall silent.
 *
 * <pre>{@code
 * EmbeddedFabric fabric = EmbeddedFabric.builder("fat-tree:2,4,4").unmanaged().open();
 * SubnetManager manager = SubnetManager.run(fabric, "host0");
 * }</pre>
 *
 * <p>It has no thread: like everything on the fabric it is moved on by whoever uses the fabric, and where no datagram is
 * delayed or lost, a sweep is over before the call returns that was its cause. Safe for use by several threads.
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
     * Starts one with {@link SubnetManagerOptions#DEFAULTS}.
     *
     * @throws IllegalArgumentException if there is no such host
     * @throws RdmaException if another program of the host is a subnet manager or takes the requests of one
     */
    public static SubnetManager run(EmbeddedFabric fabric, String host) {
        return run(fabric, host, SubnetManagerOptions.DEFAULTS);
    }

    /**
     * Starts one at the first port of a host.
     *
     * @throws IllegalArgumentException if there is no such host
     * @throws RdmaException if another program of the host is a subnet manager or takes the requests of one
     */
    public static SubnetManager run(EmbeddedFabric fabric, String host, SubnetManagerOptions options) {
        SubnetManagerProgram program = new SubnetManagerProgram(options);
        SubnetManager manager = new SubnetManager(program, fabric.run(host, program), host);
        RdmaException failure = program.failure();
        if (failure != null) {
            manager.close();
            throw new RdmaException("there can be no subnet manager on " + host, failure);
        }
        return manager;
    }

    /** What it is at the moment; NOT_ACTIVE once it is closed, told to be, or found a master with another SM_Key. */
    public SmState state() {
        return program.state();
    }

    /** What came of its last heavy sweep. */
    public SweepReport report() {
        return program.report();
    }

    /** Ends it without a word to the others, as if it had been killed; what it has set stays. */
    @Override
    public void close() {
        try {
            running.close();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("a program on an embedded host cannot fail to end", e);
        }
    }

    @Override
    public String toString() {
        return "subnet manager on " + host;
    }
}
