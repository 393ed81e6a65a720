package io.verbena.embedded;

import io.verbena.embedded.node.FabricPort;
import io.verbena.iba.Guid;
import io.verbena.spi.IsSm;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadRegistration;
import java.lang.System.Logger;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The endpoint of a host program. */
final class ProgramEndpoint extends MadEndpoint implements ProgramHost, OwnedResources.Child, AutoCloseable {
    private static final Logger LOG = System.getLogger(HostProgram.class.getName());

    private final HostProgram program;
    private final Fabric fabric;
    private final OwnedResources owner;
    private boolean fallback;
    private @Nullable IsSm isSm;
    private boolean ended;

    ProgramEndpoint(Fabric fabric, FabricPort port, HostProgram program, OwnedResources owner) {
        super(fabric, port);
        this.program = program;
        this.fabric = fabric;
        this.owner = owner;
    }

    /** Receives only what no other program of the host wants. */
    void fallback() {
        fallback = true;
    }

    @Override
    public boolean isFallback() {
        return fallback;
    }

    void start() {
        timeline().run(() -> call(() -> program.start(this)));
    }

    private void call(Runnable part) {
        if (ended) {
            return;
        }
        try {
            part.run();
        } catch (RuntimeException e) {
            LOG.log(Logger.Level.WARNING, "the program at " + port() + " failed and was stopped", e);
            end();
        }
    }

    @Override
    void arrived(Arrival arrival) {
        call(() -> program.received(arrival.agent, arrival.status, arrival.address, arrival.mad));
        recycle(arrival);
    }

    @Override
    boolean queues() {
        return false;
    }

    @Override
    public void execute(Runnable action) {
        timeline().enter();
        try {
            call(action);
        } finally {
            timeline().exit();
        }
    }

    @Override
    public int outstanding() {
        return unanswered();
    }

    @Override
    public int register(MadRegistration registration) {
        return add(registration);
    }

    @Override
    public void unregister(int agent) {
        remove(agent);
    }

    @Override
    public void send(int agent, MadAddress destination, ByteBuffer mad, int timeoutMillis) {
        transmit(agent, destination, mad, timeoutMillis);
    }

    @Override
    public void after(Duration delay, Runnable action) {
        timeline().after(delay.toNanos(), () -> call(action));
    }

    @Override
    public long nanoTime() {
        return timeline().nanoTime();
    }

    @Override
    public Guid portGuid() {
        return port().guid();
    }

    @Override
    public void subnetManager(boolean here) {
        if (here && isSm == null) {
            isSm = new EmbeddedDriver.EmbeddedIsSm(fabric, port(), new OwnedResources());
        } else if (!here && isSm != null) {
            isSm.close();
            isSm = null;
        }
    }

    private void end() {
        if (!ended) {
            removeAll();
            subnetManager(false);
            ended = true;
            program.stop();
        }
    }

    @Override
    public void close() {
        timeline().run(this::end);
        owner.remove(this);
    }
}
