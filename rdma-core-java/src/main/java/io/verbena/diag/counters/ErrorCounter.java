package io.verbena.diag.counters;

import io.verbena.error.NearestNames;
import io.verbena.iba.Field;
import io.verbena.iba.PortCounters;
import io.verbena.iba.PortCountersExtended;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A counter of PortCounters that counts what is not well. */
public enum ErrorCounter {
    /** Minor errors of the link. */
    SYMBOL_ERROR("symbolErrorCounter", null),
    /** How often the link recovered by itself. */
    LINK_ERROR_RECOVERY("linkErrorRecoveryCounter", null),
    /** How often it did not, and went down. */
    LINK_DOWNED("linkDownedCounter", null),
    /** Packets received in error. */
    RCV_ERRORS("portRcvErrors", CounterGroup.RCV_ERRORS),
    /** Packets that another port had marked as bad. */
    RCV_REMOTE_PHYSICAL_ERRORS("portRcvRemotePhysicalErrors", null),
    /** Packets a switch could not forward; a side effect of multicast. */
    RCV_SWITCH_RELAY_ERRORS("portRcvSwitchRelayErrors", null),
    /** Packets that could not leave. */
    XMIT_DISCARDS("portXmitDiscards", CounterGroup.XMIT_DISCARDS),
    /** Packets that were not allowed to leave. */
    XMIT_CONSTRAINT_ERRORS("portXmitConstraintErrors", null),
    /** Packets that were not allowed to come in. */
    RCV_CONSTRAINT_ERRORS("portRcvConstraintErrors", null),
    /** Errors of the link beyond what it counts as minor. */
    LOCAL_LINK_INTEGRITY_ERRORS("localLinkIntegrityErrors", null),
    /** How often buffers overran, one time after the other. */
    EXCESSIVE_BUFFER_OVERRUN_ERRORS("excessiveBufferOverrunErrors", null),
    /** Packets of subnet management that found no place. */
    VL15_DROPPED("vl15Dropped", null),
    /** How long packets waited for credits. */
    XMIT_WAIT("portXmitWait", null);

    private static final Map<ErrorCounter, Field> FIELDS = new EnumMap<>(ErrorCounter.class);
    private static final Map<ErrorCounter, Field> EXTENDED = new EnumMap<>(ErrorCounter.class);

    static {
        for (ErrorCounter counter : values()) {
            FIELDS.put(counter, PortCounters.LAYOUT.field(counter.fieldName));
            EXTENDED.put(counter, PortCountersExtended.LAYOUT.field(counter.fieldName));
        }
    }

    private final String fieldName;
    private final Optional<CounterGroup> details;

    ErrorCounter(String name, @Nullable CounterGroup details) {
        this.fieldName = name;
        this.details = Optional.ofNullable(details);
    }

    private Field field() {
        return Objects.requireNonNull(FIELDS.get(this), this::name);
    }

    /** What infiniband-diags calls it, {@code SymbolErrorCounter}. */
    public String label() {
        return field().label();
    }

    /** Where it stops in PortCounters, as it has so few bits there. */
    long largest() {
        return -1L >>> (Long.SIZE - field().width());
    }

    /** The group that says why it counted. */
    public Optional<CounterGroup> details() {
        return details;
    }

    /** What the port counted. */
    public long of(PortCounters counters) {
        return field().bits(counters);
    }

    /** What the port counted, where its agent counts errors in 64 bits. */
    public long of(PortCountersExtended counters) {
        return Objects.requireNonNull(EXTENDED.get(this), this::name).bits(counters);
    }

    /**
     * The counter that infiniband-diags calls so.
     *
     * @throws IllegalArgumentException if there is none; the message says which are near
     */
    public static ErrorCounter called(String label) {
        return Arrays.stream(values())
                .filter(counter -> counter.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + label + "' is no counter of errors"
                        + NearestNames.hint(
                                label,
                                Arrays.stream(values()).map(ErrorCounter::label).toList())));
    }
}
