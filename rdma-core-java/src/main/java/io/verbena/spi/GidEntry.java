package io.verbena.spi;

import io.verbena.hca.GidType;
import io.verbena.iba.Gid;

/**
 * A used entry of the GID table of a port.
 *
 * @param index the index, from 0
 * @param gid the GID; on Ethernet an IPv6 address, or an IPv4 address as {@code ::ffff:10.0.0.1}
 * @param type the type, which determines the format of packets
 * @param networkInterface the network interface that has the address, such as {@code eth0}; empty without one
 */
public record GidEntry(int index, Gid gid, GidType type, String networkInterface) {}
