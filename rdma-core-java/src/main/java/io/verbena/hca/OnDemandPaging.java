package io.verbena.hca;

/**
 * What a device can do with memory that is not pinned, but fetched when it is used (ibv_query_device_ex(3), {@code struct
 * ibv_odp_caps}).
 *
 * @param supported whether it has on-demand paging at all
 * @param implicit whether all memory of a process can be registered at once
 * @param unknown what else it can as a whole: bits without a name
 * @param reliable what uses it in reliable connections
 * @param unreliable what does in unreliable connections
 * @param datagram what does with datagrams
 * @param extended what does in extended reliable connections
 */
public record OnDemandPaging(
        boolean supported,
        boolean implicit,
        long unknown,
        Flags<OnDemandOperation> reliable,
        Flags<OnDemandOperation> unreliable,
        Flags<OnDemandOperation> datagram,
        Flags<OnDemandOperation> extended) {
    /** A line for each. */
    @Override
    public String toString() {
        return AttributeText.of(this);
    }
}
