package io.verbena.monitor.model;

import io.verbena.diag.counters.CorrectionCounts.CorrectionCounter;
import io.verbena.diag.counters.ErrorCounter;
import io.verbena.diag.counters.PortCounts;
import io.verbena.diag.counters.TrafficCounter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The port counters that the monitor stores. The name in lower case is the name of the column and of the JSON member. */
public enum MonitoredCounter {
    /** Minor link errors: symbols, or blocks of codes with forward error correction. */
    SYMBOL_ERROR(ErrorCounter.SYMBOL_ERROR),
    /** Successful link error recoveries. */
    LINK_ERROR_RECOVERY(ErrorCounter.LINK_ERROR_RECOVERY),
    /** Failed link error recoveries, after which the link went down. */
    LINK_DOWNED(ErrorCounter.LINK_DOWNED),
    /** Packets received with errors. */
    RCV_ERRORS(ErrorCounter.RCV_ERRORS),
    /** Packets that a remote port had marked as bad. */
    RCV_REMOTE_PHYSICAL_ERRORS(ErrorCounter.RCV_REMOTE_PHYSICAL_ERRORS),
    /** Packets that a switch could not forward. */
    RCV_SWITCH_RELAY_ERRORS(ErrorCounter.RCV_SWITCH_RELAY_ERRORS),
    /** Packets that could not be sent. */
    XMIT_DISCARDS(ErrorCounter.XMIT_DISCARDS),
    /** Packets that were not permitted to be sent. */
    XMIT_CONSTRAINT_ERRORS(ErrorCounter.XMIT_CONSTRAINT_ERRORS),
    /** Packets that were not permitted to be received. */
    RCV_CONSTRAINT_ERRORS(ErrorCounter.RCV_CONSTRAINT_ERRORS),
    /** The number of times that minor link errors exceeded their threshold. */
    LOCAL_LINK_INTEGRITY_ERRORS(ErrorCounter.LOCAL_LINK_INTEGRITY_ERRORS),
    /** Consecutive buffer overruns. */
    EXCESSIVE_BUFFER_OVERRUN_ERRORS(ErrorCounter.EXCESSIVE_BUFFER_OVERRUN_ERRORS),
    /** Subnet management packets that were dropped for lack of buffers. */
    VL15_DROPPED(ErrorCounter.VL15_DROPPED),
    /** Ticks for which packets waited for credits. */
    XMIT_WAIT(ErrorCounter.XMIT_WAIT),
    /** Data sent, in units of four octets. */
    XMIT_DATA(TrafficCounter.XMIT_DATA),
    /** Data received, in units of four octets. */
    RCV_DATA(TrafficCounter.RCV_DATA),
    /** Packets sent. */
    XMIT_PACKETS(TrafficCounter.XMIT_PACKETS),
    /** Packets received. */
    RCV_PACKETS(TrafficCounter.RCV_PACKETS),
    /** Unicast packets sent. */
    UNICAST_XMIT_PACKETS(TrafficCounter.UNICAST_XMIT_PACKETS),
    /** Unicast packets received. */
    UNICAST_RCV_PACKETS(TrafficCounter.UNICAST_RCV_PACKETS),
    /** Multicast packets sent. */
    MULTICAST_XMIT_PACKETS(TrafficCounter.MULTICAST_XMIT_PACKETS),
    /** Multicast packets received. */
    MULTICAST_RCV_PACKETS(TrafficCounter.MULTICAST_RCV_PACKETS),
    /** Blocks whose errors the forward error correction has corrected. */
    FEC_CORRECTED_BLOCKS(CorrectionCounter.CORRECTED_BLOCKS),
    /** Blocks with more errors than the forward error correction can correct. */
    FEC_UNCORRECTABLE_BLOCKS(CorrectionCounter.UNCORRECTABLE_BLOCKS),
    /** Symbols that the forward error correction has corrected. */
    FEC_CORRECTED_SYMBOLS(CorrectionCounter.CORRECTED_SYMBOLS);

    /** All counters in the order of their columns. */
    public static final List<MonitoredCounter> ALL = List.of(values());

    private final String label;

    @SuppressWarnings("ImmutableEnumChecker") // The function has no state.
    private final Function<PortCounts, OptionalLong> value;

    @SuppressWarnings("ImmutableEnumChecker") // The function has no state.
    private final Predicate<PortCounts> saturated;

    MonitoredCounter(ErrorCounter counter) {
        this(counter.label(), counts -> counts.of(counter), counts -> counts.isSaturated(counter));
    }

    MonitoredCounter(TrafficCounter counter) {
        this(counter.label(), counts -> counts.of(counter), counts -> counts.isSaturated(counter));
    }

    MonitoredCounter(CorrectionCounter counter) {
        this(counter.name(), counts -> counts.of(counter), counts -> counts.isSaturated(counter));
    }

    MonitoredCounter(String label, Function<PortCounts, OptionalLong> value, Predicate<PortCounts> saturated) {
        this.label = label;
        this.value = value;
        this.saturated = saturated;
    }

    /**
     * Returns the counter of a column.
     *
     * @throws IllegalArgumentException if there is none; the message lists all columns
     */
    public static MonitoredCounter ofColumn(String column) {
        return Arrays.stream(values())
                .filter(counter -> counter.column().equals(column))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + column + "' is not a counter; expected one of "
                        + ALL.stream().map(MonitoredCounter::column).collect(Collectors.joining(", "))));
    }

    /** Returns the position in {@link #ALL}. */
    @SuppressWarnings("EnumOrdinal") // The order of the constants is that of the columns.
    public int index() {
        return ordinal();
    }

    /** Returns the name of the column. */
    public String column() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the name of the counter in the InfiniBand specification, PortXmitWait. */
    public String label() {
        return label;
    }

    /**
     * Returns whether the counter counts errors of which a healthy port has few; {@link #XMIT_WAIT} and those of the error
     * correction do not.
     */
    public boolean isError() {
        return compareTo(XMIT_WAIT) < 0;
    }

    /** Returns whether the counter is one of PortCounters or PortCountersExtended, and not of the error correction. */
    public boolean isOfPortCounters() {
        return compareTo(MULTICAST_RCV_PACKETS) <= 0;
    }

    /** Returns the value of a port; -1 if its agent does not count it. */
    public long read(PortCounts counts) {
        return value.apply(counts).orElse(-1);
    }

    /** Returns whether the counter of a port has stopped at its maximum value. */
    public boolean isSaturated(PortCounts counts) {
        return saturated.test(counts);
    }
}
