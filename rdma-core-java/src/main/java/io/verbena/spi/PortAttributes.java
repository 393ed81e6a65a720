package io.verbena.spi;

import io.verbena.hca.LinkLayer;
import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import java.util.List;

/**
 * Attributes of a port of a device of this host.
 *
 * @param number the port number, from 1; 0 is the management port of a switch
 * @param state the logical state
 * @param physicalState the physical state
 * @param rate the rate in Gb/s, rounded down
 * @param rateText the rate as the system shows it, {@code 2.5 Gb/sec (1X SDR)}
 * @param lid the base LID
 * @param lmc the LID mask control, the number of path bits
 * @param smLid the LID of the master subnet manager
 * @param smSl the service level to the master subnet manager
 * @param capabilityMask the capability mask, as in PortInfo, see {@link io.verbena.iba.PortCapability}
 * @param gidPrefix the subnet prefix
 * @param portGuid the GUID of the port
 * @param linkLayer {@code InfiniBand}, {@code Ethernet} or another name that the system reports
 * @param pKeys the P_Keys, by index
 */
public record PortAttributes(
        int number,
        PortState state,
        PortPhysicalState physicalState,
        int rate,
        String rateText,
        Lid lid,
        int lmc,
        Lid smLid,
        int smSl,
        long capabilityMask,
        long gidPrefix,
        Guid portGuid,
        String linkLayer,
        List<Integer> pKeys) {

    /** Returns the GID at index 0. */
    public Gid defaultGid() {
        return new Gid(gidPrefix, portGuid.bits());
    }

    /** Returns whether the link layer is Ethernet, where ports have no LIDs. */
    public boolean isEthernet() {
        return linkLayer.equals(LinkLayer.ETHERNET.text());
    }
}
