package io.verbena.spring.boot.autoconfigure;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How an application watches its subnet.
 *
 * @param enabled Whether to read the subnet again and again.
 * @param interval How long to wait after one reading before the next, from 100ms to 1d.
 * @param deadline How long one reading may take, from 100ms to 1h.
 * @param reading How the subnet is read. By subnet administration unless set where rdma.mad.transport is verbs, else by
 *     directed route.
 * @param sinceOlderSubnet Whether to read only what may have changed since the last reading; by directed route only.
 * @param counters Whether to read the counters of all ports.
 * @param thresholds File of error_thresholds, as infiniband-diags has it. Those of its checks if not set.
 * @param notices Whether notices of the subnet administration hasten the next reading.
 * @param saved File of the subnet to compare with: JSON of Verbena, a cache of ibnetdiscover, or its text.
 */
public record SubnetProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("30s") Duration interval,
        @DefaultValue("30s") Duration deadline,
        @Nullable SubnetReading reading,
        @DefaultValue("false") boolean sinceOlderSubnet,
        @DefaultValue("true") boolean counters,
        @Nullable String thresholds,
        @DefaultValue("false") boolean notices,
        @Nullable String saved) {
    private static final Duration SHORTEST = Duration.ofMillis(100);

    /** Refuses what cannot work. */
    public SubnetProperties {
        require("interval", interval, Duration.ofDays(1), "100ms to 1d");
        require("deadline", deadline, Duration.ofHours(1), "100ms to 1h");
        if (sinceOlderSubnet && reading != null && reading != SubnetReading.DIRECTED) {
            throw new IllegalArgumentException("rdma.subnet.since-older-subnet is true, and rdma.subnet.reading is "
                    + reading.name().toLowerCase(Locale.ROOT)
                    + "; only a reading by directed route goes on from an older one");
        }
        requireName("thresholds", thresholds, "thresholds.txt");
        requireName("saved", saved, "subnet.json");
    }

    private static void require(String name, Duration value, Duration longest, String range) {
        if (value.compareTo(SHORTEST) < 0 || value.compareTo(longest) > 0) {
            throw new IllegalArgumentException(
                    "rdma.subnet." + name + " is " + value.toMillis() + "ms; it is from " + range);
        }
    }

    private static void requireName(String name, @Nullable String file, String example) {
        if (file != null && file.isBlank()) {
            throw new IllegalArgumentException(
                    "rdma.subnet." + name + " is empty; name a file, such as " + example + ", or remove it");
        }
    }
}
