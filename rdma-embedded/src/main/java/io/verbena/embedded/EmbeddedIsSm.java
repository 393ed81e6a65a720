package io.verbena.embedded;

import io.verbena.embedded.agent.Traps;
import io.verbena.embedded.node.Port;
import io.verbena.embedded.time.Timeline;
import io.verbena.error.RdmaException;
import io.verbena.spi.IsSm;

/** A program on a host that is the subnet manager of a port, instead of what was there before. */
final class EmbeddedIsSm implements IsSm, Closing.Child {
    private final Timeline timeline;
    private final Traps traps;
    private final Port port;
    private final Closing owner;
    private final Port.Manager before;
    private boolean closed;

    EmbeddedIsSm(Fabric fabric, Port port, Closing owner) {
        this.timeline = fabric.timeline();
        this.traps = fabric.agents().traps();
        this.port = port;
        this.owner = owner;
        this.before = timeline.get(this::hold);
    }

    private Port.Manager hold() {
        Port.Manager found = port.manager();
        if (found == Port.Manager.PROGRAM) {
            throw new RdmaException("another program says that it is the subnet manager at " + port + "; end it first");
        }
        change(Port.Manager.PROGRAM);
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

    private void change(Port.Manager next) {
        boolean was = port.manager() != Port.Manager.NONE;
        port.manager(next);
        if (was != (next != Port.Manager.NONE)) {
            traps.capabilitiesChanged(port);
        }
    }
}
