package io.verbena.embedded.sa;

import io.verbena.iba.NodeType;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** A node of a {@link Subnet}. */
public interface SubnetNode {
    /** What kind of node it is. */
    NodeType type();

    /** The number of its ports; port 0 of a switch is not counted. */
    int numPorts();

    /** One of its ports; null if it is not known. Port 0 is the management port of a switch. */
    @Nullable SubnetPort port(int number);

    /** The port by which a switch forwards to a LID, 0 for itself, 255 for none. */
    int forward(int lid);

    /** Makes a switch forward a multicast LID to these ports; none, if there are none. */
    void forward(int multicastLid, BitSet ports);

    /** Whether it is a switch. */
    default boolean isSwitch() {
        return type() == NodeType.SWITCH;
    }
}
