package io.verbena.diag.counters;

import io.verbena.error.NearestNames;
import io.verbena.iba.Field;
import io.verbena.iba.PortCounters;
import io.verbena.iba.PortCountersExtended;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The error counters of PortCounters. */
public enum ErrorCounter {
    /** Minor link errors. */
    SYMBOL_ERROR("symbolErrorCounter", null),
    /** The number of successful link error recoveries. */
    LINK_ERROR_RECOVERY("linkErrorRecoveryCounter", null),
    /** The number of failed link error recoveries, after which the link went down. */
    LINK_DOWNED("linkDownedCounter", null),
    /** Packets received with errors. */
    RCV_ERRORS("portRcvErrors", CounterGroup.RCV_ERRORS),
    /** Packets that a remote port had marked as bad. */
    RCV_REMOTE_PHYSICAL_ERRORS("portRcvRemotePhysicalErrors", null),
    /** Packets that a switch could not forward, a side effect of multicast. */
    RCV_SWITCH_RELAY_ERRORS("portRcvSwitchRelayErrors", null),
    /** Packets that could not be sent. */
    XMIT_DISCARDS("portXmitDiscards", CounterGroup.XMIT_DISCARDS),
    /** Packets that were not permitted to be sent. */
    XMIT_CONSTRAINT_ERRORS("portXmitConstraintErrors", null),
    /** Packets that were not permitted to be received. */
    RCV_CONSTRAINT_ERRORS("portRcvConstraintErrors", null),
    /** The number of times that minor link errors exceeded their threshold. */
    LOCAL_LINK_INTEGRITY_ERRORS("localLinkIntegrityErrors", null),
    /** The number of consecutive buffer overruns. */
    EXCESSIVE_BUFFER_OVERRUN_ERRORS("excessiveBufferOverrunErrors", null),
    /** Subnet management packets that were dropped for lack of buffers. */
    VL15_DROPPED("vl15Dropped", null),
    /** The time for which packets waited for credits. */
    XMIT_WAIT("portXmitWait", null);

    @SuppressWarnings("ImmutableEnumChecker") // a field does not change
    private final Field field;

    @SuppressWarnings("ImmutableEnumChecker") // a field does not change
    private final Field extended;

    private final Optional<CounterGroup> details;

    ErrorCounter(String name, @Nullable CounterGroup details) {
        this.field = PortCounters.LAYOUT.field(name);
        this.extended = PortCountersExtended.LAYOUT.field(name);
        this.details = Optional.ofNullable(details);
    }

    /** Returns the name in infiniband-diags, such as {@code SymbolErrorCounter}. */
    public String label() {
        return field.label();
    }

    /** Returns the value at which the counter stops in PortCounters. */
    long largest() {
        return -1L >>> (Long.SIZE - field.width());
    }

    /** Returns the group of detailed counters, if there is one. */
    public Optional<CounterGroup> details() {
        return details;
    }

    /** Returns the value of the counter. */
    public long of(PortCounters counters) {
        return field.bits(counters);
    }

    /** Returns the value of the counter of an agent with 64-bit error counters. */
    public long of(PortCountersExtended counters) {
        return extended.bits(counters);
    }

    /**
     * Returns the counter with this name in infiniband-diags.
     *
     * @throws IllegalArgumentException if it does not exist; the message suggests similar names
     */
    public static ErrorCounter called(String label) {
        return Arrays.stream(values())
                .filter(counter -> counter.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + label + "' is not an error counter"
                        + NearestNames.hint(
                                label,
                                Arrays.stream(values()).map(ErrorCounter::label).toList())));
    }
}
