package io.verbena.sm.sa;

import io.verbena.iba.Guid;
import io.verbena.iba.Layout;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortInfo;
import io.verbena.iba.Structure;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A subnet as its subnet manager knows it. */
public interface SaSubnet {
    /** Returns all nodes. */
    List<? extends Node> nodes();

    /** Returns the addressable port whose LID range contains a LID; null if there is none. */
    @Nullable Port port(int lid);

    /** Returns the addressable port with a GUID, which may be an alias GUID; null if there is none. */
    @Nullable Port port(Guid guid);

    /** Returns the port of the router by which packets leave the subnet; null if there is none. */
    default @Nullable Port router() {
        return null;
    }

    /** Returns the highest LID of a port. */
    int highestLid();

    /** Calls an action with each addressable port, in the order of the nodes. */
    default void forEachEndPort(Consumer<Port> action) {
        for (Node node : nodes()) {
            int last = node.isSwitch() ? 0 : node.numPorts();
            for (int number = node.isSwitch() ? 0 : 1; number <= last; number++) {
                Port port = node.port(number);
                if (port != null && port.isEndPort()) {
                    action.accept(port);
                }
            }
        }
    }

    /**
     * Returns the service levels that packets between two ports may use, one bit per level, as far as the routing of the
     * subnet limits them.
     */
    default int carriedLevels(Port from, Port to) {
        return Port.ALL_LEVELS;
    }

    /** Returns the ports of subnet managers. */
    List<? extends Port> managers();

    /** A node of a {@link SaSubnet}. */
    public interface Node {
        /** Returns the type of this node. */
        NodeType type();

        /** Returns the number of ports, not counting port 0 of a switch. */
        int numPorts();

        /** Returns a port; null if it is not known. Port 0 is the management port of a switch. */
        @Nullable Port port(int number);

        /** Returns the port by which a switch forwards to a LID: 0 for the switch itself, 255 for none. */
        int forward(int lid);

        /** Sets the ports to which a switch forwards a multicast LID. */
        void forward(int multicastLid, BitSet ports);

        /** Returns whether this node is a switch. */
        default boolean isSwitch() {
            return type() == NodeType.SWITCH;
        }
    }

    /** A port of a {@link SaSubnet}. */
    public interface Port {
        /** All service levels, one bit per level. */
        int ALL_LEVELS = 0xffff;

        /** Returns the node of this port. */
        Node node();

        /** Returns the port number; 0 is the management port of a switch. */
        int number();

        /** Returns the port GUID; on a switch, that of the management port. */
        Guid guid();

        /** Returns the base LID; 0 for a port without one, such as the external ports of a switch. */
        int lid();

        /** Returns the LMC. */
        int lmc();

        /** Returns whether the link is up; port 0 of a switch is always up. */
        boolean isUp();

        /** Returns the port at the other end of the link; null while the link is down. */
        @Nullable Port peer();

        /** Returns the PortInfo, which must not be modified. */
        PortInfo info();

        /** Returns whether this port is a member of a partition. */
        boolean admits(int pKey);

        /**
         * Returns the service levels of packets that may leave by this port.
         *
         * @param in the port at which the packets arrive; 0 if they originate in the node
         * @return one bit per level
         */
        int carriedLevels(int in);

        /** Returns the highest index of a partition key; 0 if there is none. */
        int highestKeyIndex();

        /**
         * Copies a subnet management attribute, as the agent of the port returns it.
         *
         * @return false if there is no such attribute
         */
        boolean read(Layout<?> attribute, long modifier, byte[] target, int position);

        /**
         * Sets a subnet management attribute.
         *
         * @return false if the agent refuses it
         */
        boolean write(Structure attribute, long modifier);

        /** Returns the port that holds the addresses: port 0 of a switch, or this port. */
        default Port managed() {
            Port zero = node().isSwitch() ? node().port(0) : null;
            return zero == null ? this : zero;
        }

        /** Calls an action with each port that shares the address of this one: all ports of a switch, or this port. */
        default void forEachSharing(Consumer<Port> action) {
            if (!node().isSwitch()) {
                action.accept(this);
                return;
            }
            for (int number = 0; number <= node().numPorts(); number++) {
                Port port = node().port(number);
                if (port != null) {
                    action.accept(port);
                }
            }
        }

        /** Returns whether this port has an address of its own. */
        default boolean isEndPort() {
            return lid() != 0 && isUp() && (number() == 0 || !node().isSwitch());
        }
    }
}
