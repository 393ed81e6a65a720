package io.verbena.diag.ibdm;

import io.verbena.error.NearestNames;
import io.verbena.iba.PortCounters;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** The counters of a port under the names of ibdiagnet, in the order of its file {@code .pm}. */
public enum IbdmCounter {
    /** SymbolErrorCounter. */
    SYMBOL_ERROR_COUNTER(16, PortCounters::symbolErrorCounter),
    /** LinkErrorRecoveryCounter. */
    LINK_ERROR_RECOVERY_COUNTER(8, PortCounters::linkErrorRecoveryCounter),
    /** LinkDownedCounter. */
    LINK_DOWN_COUNTER(8, PortCounters::linkDownedCounter),
    /** PortRcvErrors. */
    PORT_RCV_ERRORS(16, PortCounters::portRcvErrors),
    /** PortXmitDiscards. */
    PORT_XMIT_DISCARD(16, PortCounters::portXmitDiscards),
    /** VL15Dropped. */
    VL15_DROPPED(16, PortCounters::vl15Dropped),
    /** PortRcvConstraintErrors. */
    PORT_RCV_CONSTRAINT_ERRORS(8, PortCounters::portRcvConstraintErrors),
    /** LocalLinkIntegrityErrors. */
    LOCAL_LINK_INTEGRITY_ERRORS(4, PortCounters::localLinkIntegrityErrors),
    /** PortXmitConstraintErrors. */
    PORT_XMIT_CONSTRAINT_ERRORS(8, PortCounters::portXmitConstraintErrors),
    /** ExcessiveBufferOverrunErrors; ibdiagnet spells it with one s. */
    EXCESIVE_BUFFER_ERRORS(4, PortCounters::excessiveBufferOverrunErrors),
    /** PortXmitData. */
    PORT_XMIT_DATA(0, PortCounters::portXmitData),
    /** PortRcvData. */
    PORT_RCV_DATA(0, PortCounters::portRcvData),
    /** PortXmitPkts. */
    PORT_XMIT_PKTS(0, PortCounters::portXmitPkts),
    /** PortRcvPkts. */
    PORT_RCV_PKTS(0, PortCounters::portRcvPkts),
    /** PortRcvRemotePhysicalErrors. */
    PORT_RCV_REMOTE_PHYSICAL_ERRORS(16, PortCounters::portRcvRemotePhysicalErrors),
    /** PortRcvSwitchRelayErrors. */
    PORT_RCV_SWITCH_RELAY_ERRORS(16, PortCounters::portRcvSwitchRelayErrors);

    private final int bits;

    @SuppressWarnings("ImmutableEnumChecker") // a method of PortCounters
    private final ToLongFunction<PortCounters> value;

    IbdmCounter(int bits, ToLongFunction<PortCounters> value) {
        this.bits = bits;
        this.value = value;
    }

    /** Returns the name, such as {@code symbol_error_counter}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the value of the counter. */
    public long of(PortCounters counters) {
        return value.applyAsLong(counters);
    }

    /** Returns whether the counter counts errors. */
    public boolean isError() {
        return bits > 0;
    }

    /** Returns the value at which the counter stops; {@link Long#MAX_VALUE} for counters of traffic. */
    public long largest() {
        return bits == 0 ? Long.MAX_VALUE : (1L << bits) - 1;
    }

    /**
     * Returns the counter with this name.
     *
     * @throws IllegalArgumentException if it does not exist; the message suggests similar names
     */
    public static IbdmCounter called(String id) {
        return Arrays.stream(values())
                .filter(counter -> counter.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + id + "' is not a counter of ibdiagnet"
                        + NearestNames.hint(
                                id, Arrays.stream(values()).map(IbdmCounter::id).toList())));
    }
}
