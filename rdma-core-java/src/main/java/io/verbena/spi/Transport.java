package io.verbena.spi;

/** What a device carries its messages by. */
public enum Transport {
    /** InfiniBand's own, on InfiniBand or on Ethernet (RoCE); its ports carry management datagrams, too. */
    INFINIBAND,

    /** TCP. There are no management datagrams, no partitions, and connections are made by the RDMA CM only. */
    IWARP,

    /** Another; what the device can do is not known here. */
    UNKNOWN
}
