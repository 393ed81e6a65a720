package io.verbena.embedded.service;

import io.verbena.embedded.ProgramHost;
import io.verbena.error.RdmaException;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.spi.MadRegistration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The agents of a client. The protocol does not carry the registrations of its programs. Each class and each upper half
 * of the transaction IDs, which contains the number of an agent in its process, therefore gets an agent of its own
 * here, so that responses have the transaction ID of their request. Must be used under the lock of the fabric.
 */
final class ClientAgents {
    /** The maximum number of agents of a client, other than the agents that receive requests. */
    static final int MAX_AGENTS = 64;

    /** No agent: all are used by other classes. */
    static final int NONE = -1;

    private static final System.Logger LOG = System.getLogger(ClientAgents.class.getPackageName());
    private static final int SA_VERSION = 2;
    private static final int OPENIB_OUI = 0x001405;
    private static final int PING = 0x32;
    private static final int SYSTEM_STATISTICS = 0x33;

    private static final MadMethod[] GET_SET = {MadMethod.GET, MadMethod.SET};
    private static final MadMethod[] SUBNET = {MadMethod.GET, MadMethod.SET, MadMethod.TRAP};
    private static final MadMethod[] SUBNET_ADMINISTRATION = {
        MadMethod.GET,
        MadMethod.SET,
        MadMethod.REPORT,
        MadMethod.GET_TABLE,
        MadMethod.GET_TRACE_TABLE,
        MadMethod.GET_MULTI,
        MadMethod.DELETE
    };

    private final ProgramHost host;
    private final List<Integer> serving = new ArrayList<>();
    private final int[] ids = new int[MAX_AGENTS];
    private final int[] classes = new int[MAX_AGENTS];
    private final int[] upperHalves = new int[MAX_AGENTS];
    private final long[] used = new long[MAX_AGENTS];
    private int count;
    private long uses;

    ClientAgents(ProgramHost host) {
        this.host = host;
    }

    /**
     * Registers for the requests that a subnet manager and the servers of infiniband-diags receive. A class that another
     * program of the port serves is left to it.
     *
     * @throws RdmaException if another program receives the requests of a subnet manager
     */
    void serve() {
        try {
            serve(registration(ManagementClass.SUBNET_LID_ROUTED.code(), 1, 0, SUBNET));
            serve(registration(ManagementClass.SUBNET_DIRECTED_ROUTE.code(), 1, 0, GET_SET));
            serve(registration(ManagementClass.SUBNET_ADMINISTRATION.code(), SA_VERSION, 0, SUBNET_ADMINISTRATION));
        } catch (RdmaException e) {
            endService();
            throw e;
        }
        serveIfFree(registration(ManagementClass.PERFORMANCE.code(), 1, 0, SUBNET));
        serveIfFree(registration(ManagementClass.DEVICE_MANAGEMENT.code(), 1, 0, SUBNET));
        serveIfFree(registration(PING, 1, OPENIB_OUI, GET_SET));
        serveIfFree(registration(SYSTEM_STATISTICS, 1, OPENIB_OUI, GET_SET));
    }

    /** Ends {@link #serve}. */
    void endService() {
        serving.forEach(host::unregister);
        serving.clear();
    }

    private void serve(MadRegistration registration) {
        serving.add(host.register(registration));
    }

    private void serveIfFree(MadRegistration registration) {
        try {
            serve(registration);
        } catch (RdmaException e) {
            LOG.log(System.Logger.Level.DEBUG, e.getMessage());
        }
    }

    private static MadRegistration registration(int managementClass, int version, int oui, MadMethod... methods) {
        Set<Integer> codes = Stream.of(methods).map(MadMethod::code).collect(Collectors.toSet());
        return new MadRegistration(managementClass, version, oui, codes, false);
    }

    /** Returns the agent that sends a MAD, or {@link #NONE}. */
    int find(int managementClass, int upperHalf) {
        uses++;
        for (int i = 0; i < count; i++) {
            if (upperHalves[i] == upperHalf && classes[i] == managementClass) {
                used[i] = uses;
                return ids[i];
            }
        }
        return add(managementClass, upperHalf);
    }

    /** Returns the upper half of the transaction IDs of an agent, and {@code otherwise} for one that serves. */
    int upperHalf(int agent, int otherwise) {
        for (int i = 0; i < count; i++) {
            if (ids[i] == agent) {
                return upperHalves[i];
            }
        }
        return otherwise;
    }

    private int add(int managementClass, int upperHalf) {
        int at = count < MAX_AGENTS ? count : oldest(managementClass);
        if (at == NONE) {
            return NONE;
        }
        if (at == count) {
            ids[at] = host.register(MadRegistration.client(managementClass, 1));
            classes[at] = managementClass;
            count++;
        }
        upperHalves[at] = upperHalf;
        used[at] = uses;
        return ids[at];
    }

    private int oldest(int managementClass) {
        int oldest = NONE;
        for (int i = 0; i < count; i++) {
            if (classes[i] == managementClass && (oldest == NONE || used[i] < used[oldest])) {
                oldest = i;
            }
        }
        return oldest;
    }
}
