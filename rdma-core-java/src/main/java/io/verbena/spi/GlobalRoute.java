package io.verbena.spi;

import io.verbena.iba.Gid;

/**
 * What stands in the global route header of a datagram (IBA 8.3), which leaves the subnet or crosses an Ethernet.
 *
 * @param gid the GID of the other port
 * @param gidIndex the index of this port's GID in its table
 * @param flowLabel 20 bits
 * @param hopLimit how many routers it may cross, 0 to 255
 * @param trafficClass 8 bits
 */
public record GlobalRoute(Gid gid, int gidIndex, int flowLabel, int hopLimit, int trafficClass) {}
