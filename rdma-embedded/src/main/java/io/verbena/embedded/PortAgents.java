package io.verbena.embedded;

import io.verbena.embedded.node.Listener;
import io.verbena.embedded.node.Packet;
import io.verbena.embedded.node.Port;
import io.verbena.error.RdmaException;
import io.verbena.iba.MadMethod;
import io.verbena.iba.VendorOuiMad;
import io.verbena.spi.MadRegistration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The agents of all programs at one port. As in a kernel, an answer finds the agent that asked by the upper half of its
 * transaction ID, and a request the one that registered for its class, vendor and method.
 */
final class PortAgents implements Listener {
    private static final int RESPONSE = 0x80;
    private static final int FIRST_OUI_CLASS = 0x30;
    private static final int LAST_OUI_CLASS = 0x4f;

    private record Agent(int id, Endpoint endpoint, int number, MadRegistration registration) {
        boolean wants(Packet packet) {
            int managementClass = packet.header().managementClassBits();
            return registration.managementClass() == managementClass
                    && registration.classVersion() == packet.header().classVersion()
                    && registration.methods().contains(packet.header().methodBits())
                    && (managementClass < FIRST_OUI_CLASS
                            || managementClass > LAST_OUI_CLASS
                            || registration.oui()
                                    == packet.at(0, VendorOuiMad.LAYOUT).oui());
        }
    }

    // A port has few, and a walk past them makes no objects.
    private final List<Agent> agents = new ArrayList<>();

    /** The agents at a port. */
    static PortAgents at(Port port) {
        Listener known = port.listener();
        if (known instanceof PortAgents agents) {
            return agents;
        }
        PortAgents agents = new PortAgents();
        port.listener(agents);
        return agents;
    }

    /**
     * Adds an agent.
     *
     * @param id what the transaction IDs of its requests begin with
     * @throws RdmaException if another takes the same requests
     */
    void add(int id, Endpoint endpoint, int number, MadRegistration registration) {
        if (!endpoint.standsIn()
                && agents.stream()
                        .filter(other -> !other.endpoint.standsIn())
                        .anyMatch(other -> other.registration.collidesWith(registration))) {
            throw new RdmaException(String.format(
                    "another agent takes the requests of management class 0x%02x on %s",
                    registration.managementClass(), endpoint.port()));
        }
        agents.add(new Agent(id, endpoint, number, registration));
    }

    void remove(int id) {
        agents.removeIf(agent -> agent.id == id);
    }

    @Override
    public boolean take(Packet packet) {
        int method = packet.header().methodBits();
        boolean answer = (method & RESPONSE) != 0;
        // A trap is repressed by the node that sent it, which asked nothing.
        Agent agent = answer || method == MadMethod.TRAP_REPRESS.code() ? asker(packet) : taker(packet);
        if (agent == null) {
            return false;
        }
        agent.endpoint.take(packet, agent.number, answer);
        return true;
    }

    private @Nullable Agent asker(Packet packet) {
        int id = (int) (packet.header().transactionId() >>> Integer.SIZE);
        for (Agent agent : agents) {
            if (agent.id == id) {
                return agent;
            }
        }
        return null;
    }

    private @Nullable Agent taker(Packet packet) {
        Agent standIn = null;
        for (Agent agent : agents) {
            if (agent.wants(packet)) {
                if (!agent.endpoint.standsIn()) {
                    return agent;
                }
                standIn = agent;
            }
        }
        return standIn;
    }
}
