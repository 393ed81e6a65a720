package io.verbena.embedded.cm;

import io.verbena.iba.Gid;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/** What address resolution finds: ports behind addresses, and addresses behind names. Used under the lock of the timeline. */
public interface CmNetwork {

    /** The GID of the port that answers for an address now; null if none does. */
    @Nullable Gid neighbour(InetAddress address);

    /** The IPv4 address of a host; null if none is called so. */
    @Nullable InetAddress named(String host);
}
