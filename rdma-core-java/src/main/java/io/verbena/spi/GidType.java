package io.verbena.spi;

/** How packets look that are sent from a GID. */
public enum GidType {
    /** InfiniBand's global route header; also what the kernel says of iWARP, whose GID is just a name. */
    INFINIBAND,

    /** The same header straight in an Ethernet frame, which no IP router forwards. */
    ROCE_V1,

    /** UDP over IP in an Ethernet frame, from the address that the GID stands for. */
    ROCE_V2,

    /** Another; the system says something that is not known here. */
    UNKNOWN
}
