package io.verbena.embedded.service;

import io.verbena.embedded.HostProgram;
import io.verbena.embedded.ProgramHost;
import io.verbena.error.RdmaException;
import io.verbena.iba.Lid;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadRegistration;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A client as a program of its host. It passes MADs in both directions unchanged except for their transaction IDs, and
 * returns each request that is not answered in time, as ib_umad does.
 */
final class ClientProgram implements HostProgram {
    private static final int ENOMEM = 12;
    private static final int RESPONSE = 0x80;
    private static final int CLASS_OFFSET = 1;
    private static final int METHOD_OFFSET = 3;
    private static final int TRANSACTION_OFFSET = 8;
    private static final int RMPP_TYPE_OFFSET = 25;
    private static final int RMPP_FLAGS_OFFSET = 26;
    private static final int RMPP_ACTIVE = 1;
    private static final int RMPP_LAST = 4;
    private static final int RMPP_DATA = 1;
    private static final int FIRST_OUI_CLASS = 0x30;
    private static final int LAST_OUI_CLASS = 0x4f;

    private final Output output;
    private final int timeoutMillis;
    private final int maxOutstanding;
    // Read by the thread of the service, too.
    private volatile @Nullable ProgramHost host;
    private @Nullable ClientAgents agents;
    private boolean manages;
    private int lastUpperHalf;
    private MadAddress lastDestination = MadAddress.DIRECTED;

    /** The connection to the client. Called under the lock of the fabric. */
    interface Output {
        void sent(MadAddress destination, ByteBuffer mad);

        void deliver(int status, MadAddress source, ByteBuffer mad);
    }

    ClientProgram(Output output, ServiceLimits limits) {
        this.output = output;
        this.timeoutMillis = (int) limits.requestTimeout().toMillis();
        this.maxOutstanding = limits.outstanding();
    }

    @Override
    public void start(ProgramHost starting) {
        host = starting;
        agents = new ClientAgents(starting);
    }

    @Override
    public void stop() {
        host = null;
        agents = null;
    }

    /**
     * Runs an action under the lock of the fabric. A failure of the action reaches the caller and does not stop this
     * program.
     *
     * @throws RdmaException if the action throws one, or the fabric is closed
     */
    void execute(Runnable action) {
        ProgramHost running = host;
        if (running == null) {
            throw new RdmaException("the embedded fabric is closed");
        }
        RdmaException[] failure = new RdmaException[1];
        running.execute(() -> {
            try {
                action.run();
            } catch (RdmaException e) {
                failure[0] = e;
            }
        });
        if (failure[0] != null) {
            throw failure[0];
        }
    }

    /**
     * Makes the client a subnet manager, or ends this. Requests are accepted before the bit IsSM is set, because its trap
     * makes the master ask at once.
     *
     * @throws RdmaException if another program of the port is a subnet manager
     */
    void manage(boolean here) {
        execute(() -> {
            ProgramHost running = host;
            ClientAgents served = agents;
            if (running == null || served == null || here == manages) {
                return;
            }
            if (here) {
                served.serve();
                running.subnetManager(true);
            } else {
                running.subnetManager(false);
                served.endService();
            }
            manages = here;
        });
    }

    void send(ServiceClient.ClientPacket packet) {
        ProgramHost running = host;
        ClientAgents known = agents;
        if (running == null || known == null) {
            return;
        }
        ByteBuffer mad = packet.mad();
        int managementClass = mad.get(CLASS_OFFSET) & 0xff;
        int upperHalf = mad.getInt(TRANSACTION_OFFSET);
        MadAddress destination = destination(managementClass, packet.destinationLid(), packet.destinationQueuePair());
        boolean request = isRequest(managementClass, mad);
        int agent = known.find(managementClass, upperHalf);
        if (agent == ClientAgents.NONE || (request && running.outstanding() >= maxOutstanding)) {
            output.deliver(ENOMEM, destination, mad);
            return;
        }
        lastUpperHalf = upperHalf;
        output.sent(destination, mad);
        running.send(agent, destination, mad, request ? timeoutMillis : 0);
    }

    private MadAddress destination(int managementClass, int lid, int queuePair) {
        boolean subnetManagement = managementClass == ManagementClass.SUBNET_LID_ROUTED.code()
                || managementClass == ManagementClass.SUBNET_DIRECTED_ROUTE.code();
        if (subnetManagement && lid == Lid.PERMISSIVE.bits()) {
            return MadAddress.DIRECTED;
        }
        int to = subnetManagement ? 0 : Math.max(1, queuePair);
        MadAddress last = lastDestination;
        if (last.lid() != lid || last.queuePair() != to) {
            last = subnetManagement
                    ? MadAddress.subnetManagement(lid, 0)
                    : new MadAddress(lid, to, MadAddress.GSI_QUEUE_KEY, 0, 0, 0, null);
            lastDestination = last;
        }
        return last;
    }

    /** Returns whether a response to a MAD is due: to a request, and to the last segment of a long one. */
    private static boolean isRequest(int managementClass, ByteBuffer mad) {
        int method = mad.get(METHOD_OFFSET) & 0xff;
        if ((method & RESPONSE) != 0
                || method == MadMethod.SEND.code()
                || method == MadMethod.TRAP.code()
                || method == MadMethod.TRAP_REPRESS.code()) {
            return false;
        }
        int flags = mad.get(RMPP_FLAGS_OFFSET);
        boolean segment = (managementClass == ManagementClass.SUBNET_ADMINISTRATION.code()
                        || (managementClass >= FIRST_OUI_CLASS && managementClass <= LAST_OUI_CLASS))
                && (flags & RMPP_ACTIVE) != 0;
        return !segment || (mad.get(RMPP_TYPE_OFFSET) == RMPP_DATA && (flags & RMPP_LAST) != 0);
    }

    @Override
    public void received(int agent, int status, MadAddress source, ByteBuffer mad) {
        ClientAgents known = agents;
        boolean own = status == 0 && (mad.get(mad.position() + METHOD_OFFSET) & RESPONSE) != 0;
        if (known != null && own) {
            int at = mad.position() + TRANSACTION_OFFSET;
            mad.putInt(at, known.upperHalf(agent, lastUpperHalf));
        }
        output.deliver(status, source, mad);
    }

    /**
     * The agents of a client. The protocol does not carry the registrations of its programs. Each class and each upper half
     * of the transaction IDs, which contains the number of an agent in its process, therefore gets an agent of its own
     * here, so that responses have the transaction ID of their request. Must be used under the lock of the fabric.
     */
    private static final class ClientAgents {
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
}
