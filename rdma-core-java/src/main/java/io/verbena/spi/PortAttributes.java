package io.verbena.spi;

import io.verbena.hca.LinkLayer;
import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import java.util.List;

/**
 * What a port of a device of this host is now.
 *
 * @param number its number, from 1; 0 is the management port of a switch
 * @param state its logical state
 * @param physicalState its physical state
 * @param rate in Gb/s, rounded down as the system gives it
 * @param lid its base LID
 * @param lmc how many low bits of the LID are free to choose
 * @param smLid the LID of the master subnet manager
 * @param smSl the service level to reach it
 * @param capabilityMask as in PortInfo, see {@link io.verbena.iba.PortCapability}
 * @param gidPrefix the subnet prefix
 * @param portGuid the GUID of the port
 * @param linkLayer {@code InfiniBand}, {@code Ethernet} or what the system says
 * @param pKeys the partition keys, by index
 */
public record PortAttributes(
        int number,
        PortState state,
        PortPhysicalState physicalState,
        int rate,
        Lid lid,
        int lmc,
        Lid smLid,
        int smSl,
        long capabilityMask,
        long gidPrefix,
        Guid portGuid,
        String linkLayer,
        List<Integer> pKeys) {

    /** The GID at index 0. */
    public Gid defaultGid() {
        return new Gid(gidPrefix, portGuid.bits());
    }

    /** Whether packets lie in frames of Ethernet, where ports have no LIDs. */
    public boolean isEthernet() {
        return linkLayer.equals(LinkLayer.ETHERNET.text());
    }
}
