package io.verbena.mad.engine;

import io.verbena.device.EndPort;
import io.verbena.device.ManagementPorts;
import io.verbena.error.RdmaException;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTracer;
import io.verbena.mad.MadTransactor;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Open end ports. All transactors of an end port share its channel and its reader, because some providers allow only one
 * receiver per management class and process. The port is closed with its last transactor. Safe for use by several threads.
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

    /**
     * Creates an instance without open ports.
     *
     * @param options options of transactors that are opened without any
     * @param tracer listener for the calls of all ports; null for none
     */
    public MadPorts(MadOptions options, @Nullable MadTracer tracer) {
        this.options = options;
        this.tracer = tracer;
    }

    /** Returns the options of transactors that are opened without any. */
    public MadOptions options() {
        return options;
    }

    /**
     * Returns a transactor of an end port. The caller closes it.
     *
     * @throws RdmaException if the port cannot be opened
     */
    public MadTransactor open(EndPort endPort) {
        return open(endPort, options);
    }

    /**
     * Returns a transactor with options. The window of the port may grow to the maximum that any of its transactors allows.
     *
     * @throws RdmaException if the port cannot be opened
     */
    public MadTransactor open(EndPort endPort, MadOptions madOptions) {
        return open(endPort, new ManagementPorts(endPort, endPort), madOptions);
    }

    /**
     * Returns a transactor of a planarized device, which sends subnet management from one port and the general services from
     * another.
     *
     * @throws RdmaException if a port cannot be opened
     */
    public MadTransactor open(EndPort endPort, ManagementPorts ports, MadOptions madOptions) {
        Shared subnetManagement = share(ports.subnetManagement(), madOptions);
        try {
            Shared generalServices = share(ports.generalServices(), madOptions);
            return new PortTransactor(endPort, subnetManagement.port, generalServices.port, madOptions, () -> {
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
            throw new RdmaException("cannot open end port " + endPort + ": its Rdma is closed");
        }
        Shared found = open.get(endPort);
        // A lost port is replaced; its transactors keep it until they are closed.
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

    /** Closes all ports, even if transactors still use them. */
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
