package io.verbena.mad;

import io.verbena.device.EndPort;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The open end ports. All transactors of one end port share its channel and its reader, as one process may not have two
 * receivers of one management class everywhere; the last one to close closes both. Safe for use by several threads.
 */
public final class MadPorts implements AutoCloseable {
    private final MadOptions options;
    private final @Nullable MadTracer tracer;
    private final Map<EndPort, Shared> open = new HashMap<>();

    private static final class Shared {
        private final MadPort port;
        private int users;

        private Shared(MadPort port) {
            this.port = port;
        }
    }

    /** No port open yet; {@code tracer} is told of every call on any of them. */
    public MadPorts(MadOptions options, @Nullable MadTracer tracer) {
        this.options = options;
        this.tracer = tracer;
    }

    /**
     * A transactor of this end port; the caller closes it.
     *
     * @throws io.verbena.error.RdmaException if the port cannot be opened; the message says what to do
     */
    public synchronized MadTransactor open(EndPort endPort) {
        Shared shared = open.get(endPort);
        if (shared == null) {
            shared = new Shared(new MadPort(endPort.name(), endPort.openMadChannel(), options.outstanding(), tracer));
            open.put(endPort, shared);
        }
        shared.users++;
        return new MadTransactor(endPort, shared.port, options, () -> release(endPort));
    }

    private void release(EndPort endPort) {
        Shared last = null;
        synchronized (this) {
            Shared shared = open.get(endPort);
            if (shared != null && --shared.users == 0) {
                last = open.remove(endPort);
            }
        }
        if (last != null) {
            last.port.close();
        }
    }

    /** Closes every port, whoever still uses it. */
    @Override
    public void close() {
        Map<EndPort, Shared> rest;
        synchronized (this) {
            rest = Map.copyOf(open);
            open.clear();
        }
        rest.values().forEach(shared -> shared.port.close());
    }
}
