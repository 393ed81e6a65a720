package io.verbena.mad;

import io.verbena.device.EndPort;
import io.verbena.device.ManagementPorts;
import io.verbena.error.RdmaException;
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
    private boolean closed;

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

    /** The options of a transactor that is opened without any. */
    public MadOptions options() {
        return options;
    }

    /**
     * A transactor of this end port; the caller closes it.
     *
     * @throws io.verbena.error.RdmaException if the port cannot be opened; the message says what to do
     */
    public MadTransactor open(EndPort endPort) {
        return open(endPort, options);
    }

    /**
     * A transactor of this end port with options of its own; the window of the port becomes the largest that anybody asks
     * for.
     *
     * @throws io.verbena.error.RdmaException if the port cannot be opened; the message says what to do
     */
    public MadTransactor open(EndPort endPort, MadOptions madOptions) {
        return open(endPort, new ManagementPorts(endPort, endPort), madOptions);
    }

    /**
     * A transactor of an end port of a planarised device: subnet management leaves by the one of its ports, the general
     * services by the other.
     *
     * @throws io.verbena.error.RdmaException if a port cannot be opened; the message says what to do
     */
    public MadTransactor open(EndPort endPort, ManagementPorts ports, MadOptions madOptions) {
        Shared subnetManagement = share(ports.subnetManagement(), madOptions);
        try {
            Shared generalServices = share(ports.generalServices(), madOptions);
            Planes planes = new Planes(subnetManagement.port, generalServices.port);
            return new MadTransactor(endPort, planes, madOptions, () -> {
                release(ports.generalServices(), generalServices);
                release(ports.subnetManagement(), subnetManagement);
            });
        } catch (RdmaException e) {
            release(ports.subnetManagement(), subnetManagement);
            throw e;
        }
    }

    private synchronized Shared share(EndPort endPort, MadOptions madOptions) {
        if (closed) {
            throw new RdmaException("end port " + endPort + " cannot be opened: its Rdma is closed");
        }
        Shared found = open.get(endPort);
        // A port that was lost, as its device was, is of no more use; its users keep it until they close.
        if (found == null || !found.port.isOpen()) {
            found = new Shared(new MadPort(endPort, endPort.openMadChannel(), madOptions.outstanding(), tracer));
            open.put(endPort, found);
        }
        Shared shared = found;
        shared.users++;
        shared.port.allow(madOptions.outstanding());
        return shared;
    }

    private void release(EndPort endPort, Shared shared) {
        synchronized (this) {
            if (--shared.users > 0) {
                return;
            }
            open.remove(endPort, shared);
        }
        shared.port.close();
    }

    /** Closes every port, whoever still uses it. */
    @Override
    public void close() {
        Map<EndPort, Shared> rest;
        synchronized (this) {
            closed = true;
            rest = Map.copyOf(open);
            open.clear();
        }
        rest.values().forEach(shared -> shared.port.close());
    }
}
