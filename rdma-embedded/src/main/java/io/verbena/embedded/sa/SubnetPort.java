package io.verbena.embedded.sa;

import io.verbena.iba.Guid;
import io.verbena.iba.Layout;
import io.verbena.iba.PortInfo;
import io.verbena.iba.Structure;
import org.jspecify.annotations.Nullable;

/** A port of a {@link Subnet}. */
public interface SubnetPort {
    /** Every service level, as a bit for each. */
    int ALL_LEVELS = 0xffff;

    /** The node it belongs to. */
    SubnetNode node();

    /** Its number; 0 is the management port of a switch. */
    int number();

    /** Its GUID; on a switch, that of the management port. */
    Guid guid();

    /** Its base LID; 0 where it has none, as on the ports of a switch other than port 0. */
    int lid();

    /** How many low bits of its LID are free. */
    int lmc();

    /** Whether it has a link; port 0 of a switch always has. */
    boolean isUp();

    /** The other end of its link; null while it is down. */
    @Nullable SubnetPort peer();

    /** What the port says of itself, only to be read. */
    PortInfo info();

    /** Whether it is a member of a partition. */
    boolean admits(int pKey);

    /**
     * The service levels of which packets may leave by it.
     *
     * @param in the port of the node by which they come in; 0 for those that begin there
     * @return a bit for each level
     */
    int carriedLevels(int in);

    /** The last index of its table of partition keys at which there is one; 0 if there is none. */
    int highestKeyIndex();

    /**
     * Copies an attribute of subnet management, as its agent answers it.
     *
     * @return false where there is no such attribute
     */
    boolean read(Layout<?> attribute, long modifier, byte[] target, int position);

    /**
     * Sets an attribute of subnet management.
     *
     * @return false where its agent refuses it
     */
    boolean write(Structure attribute, long modifier);

    /** The port with the addresses: port 0 of a switch, itself elsewhere. */
    default SubnetPort managed() {
        SubnetPort zero = node().isSwitch() ? node().port(0) : null;
        return zero == null ? this : zero;
    }

    /** Whether it has an address of its own. */
    default boolean isEndPort() {
        return lid() != 0 && isUp() && (number() == 0 || !node().isSwitch());
    }
}
