package io.verbena.spring.boot.event;

import io.verbena.diag.counters.ErrorCounter;
import io.verbena.diag.validate.FabricFinding;
import io.verbena.diag.validate.Severity;
import io.verbena.error.RdmaException;
import io.verbena.spring.boot.subnet.SubnetSnapshot;
import io.verbena.spring.boot.subnet.SubnetSnapshot.SubnetManagerStatus;
import io.verbena.spring.boot.subnet.SubnetValidation;
import io.verbena.subnet.Port;
import io.verbena.subnet.diff.SubnetDiff;
import java.time.Instant;

/**
 * An event of the subnet that a reading or a validation revealed. The reading thread publishes the events in this order: links,
 * counters, topology, subnet manager, and finally the end of the reading. The validating thread publishes new findings,
 * findings that are gone, and finally the end of the validation. A listener must not block.
 */
public sealed interface SubnetEvent {

    /** Returns the time when the reading ended. */
    Instant at();

    /** Returns a description of one line. */
    String text();

    /**
     * Published when a link came up.
     *
     * @param at the time when the reading ended
     * @param from the nearer end
     * @param to the other end
     */
    record LinkUpEvent(Instant at, Port from, Port to) implements SubnetEvent {
        @Override
        public String text() {
            return "link up: " + from + " - " + to;
        }
    }

    /**
     * Published when a link went down, as reported by one of its ends. A node that does not respond is not enough.
     *
     * @param at the time when the reading ended
     * @param from the previous state of the nearer end
     * @param to the previous state of the other end
     */
    record LinkDownEvent(Instant at, Port from, Port to) implements SubnetEvent {
        @Override
        public String text() {
            return "link down: " + from + " - " + to;
        }
    }

    /**
     * Published when an error counter exceeds its threshold for the first time, and again only after it was below the
     * threshold.
     *
     * @param at the time when the reading ended
     * @param port the port
     * @param counter the counter
     * @param value the value of the counter
     * @param threshold the threshold
     */
    record ErrorThresholdEvent(Instant at, Port port, ErrorCounter counter, long value, long threshold)
            implements SubnetEvent {
        @Override
        public String text() {
            return port + ": " + counter.label() + " is " + Long.toUnsignedString(value) + ", over " + threshold;
        }
    }

    /**
     * Published when nodes, ports or links differ from the previous reading. A node that does not respond counts as gone;
     * see {@link SubnetSnapshot#failures}.
     *
     * @param before the previous reading
     * @param after the current reading
     * @param difference the differences, at least one
     */
    record TopologyChangedEvent(SubnetSnapshot before, SubnetSnapshot after, SubnetDiff difference)
            implements SubnetEvent {
        @Override
        public Instant at() {
            return after.taken();
        }

        @Override
        public String text() {
            return "the topology has changed at " + difference.nodes().size() + " nodes: "
                    + after.subnet().nodes().size() + " nodes, before "
                    + before.subnet().nodes().size();
        }
    }

    /**
     * Published when another subnet manager became master, or when the master stopped or resumed responding.
     *
     * @param at the time when the reading ended
     * @param before the previous status
     * @param after the current status
     */
    record SubnetManagerChangedEvent(Instant at, SubnetManagerStatus before, SubnetManagerStatus after)
            implements SubnetEvent {
        @Override
        public String text() {
            return "the subnet manager is " + after + "; it was " + before;
        }
    }

    /**
     * Published after each successful reading, whether the subnet has changed or not.
     *
     * @param snapshot the reading
     */
    record SubnetRefreshedEvent(SubnetSnapshot snapshot) implements SubnetEvent {
        @Override
        public Instant at() {
            return snapshot.taken();
        }

        @Override
        public String text() {
            return "the subnet was read: " + snapshot.subnet().nodes().size() + " nodes, "
                    + snapshot.failures().size() + " failures";
        }
    }

    /**
     * Published when the subnet could not be read. The previous reading remains available.
     *
     * @param at the time of the failure
     * @param reason the failure
     */
    record SubnetRefreshFailedEvent(Instant at, RdmaException reason) implements SubnetEvent {
        @Override
        public String text() {
            return "the subnet could not be read: " + reason.getMessage();
        }
    }

    /**
     * Published when a validation has a finding that the previous one did not have.
     *
     * @param at the time when the validation ended
     * @param finding the finding
     */
    record FindingEvent(Instant at, FabricFinding finding) implements SubnetEvent {
        @Override
        public String text() {
            return finding.check() + ": " + finding.evidence();
        }
    }

    /**
     * Published when a validation lacks a finding of the previous one.
     *
     * @param at the time when the validation ended
     * @param finding the finding as it was
     */
    record FindingResolvedEvent(Instant at, FabricFinding finding) implements SubnetEvent {
        @Override
        public String text() {
            return "no longer found: " + finding.check() + ": " + finding.evidence();
        }
    }

    /**
     * Published after each validation, after the events of its findings.
     *
     * @param validation the validation
     */
    record FabricValidatedEvent(SubnetValidation validation) implements SubnetEvent {
        @Override
        public Instant at() {
            return validation.taken();
        }

        @Override
        public String text() {
            return "the fabric was validated: " + validation.count(Severity.ERROR) + " errors, "
                    + validation.count(Severity.WARNING) + " warnings";
        }
    }

    /**
     * Published when the fabric could not be validated. The previous validation remains available.
     *
     * @param at the time of the failure
     * @param reason the failure
     */
    record FabricValidationFailedEvent(Instant at, RdmaException reason) implements SubnetEvent {
        @Override
        public String text() {
            return "the fabric could not be validated: " + reason.getMessage();
        }
    }
}
