package io.verbena.embedded;

import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
import io.verbena.error.RdmaException;
import io.verbena.iba.MadMethod;
import io.verbena.iba.VendorOuiMad;
import io.verbena.spi.MadRegistration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The agents of all programs at a port. As in a kernel, a response is passed to the agent that sent the request,
 * identified by the upper half of the transaction ID, and a request to the agent that registered for its class, vendor
 * and method.
 */
final class PortAgents implements FabricPort.Listener {
    private static final int RESPONSE = 0x80;
    private static final int FIRST_OUI_CLASS = 0x30;
    private static final int LAST_OUI_CLASS = 0x4f;

    /** The program to which an agent belongs. */
    interface Owner {
        /** Returns whether the program receives only what no other program of the host wants. */
        boolean isFallback();

        /** Returns the port of the program. */
        FabricPort port();

        /** Receives a datagram for an agent. */
        void receive(MadPacket packet, int agent, boolean response);
    }

    private record Agent(int id, Owner owner, int number, MadRegistration registration) {
        boolean wants(MadPacket packet) {
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

    // A port has few agents, and iterating over them by index does not allocate.
    private final List<Agent> agents = new ArrayList<>();

    static PortAgents at(FabricPort port) {
        FabricPort.Listener known = port.listener();
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
     * @param id the upper half of the transaction IDs of its requests
     * @throws RdmaException if another agent registered for the same requests
     */
    void add(int id, Owner owner, int number, MadRegistration registration) {
        if (!owner.isFallback()
                && agents.stream()
                        .filter(other -> !other.owner.isFallback())
                        .anyMatch(other -> other.registration.collidesWith(registration))) {
            throw new RdmaException(String.format(
                    "another agent receives the requests of management class 0x%02x on %s; close it first",
                    registration.managementClass(), owner.port()));
        }
        agents.add(new Agent(id, owner, number, registration));
    }

    void remove(int id) {
        agents.removeIf(agent -> agent.id == id);
    }

    @Override
    public boolean take(MadPacket packet) {
        int method = packet.header().methodBits();
        boolean answer = (method & RESPONSE) != 0;
        // A TrapRepress is addressed to the node that sent the trap, which has no registered agent for it.
        Agent agent = answer || method == MadMethod.TRAP_REPRESS.code() ? asker(packet) : taker(packet);
        if (agent == null) {
            return false;
        }
        agent.owner.receive(packet, agent.number, answer);
        return true;
    }

    private @Nullable Agent asker(MadPacket packet) {
        int id = (int) (packet.header().transactionId() >>> Integer.SIZE);
        for (Agent agent : agents) {
            if (agent.id == id) {
                return agent;
            }
        }
        return null;
    }

    private @Nullable Agent taker(MadPacket packet) {
        Agent fallback = null;
        for (Agent agent : agents) {
            if (agent.wants(packet)) {
                if (!agent.owner.isFallback()) {
                    return agent;
                }
                fallback = agent;
            }
        }
        return fallback;
    }
}
