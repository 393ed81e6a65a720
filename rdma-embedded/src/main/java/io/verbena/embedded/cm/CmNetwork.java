package io.verbena.embedded.cm;

import io.verbena.iba.Gid;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/** The services of the fabric for address resolution. Must be used under the lock of the timeline. */
public interface CmNetwork {

    /** Returns the GID of the port that currently responds for an address; null if there is none. */
    @Nullable Gid neighbour(InetAddress address);

    /** Returns the IPv4 address of a host by name; null if there is no such host. */
    @Nullable InetAddress named(String host);

    /** Returns the UDP sockets of the fabric, which need no lock. */
    UdpNetwork udp();
}
