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

/** The agents of a channel, and for which of them a datagram is. Safe for several threads. */
final class Agents {
    static final int NOBODY = -1;

    private static final int AGENT_BITS = 12;
    private static final int MOST = 1 << AGENT_BITS;
    private static final long LOWER_HALF = 0xffffffffL;

    private final String port;
    private final Map<Integer, MadRegistration> agents = new ConcurrentHashMap<>();

    /** Tells the answers of this channel from those of one that had the same queue pair before. */
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
        if (next == MOST) {
            throw new RdmaException("a channel has no more than " + MOST + " agents in its life; open another");
        }
        agents.put(next, registration);
        return next++;
    }

    void remove(int agent) {
        agents.remove(agent);
    }

    /** What an agent is for. */
    void require(int agent) {
        if (!agents.containsKey(agent)) {
            throw new RdmaException("there is no agent " + agent + " on " + port + "; register a class first");
        }
    }

    /** The transaction ID under which a request of an agent goes out: its upper half names the agent. */
    long transaction(int agent, long own) {
        return ((long) (salt | agent) << Integer.SIZE) | (own & LOWER_HALF);
    }

    /** The agent that a datagram is for; {@link #NOBODY} if it is for none. */
    int find(ByteBuffer mad) {
        return Datagram.isAnswer(mad) ? asker(mad) : server(mad);
    }

    private int asker(ByteBuffer mad) {
        int upper = (int) (Datagram.transactionId(mad) >>> Integer.SIZE);
        int agent = upper & (MOST - 1);
        MadRegistration asked = agents.get(agent);
        boolean own = (upper ^ agent) == salt;
        return asked != null && own && asked.managementClass() == Datagram.managementClass(mad) ? agent : NOBODY;
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
        return NOBODY;
    }
}
