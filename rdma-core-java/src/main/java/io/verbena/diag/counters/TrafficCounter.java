package io.verbena.diag.counters;

import io.verbena.iba.Field;
import io.verbena.iba.PortCounters;
import io.verbena.iba.PortCountersExtended;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** A counter of packets or of data. */
public enum TrafficCounter {
    /** Data sent on all virtual lanes but 15, in units of four octets. */
    XMIT_DATA("portXmitData", true),
    /** Data received on all virtual lanes but 15, in units of four octets. */
    RCV_DATA("portRcvData", true),
    /** Packets sent. */
    XMIT_PACKETS("portXmitPkts", true),
    /** Packets received. */
    RCV_PACKETS("portRcvPkts", true),
    /** Packets sent to one port. */
    UNICAST_XMIT_PACKETS("portUnicastXmitPkts", false),
    /** Packets received that were sent to one port. */
    UNICAST_RCV_PACKETS("portUnicastRcvPkts", false),
    /** Packets sent to a group. */
    MULTICAST_XMIT_PACKETS("portMulticastXmitPkts", false),
    /** Packets received that were sent to a group. */
    MULTICAST_RCV_PACKETS("portMulticastRcvPkts", false);

    /** Where those of 32 bits stop. */
    static final long LARGEST_BASIC = 0xffff_ffffL;

    private static final Map<TrafficCounter, Field> EXTENDED = new EnumMap<>(TrafficCounter.class);

    static {
        for (TrafficCounter counter : values()) {
            EXTENDED.put(counter, PortCountersExtended.LAYOUT.field(counter.fieldName));
        }
    }

    private final String fieldName;
    private final boolean basic;

    TrafficCounter(String name, boolean basic) {
        this.fieldName = name;
        this.basic = basic;
    }

    /** What infiniband-diags calls it, {@code PortXmitData}. */
    public String label() {
        return extended().label();
    }

    /** Whether PortCounters has it; PortCountersExtended has all. */
    boolean isBasic() {
        return basic;
    }

    long of(PortCounters counters) {
        return PortCounters.LAYOUT.field(fieldName).bits(counters);
    }

    long of(PortCountersExtended counters) {
        return extended().bits(counters);
    }

    private Field extended() {
        return Objects.requireNonNull(EXTENDED.get(this), this::name);
    }
}
