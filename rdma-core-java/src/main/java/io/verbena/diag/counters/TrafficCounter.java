package io.verbena.diag.counters;

import io.verbena.iba.PortCounters;
import io.verbena.iba.PortCountersExtended;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** A counter of packets or of data. */
public enum TrafficCounter {
    /** Data sent on all virtual lanes but 15, in units of four octets. */
    XMIT_DATA(PortCounters::portXmitData, PortCountersExtended::portXmitData),
    /** Data received on all virtual lanes but 15, in units of four octets. */
    RCV_DATA(PortCounters::portRcvData, PortCountersExtended::portRcvData),
    /** Packets sent. */
    XMIT_PACKETS(PortCounters::portXmitPkts, PortCountersExtended::portXmitPkts),
    /** Packets received. */
    RCV_PACKETS(PortCounters::portRcvPkts, PortCountersExtended::portRcvPkts),
    /** Packets sent to one port. */
    UNICAST_XMIT_PACKETS(null, PortCountersExtended::portUnicastXmitPkts),
    /** Packets received that were sent to one port. */
    UNICAST_RCV_PACKETS(null, PortCountersExtended::portUnicastRcvPkts),
    /** Packets sent to a group. */
    MULTICAST_XMIT_PACKETS(null, PortCountersExtended::portMulticastXmitPkts),
    /** Packets received that were sent to a group. */
    MULTICAST_RCV_PACKETS(null, PortCountersExtended::portMulticastRcvPkts);

    /** Where those of 32 bits stop. */
    static final long LARGEST_BASIC = 0xffff_ffffL;

    private final @Nullable ToLongFunction<PortCounters> basic;
    private final ToLongFunction<PortCountersExtended> extended;

    TrafficCounter(@Nullable ToLongFunction<PortCounters> basic, ToLongFunction<PortCountersExtended> extended) {
        this.basic = basic;
        this.extended = extended;
    }

    /** Whether PortCounters has it; PortCountersExtended has all. */
    boolean isBasic() {
        return basic != null;
    }

    long of(PortCounters counters) {
        if (basic == null) {
            throw new IllegalArgumentException(this + " is no counter of PortCounters");
        }
        return basic.applyAsLong(counters);
    }

    long of(PortCountersExtended counters) {
        return extended.applyAsLong(counters);
    }
}
