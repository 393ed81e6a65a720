package io.verbena.gsi;

import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.error.UnsupportedException;
import io.verbena.iba.ManagementClass;
import io.verbena.spi.MadRegistration;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/** Agents of a channel. Assigns received datagrams to them. Safe for use by several threads. */
final class Agents {
    static final int NONE = -1;

    private static final int AGENT_BITS = 12;
    private static final int MAX_AGENTS = 1 << AGENT_BITS;
    private static final long LOWER_HALF = 0xffffffffL;

    private final String port;
    private final Map<Integer, MadRegistration> agents = new ConcurrentHashMap<>();

    /** Distinguishes the responses to this channel from those to an earlier channel with the same queue pair. */
    private final int salt = ThreadLocalRandom.current().nextInt() << AGENT_BITS;

    private int next;

    Agents(String port) {
        this.port = port;
    }

    synchronized int add(MadRegistration registration) {
        int managementClass = registration.managementClass();
        if (managementClass == ManagementClass.SUBNET_LID_ROUTED.code()
                || managementClass == ManagementClass.SUBNET_DIRECTED_ROUTE.code()) {
            throw new UnsupportedException(
                    "subnet management by verbs",
                    port,
                    Errno.EOPNOTSUPP,
                    "its packets leave by queue pair 0, which only umad gives; use umad, or ask the subnet administration"
                            + " instead (--sa)");
        }
        if (agents.values().stream().anyMatch(registration::collidesWith)) {
            throw new SysException(
                    "register",
                    String.format("%s, class 0x%02x", port, managementClass),
                    Errno.EBUSY,
                    "another agent of this channel takes the same requests");
        }
        if (next == MAX_AGENTS) {
            throw new RdmaException("a channel has no more than " + MAX_AGENTS + " agents in its life; open another");
        }
        agents.put(next, registration);
        return next++;
    }

    void remove(int agent) {
        agents.remove(agent);
    }

    /** Requires that an agent is registered. */
    void require(int agent) {
        if (!agents.containsKey(agent)) {
            throw new RdmaException("there is no agent " + agent + " on " + port + "; register a class first");
        }
    }

    /** Returns the transaction ID of a request. Its upper half identifies the agent. */
    long transaction(int agent, long own) {
        return ((long) (salt | agent) << Integer.SIZE) | (own & LOWER_HALF);
    }

    /** Returns the agent for a datagram, or {@link #NONE}. */
    int find(ByteBuffer mad) {
        return Datagram.isAnswer(mad) ? asker(mad) : server(mad);
    }

    private int asker(ByteBuffer mad) {
        int upper = (int) (Datagram.transactionId(mad) >>> Integer.SIZE);
        int agent = upper & (MAX_AGENTS - 1);
        MadRegistration asked = agents.get(agent);
        boolean own = (upper ^ agent) == salt;
        return asked != null && own && asked.managementClass() == Datagram.managementClass(mad) ? agent : NONE;
    }

    private int server(ByteBuffer mad) {
        for (Map.Entry<Integer, MadRegistration> entry : agents.entrySet()) {
            MadRegistration wanted = entry.getValue();
            if (wanted.managementClass() == Datagram.managementClass(mad)
                    && wanted.classVersion() == Datagram.classVersion(mad)
                    && wanted.oui() == Datagram.oui(mad)
                    && wanted.methods().contains(Datagram.method(mad))) {
                return entry.getKey();
            }
        }
        return NONE;
    }
}
