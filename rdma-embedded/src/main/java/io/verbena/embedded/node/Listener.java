package io.verbena.embedded.node;

/** Takes the datagrams that come to a port and are not answered by its node: the programs of a host. */
@FunctionalInterface
public interface Listener {
    /** Takes a datagram, copied, if it is for somebody here; whether it was. */
    boolean take(Packet packet);
}
