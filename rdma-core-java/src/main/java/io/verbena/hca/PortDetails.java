package io.verbena.hca;

/**
 * What a port tells of itself that few programs ask for (ibv_query_port(3)).
 *
 * @param capabilityMask as in PortInfo, with bits that have no names
 * @param badPartitionKeys packets that came with a wrong P_Key
 * @param badQueueKeys packets that came with a wrong Q_Key
 * @param capabilityMask2 as in PortInfo, 16 bits
 * @param virtualLanes the code of how many data virtual lanes there are, as in PortInfo
 * @param subnetTimeout how long a packet takes through the subnet at most: 4.096 us * 2^n
 * @param initTypeReply what the subnet manager did when it initialised the port
 * @param widthCode the code of the active width, as in PortInfo
 * @param speedCode the code of the active speed of a lane: 1 for 2.5, 2 for 5, 4 and 8 for 10, 16 for 14, 32 for 25 Gb/s, and
 *     so on
 */
public record PortDetails(
        long capabilityMask,
        int badPartitionKeys,
        int badQueueKeys,
        int capabilityMask2,
        int virtualLanes,
        int subnetTimeout,
        int initTypeReply,
        int widthCode,
        int speedCode) {}
