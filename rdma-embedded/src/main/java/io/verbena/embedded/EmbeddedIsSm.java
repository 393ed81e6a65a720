package io.verbena.embedded;

import io.verbena.embedded.agent.Traps;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.time.Timeline;
import io.verbena.error.RdmaException;
import io.verbena.spi.IsSm;

/** Marks a port as that of a subnet manager while a program on its host is one. */
final class EmbeddedIsSm implements IsSm, OwnedResources.Child {
    private final Timeline timeline;
    private final Traps traps;
    private final FabricPort port;
    private final OwnedResources owner;
    private final FabricPort.Manager before;
    private boolean closed;

    EmbeddedIsSm(Fabric fabric, FabricPort port, OwnedResources owner) {
        this.timeline = fabric.timeline;
        this.traps = fabric.agents.traps();
        this.port = port;
        this.owner = owner;
        this.before = timeline.get(this::hold);
    }

    private FabricPort.Manager hold() {
        FabricPort.Manager found = port.manager();
        if (found == FabricPort.Manager.PROGRAM) {
            throw new RdmaException("another program is the subnet manager at " + port + "; stop it first");
        }
        change(FabricPort.Manager.PROGRAM);
        return found;
    }

    @Override
    public void close() {
        timeline.run(this::release);
        owner.remove(this);
    }

    private void release() {
        if (!closed) {
            closed = true;
            change(before);
        }
    }

    private void change(FabricPort.Manager next) {
        boolean was = port.manager() != FabricPort.Manager.NONE;
        port.manager(next);
        if (was != (next != FabricPort.Manager.NONE)) {
            traps.capabilitiesChanged(port);
        }
    }
}
