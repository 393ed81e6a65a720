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
import org.jspecify.annotations.Nullable;

/**
 * One of the meters of a port.
 *
 * @param name of the meter
 * @param tags of the meter, beside those of the port
 * @param unit in which it counts; null for numbers
 * @param factor how much of the unit one of the counter is
 * @param counter where it is counted; empty where a port does not count it
 */
record PortSeries(
        String name, Tags tags, @Nullable String unit, int factor, Function<PortCounts, OptionalLong> counter) {
    private static final int OCTETS = 4;

    /** All of them; of a port there are those that it counts. */
    static final List<PortSeries> ALL = all();

    private static List<PortSeries> all() {
        List<PortSeries> all = new ArrayList<>();
        for (ErrorCounter counter : ErrorCounter.values()) {
            if (counter == ErrorCounter.XMIT_WAIT) {
                all.add(new PortSeries(
                        "rdma.port.transmit.wait", Tags.empty(), "ticks", 1, counts -> counts.of(counter)));
            } else {
                Tags tags = Tags.of("counter", counter.label());
                all.add(new PortSeries("rdma.port.errors", tags, null, 1, counts -> counts.of(counter)));
            }
        }
        add(all, "rdma.port.data", TrafficCounter.XMIT_DATA, TrafficCounter.RCV_DATA);
        add(all, "rdma.port.packets", TrafficCounter.XMIT_PACKETS, TrafficCounter.RCV_PACKETS);
        add(all, "rdma.port.unicast", TrafficCounter.UNICAST_XMIT_PACKETS, TrafficCounter.UNICAST_RCV_PACKETS);
        add(all, "rdma.port.multicast", TrafficCounter.MULTICAST_XMIT_PACKETS, TrafficCounter.MULTICAST_RCV_PACKETS);
        return List.copyOf(all);
    }

    private static void add(List<PortSeries> all, String name, TrafficCounter sent, TrafficCounter received) {
        boolean data = sent == TrafficCounter.XMIT_DATA;
        String unit = data ? "bytes" : "packets";
        int factor = data ? OCTETS : 1;
        all.add(new PortSeries(name, direction("transmit"), unit, factor, counts -> counts.of(sent)));
        all.add(new PortSeries(name, direction("receive"), unit, factor, counts -> counts.of(received)));
    }

    private static Tags direction(String name) {
        return Tags.of(Tag.of("direction", name));
    }
}
