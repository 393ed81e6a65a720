package io.verbena.embedded.sa;

import io.verbena.iba.Guid;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A subnet as its subnet manager knows it. */
public interface Subnet {
    /** All nodes that were found. */
    List<? extends SubnetNode> nodes();

    /** The addressable port with this LID, any LID of its range; null where there is none. */
    @Nullable SubnetPort port(int lid);

    /** The addressable port with this GUID, its own or one that was given to it; null where there is none. */
    @Nullable SubnetPort port(Guid guid);

    /** The largest LID that a port has. */
    int highestLid();

    /** The ports from which subnets are managed. */
    List<? extends SubnetPort> managers();
}
