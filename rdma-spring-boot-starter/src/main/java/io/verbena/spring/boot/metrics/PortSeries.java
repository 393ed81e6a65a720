package io.verbena.spring.boot.metrics;

import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.verbena.diag.counters.ErrorCounter;
import io.verbena.diag.counters.PortCounts;
import io.verbena.diag.counters.TrafficCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * One meter of a port.
 *
 * @param meter its name and unit
 * @param tags its tags in addition to those of the port
 * @param factor the multiple of its unit that the counter counts
 * @param counter the counter; empty if the port does not have it
 */
record PortSeries(RdmaMeter meter, Tags tags, int factor, Function<PortCounts, OptionalLong> counter) {
    private static final int OCTETS = 4;

    /** All series. A port has those whose counters it reports. */
    static final List<PortSeries> ALL = all();

    private static List<PortSeries> all() {
        List<PortSeries> all = new ArrayList<>();
        for (ErrorCounter counter : ErrorCounter.values()) {
            if (counter == ErrorCounter.XMIT_WAIT) {
                all.add(new PortSeries(RdmaMeter.PORT_TRANSMIT_WAIT, Tags.empty(), 1, counts -> counts.of(counter)));
            } else {
                Tags tags = Tags.of("counter", counter.label());
                all.add(new PortSeries(RdmaMeter.PORT_ERRORS, tags, 1, counts -> counts.of(counter)));
            }
        }
        add(all, RdmaMeter.PORT_DATA, TrafficCounter.XMIT_DATA, TrafficCounter.RCV_DATA);
        add(all, RdmaMeter.PORT_PACKETS, TrafficCounter.XMIT_PACKETS, TrafficCounter.RCV_PACKETS);
        add(all, RdmaMeter.PORT_UNICAST, TrafficCounter.UNICAST_XMIT_PACKETS, TrafficCounter.UNICAST_RCV_PACKETS);
        add(all, RdmaMeter.PORT_MULTICAST, TrafficCounter.MULTICAST_XMIT_PACKETS, TrafficCounter.MULTICAST_RCV_PACKETS);
        return List.copyOf(all);
    }

    private static void add(List<PortSeries> all, RdmaMeter meter, TrafficCounter sent, TrafficCounter received) {
        int factor = meter == RdmaMeter.PORT_DATA ? OCTETS : 1;
        all.add(new PortSeries(meter, direction("transmit"), factor, counts -> counts.of(sent)));
        all.add(new PortSeries(meter, direction("receive"), factor, counts -> counts.of(received)));
    }

    private static Tags direction(String name) {
        return Tags.of(Tag.of("direction", name));
    }
}
