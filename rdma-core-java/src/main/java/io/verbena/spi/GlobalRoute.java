package io.verbena.spi;

import io.verbena.iba.Gid;

/**
 * The fields of the global route header of a datagram that leaves the subnet or crosses an Ethernet (IBA 8.3).
 *
 * @param gid the GID of the remote port
 * @param gidIndex the index of the local GID
 * @param flowLabel the flow label, 20 bits
 * @param hopLimit the hop limit, 0 to 255
 * @param trafficClass the traffic class, 8 bits
 */
public record GlobalRoute(Gid gid, int gidIndex, int flowLabel, int hopLimit, int trafficClass) {}
