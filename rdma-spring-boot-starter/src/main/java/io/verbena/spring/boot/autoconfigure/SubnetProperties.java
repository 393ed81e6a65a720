package io.verbena.spring.boot.autoconfigure;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties of reading the subnet.
 *
 * @param enabled Whether to read the subnet at startup and at each interval.
 * @param interval Pause between two readings, from 100ms to 1d.
 * @param deadline Maximum duration of one reading, from 100ms to 1h.
 * @param maxAge Age up to which /actuator/rdmatopology returns the last reading, from 1s to 1d. An older subnet is read
 *     again. Relevant only if the subnet is not read at intervals.
 * @param reading Method of reading the subnet (default: sa if rdma.mad.transport is verbs, otherwise directed).
 * @param sinceOlderSubnet Whether to read only what may have changed since the last reading; requires directed routes.
 * @param counters Whether to read the counters of all ports.
 * @param errorCorrection Whether to read also the counters of the forward error correction, with one more request for each
 *     active port.
 * @param waitTicks Whether to read the tick of PortXmitWait, with one more request for each node whose ports have waited, once.
 * @param thresholds File error_thresholds of infiniband-diags (default: the built-in thresholds of infiniband-diags).
 * @param notices Whether to start the next reading early when the subnet administration reports a change.
 * @param saved File of the subnet to compare with: JSON of Verbena, a cache of ibnetdiscover, or its text.
 * @param validation Validation of the fabric.
 */
public record SubnetProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("30s") Duration interval,
        @DefaultValue("30s") Duration deadline,
        @DefaultValue("10s") Duration maxAge,
        @Nullable SubnetReading reading,
        @DefaultValue("false") boolean sinceOlderSubnet,
        @DefaultValue("true") boolean counters,
        @DefaultValue("false") boolean errorCorrection,
        @DefaultValue("false") boolean waitTicks,
        @Nullable String thresholds,
        @DefaultValue("false") boolean notices,
        @Nullable String saved,
        @NestedConfigurationProperty @DefaultValue ValidationProperties validation) {
    private static final Duration MIN_DURATION = Duration.ofMillis(100);

    /** Validates the durations and the file names. */
    public SubnetProperties {
        require("interval", interval, MIN_DURATION, Duration.ofDays(1), "100ms to 1d");
        require("deadline", deadline, MIN_DURATION, Duration.ofHours(1), "100ms to 1h");
        require("max-age", maxAge, Duration.ofSeconds(1), Duration.ofDays(1), "1s to 1d");
        if (sinceOlderSubnet && reading != null && reading != SubnetReading.DIRECTED) {
            throw new IllegalArgumentException("rdma.subnet.since-older-subnet is true, and rdma.subnet.reading is "
                    + reading.name().toLowerCase(Locale.ROOT)
                    + "; only a reading by directed route can start from an older subnet");
        }
        if (validation.enabled() && !enabled) {
            throw new IllegalArgumentException("rdma.subnet.validation.enabled is true, and the subnet is not read at"
                    + " intervals; set rdma.subnet.enabled=true");
        }
        requireName("thresholds", thresholds, "thresholds.txt");
        requireName("saved", saved, "subnet.json");
    }

    static void require(String name, Duration value, Duration min, Duration max, String range) {
        if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
            throw new IllegalArgumentException(
                    "rdma.subnet." + name + " is " + value.toMillis() + "ms; it must be from " + range);
        }
    }

    private static void requireName(String name, @Nullable String file, String example) {
        if (file != null && file.isBlank()) {
            throw new IllegalArgumentException(
                    "rdma.subnet." + name + " is empty; set it to a file, such as " + example + ", or remove it");
        }
    }

    /** The method of reading a subnet. */
    public enum SubnetReading {
        /** Follows the links by directed route, which requires no subnet manager. */
        DIRECTED,
        /** Follows the links, by LID as soon as LIDs are known. */
        LID,
        /** Reads the tables of the subnet administration, without subnet management. */
        SA
    }
}
