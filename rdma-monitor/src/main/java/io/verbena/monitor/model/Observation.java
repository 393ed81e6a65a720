package io.verbena.monitor.model;

import java.time.Instant;
import java.util.List;

/** An observation of a collector. Each observation belongs to a named subnet and a time. */
public sealed interface Observation {
    /** Returns the name of the subnet. */
    String subnet();

    /** Returns the time of the observation. */
    Instant at();

    /**
     * A reading of the subnet that succeeded, at least in parts.
     *
     * @param subnet the name of the subnet
     * @param at the time when the reading ended
     * @param durationMillis the duration of the reading in milliseconds
     * @param topology the nodes, ports and links
     * @param samples the counters of the ports that reported them
     * @param rebooted the GUIDs of the nodes that restarted since the previous sweep
     * @param failures the requests that failed
     * @param manager the subnet manager
     */
    record MonitorSweep(
            String subnet,
            Instant at,
            long durationMillis,
            TopologySnapshot topology,
            List<PortSample> samples,
            List<String> rebooted,
            List<String> failures,
            ManagerEntry manager)
            implements Observation {
        /** Copies the lists. */
        public MonitorSweep {
            samples = List.copyOf(samples);
            rebooted = List.copyOf(rebooted);
            failures = List.copyOf(failures);
        }

        /** Returns an event for each node that restarted. */
        public List<MonitorEvent> restarts() {
            return rebooted.stream()
                    .map(guid -> new MonitorEvent(
                            subnet,
                            at,
                            "node-reboot",
                            "info",
                            guid,
                            0,
                            "node restarted: "
                                    + topology.node(guid)
                                            .map(TopologySnapshot.NodeEntry::name)
                                            .orElse(guid)))
                    .toList();
        }
    }

    /**
     * The master subnet manager.
     *
     * @param port the GUID of its port; empty if it is unknown
     * @param reachable whether it responded
     * @param text a description
     */
    record ManagerEntry(String port, boolean reachable, String text) {}

    /**
     * A reading that failed.
     *
     * @param subnet the name of the subnet
     * @param at the time of the failure
     * @param reason the reason
     */
    record FailedSweep(String subnet, Instant at, String reason) implements Observation {}

    /**
     * Something that happened.
     *
     * @param subnet the name of the subnet
     * @param at the time when it was noticed, in milliseconds
     * @param kind the kind, such as {@code link-down}
     * @param severity {@code info}, {@code warning} or {@code error}
     * @param node the GUID of the node; empty if the event concerns the subnet
     * @param port the number of the port; 0 if the event concerns the node
     * @param text a description of one line, of which 1000 characters are kept
     */
    record MonitorEvent(String subnet, Instant at, String kind, String severity, String node, int port, String text)
            implements Observation {
        private static final int MAX_TEXT = 1000;

        /** Cuts the time and the text to what is stored, so that an event equals the stored one. */
        public MonitorEvent {
            at = Instant.ofEpochMilli(at.toEpochMilli());
            text = text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) : text;
        }
    }

    /**
     * The findings of a validation of the fabric.
     *
     * @param subnet the name of the subnet
     * @param at the time when the validation ended
     * @param findings all findings
     */
    record ValidatedFindings(String subnet, Instant at, List<FindingEntry> findings) implements Observation {
        /** Copies the list. */
        public ValidatedFindings {
            findings = List.copyOf(findings);
        }
    }

    /**
     * A finding of the validation.
     *
     * @param key the identity of the finding over time
     * @param severity {@code info}, {@code warning} or {@code error}
     * @param check the name of the check
     * @param evidence what was found
     * @param cause the likely cause
     * @param nextStep what an operator should do next
     */
    record FindingEntry(String key, String severity, String check, String evidence, String cause, String nextStep) {}
}
