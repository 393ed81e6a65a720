package io.verbena.monitor.rule;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A rule that judges sweeps.
 *
 * @param name the name, such as {@code link-ber-12m}
 * @param kind what the rule computes
 * @param enabled whether the rule is applied
 * @param counters the columns of the counters that it sums; empty for kinds that know theirs
 * @param threshold the value that must be exceeded; its meaning depends on the kind
 * @param critical the value above which the severity is {@code critical}; null if there is none
 * @param minimum the minimum number of errors, so that a ratio of few errors is no verdict
 * @param window the time over which the rule looks back
 * @param duration the time for which a verdict must hold before an alarm is raised
 * @param severity the severity of its alarms
 * @param expiry the time after the last verdict at which an alarm ends
 * @param summary what the rule means, for readers
 * @param proposal what an operator should do next
 * @param source the origin of the threshold
 */
public record AlarmRule(
        String name,
        RuleKind kind,
        @DefaultValue("true") boolean enabled,
        @DefaultValue List<String> counters,
        @DefaultValue("0") double threshold,
        @Nullable Double critical,
        @DefaultValue("0") long minimum,
        @DefaultValue("10m") Duration window,
        @DefaultValue("0s") Duration duration,
        @DefaultValue("warning") Severity severity,
        @DefaultValue("0s") Duration expiry,
        @DefaultValue("") String summary,
        @DefaultValue("") String proposal,
        @DefaultValue("") String source) {
    /** Copies the list. */
    public AlarmRule {
        counters = List.copyOf(counters);
    }

    /** The severities of alarms, the least severe first, in the order of UFM. */
    public enum Severity {
        /** Worth knowing. */
        INFO,
        /** A fault that may grow. */
        WARNING,
        /** A fault that impairs single links or hosts. */
        MINOR,
        /** A fault that impairs jobs now. */
        CRITICAL
    }

    /** The computations of rules. */
    public enum RuleKind {
        /** Bit error rate of a port, from symbol errors in the window. */
        BIT_ERROR_RATE,
        /** Bit error rate of a port before its error correction, from the symbols that were corrected since the last sweep. */
        RAW_BIT_ERROR_RATE,
        /** Sum of counters of a port in the window. */
        COUNTER_SUM,
        /** Lost packets by received packets of a port in the window. */
        PACKET_LOSS,
        /** Hourly sums of errors of a port that rise four times in a row. */
        RISING_TREND,
        /** Time in which a port waited for credits, by the time since the last sweep; judged at the roots of congestion. */
        CONGESTION,
        /** Counters that stopped at their maximum value. */
        SATURATED,
        /** Changes of a link between up and down in the window. */
        LINK_FLAP,
        /** A link that was there before and is not there now. */
        LINK_DOWN,
        /** A link that is slower than both of its ends support. */
        LINK_DEGRADED,
        /** A link that is slower than the other links of its switch to nodes of the same type. */
        SLOWER_THAN_TWIN,
        /** A node that does not respond. */
        NODE_UNREACHABLE,
        /** Restarts of a node in the window. */
        NODE_REBOOT,
        /** A subnet without a master subnet manager that responds. */
        MANAGER_GONE,
        /** A master subnet manager on another port than before. */
        MANAGER_CHANGED,
        /** A sweep in which requests failed. */
        SWEEP_PARTIAL,
        /** No sweep for the time of the window. */
        COLLECTOR_STALE,
        /** A database that refuses what is observed. */
        STORE_FAILED
    }
}
