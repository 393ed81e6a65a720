package io.verbena.spi;

import io.verbena.hca.GidType;
import io.verbena.iba.Gid;

/**
 * An entry of the GID table of a port that is in use.
 *
 * @param index where it stands, from 0
 * @param gid on Ethernet an IPv6 address, or an IPv4 address as {@code ::ffff:10.0.0.1}
 * @param type how packets look that are sent from it
 * @param networkInterface the interface of the system that has the address, {@code eth0}; empty if none is behind it
 */
public record GidEntry(int index, Gid gid, GidType type, String networkInterface) {}
