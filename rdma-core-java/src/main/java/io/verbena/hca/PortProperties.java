package io.verbena.hca;

import io.verbena.iba.LaneSpeed;
import io.verbena.iba.Lid;
import io.verbena.iba.Mtu;
import io.verbena.iba.PortCapability;
import io.verbena.iba.PortCapability2;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.iba.VirtualLanes;

/**
 * What a port is now (IBA 11.2.1.3; ibv_query_port(3)).
 *
 * @param number its number, from 1
 * @param state its logical state
 * @param physicalState its physical state
 * @param linkLayer what its packets lie in
 * @param activeMtu the largest payload of a packet on the link
 * @param maxMtu the largest that the port can
 * @param lid its LID; {@link Lid#NONE} on Ethernet
 * @param lmc how many low bits of the LID are free to choose
 * @param smLid the LID of the subnet manager
 * @param smServiceLevel the service level to reach it
 * @param gids entries of the GID table, used or not
 * @param partitionKeys entries of the P_Key table, used or not
 * @param maxMessageBytes the longest message
 * @param lanes how many lanes the link has
 * @param laneSpeed the speed of one of them
 * @param virtualLanes its data virtual lanes
 * @param capabilities what it can, as in PortInfo
 * @param capabilities2 what else it can, as in PortInfo
 * @param subnetTimeout how long a packet takes through the subnet at most: 4.096 us * 2^n
 * @param initTypeReply what the subnet manager did when it initialised the port, as in PortInfo
 * @param badPartitionKeys packets that came with a wrong P_Key
 * @param badQueueKeys packets that came with a wrong Q_Key
 */
public record PortProperties(
        int number,
        PortState state,
        PortPhysicalState physicalState,
        LinkLayer linkLayer,
        Mtu activeMtu,
        Mtu maxMtu,
        Lid lid,
        int lmc,
        Lid smLid,
        int smServiceLevel,
        int gids,
        int partitionKeys,
        long maxMessageBytes,
        int lanes,
        LaneSpeed laneSpeed,
        VirtualLanes virtualLanes,
        Flags<PortCapability> capabilities,
        Flags<PortCapability2> capabilities2,
        int subnetTimeout,
        int initTypeReply,
        int badPartitionKeys,
        int badQueueKeys) {

    /** What the link carries in Gb/s, rounded down. */
    public int rate() {
        return (int) (lanes * laneSpeed.nominal());
    }

    /** A line for each, as {@code ibv_devinfo -v} reads. */
    @Override
    public String toString() {
        return AttributeText.of(this);
    }
}
