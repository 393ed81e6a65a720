package io.verbena.monitor.alarm;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.verbena.monitor.rule.AlarmRule.Severity;
import io.verbena.monitor.rule.Verdict;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An alarm: the state of a verdict over time. Rule, subnet and object identify it. Immutable.
 *
 * @param rule the name of the rule
 * @param subnet the name of the subnet
 * @param object the object, as in {@link Verdict#object}
 * @param objectName the object for readers
 * @param severity the present severity
 * @param state the state
 * @param text what the last verdict found
 * @param proposal what an operator should do next
 * @param raised the time when the alarm was raised
 * @param seen the time of the last verdict
 * @param expires the time at which the alarm ends without another verdict
 * @param occurrences the number of verdicts since the alarm was raised
 * @param maintenance whether a maintenance window covers the object, so that the alarm is not sent
 * @param acknowledgedBy the user who acknowledged the alarm; null if it is not acknowledged
 * @param acknowledgedAt the time of the acknowledgement; null if there is none
 * @param note the note of that user; null if there is none
 */
public record Alarm(
        String rule,
        String subnet,
        String object,
        String objectName,
        Severity severity,
        AlarmState state,
        String text,
        String proposal,
        Instant raised,
        Instant seen,
        Instant expires,
        long occurrences,
        boolean maintenance,
        @Nullable String acknowledgedBy,
        @Nullable Instant acknowledgedAt,
        @Nullable String note) {

    /** The states of an alarm. */
    public enum AlarmState {
        /** The verdict holds, or the expiry has not passed. */
        RAISED,
        /** A user has seen the alarm. */
        ACKNOWLEDGED,
        /** The alarm has ended. */
        CLEARED;

        /** Returns the name in the database and in JSON. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static Alarm raise(Verdict verdict, Instant at, boolean maintenance) {
        return of(verdict, AlarmState.RAISED, at, at, 1, maintenance, null, null, null);
    }

    private static Alarm of(
            Verdict verdict,
            AlarmState state,
            Instant raised,
            Instant at,
            long occurrences,
            boolean maintenance,
            @Nullable String user,
            @Nullable Instant acknowledged,
            @Nullable String note) {
        return new Alarm(
                verdict.rule().name(),
                verdict.subnet(),
                verdict.object(),
                verdict.objectName(),
                verdict.severity(),
                state,
                verdict.text(),
                verdict.proposal(),
                raised,
                at,
                at.plus(verdict.rule().expiry()),
                occurrences,
                maintenance,
                user,
                acknowledged,
                note);
    }

    /** Returns the identity in addresses: the same for the same rule, subnet and object. */
    @JsonProperty("id")
    public String id() {
        return UUID.nameUUIDFromBytes((rule + '\n' + subnet + '\n' + object).getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    Alarm refresh(Verdict verdict, Instant at, boolean inMaintenance) {
        return of(verdict, state, raised, at, occurrences + 1, inMaintenance, acknowledgedBy, acknowledgedAt, note);
    }

    Alarm clear() {
        return in(AlarmState.CLEARED, acknowledgedBy, acknowledgedAt, note);
    }

    Alarm acknowledge(String user, Instant at, String text) {
        return in(AlarmState.ACKNOWLEDGED, user, at, text);
    }

    private Alarm in(AlarmState next, @Nullable String user, @Nullable Instant at, @Nullable String text) {
        return new Alarm(
                rule,
                subnet,
                object,
                objectName,
                severity,
                next,
                this.text,
                proposal,
                raised,
                seen,
                expires,
                occurrences,
                maintenance,
                user,
                at,
                text);
    }
}
