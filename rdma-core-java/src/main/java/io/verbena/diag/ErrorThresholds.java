package io.verbena.diag;

import io.verbena.error.FileErrors;
import io.verbena.error.NearestNames;
import io.verbena.error.RdmaException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Up to which count a counter of errors is no matter (the file {@code error_thresholds} of infiniband-diags). Immutable.
 *
 * @param counts by the name of the counter; what is not here may not count at all
 */
public record ErrorThresholds(Map<String, Long> counts) {
    /** The counters that have a threshold, by their names in files. */
    public static final List<String> COUNTERS = List.of(
            "SymbolErrorCounter",
            "LinkErrorRecoveryCounter",
            "LinkDownedCounter",
            "PortRcvErrors",
            "PortRcvRemotePhysicalErrors",
            "PortRcvSwitchRelayErrors",
            "PortXmitDiscards",
            "PortXmitConstraintErrors",
            "PortRcvConstraintErrors",
            "LocalLinkIntegrityErrors",
            "ExcessiveBufferOverrunErrors",
            "VL15Dropped",
            "PortXmitWait");

    /** Every error matters. */
    public static final ErrorThresholds NONE = new ErrorThresholds(Map.of());

    /** Those of the checks of infiniband-diags, where nothing else is said: what a link may count while it comes up. */
    public static final ErrorThresholds PREDEFINED = new ErrorThresholds(Map.ofEntries(
            Map.entry("SymbolErrorCounter", 10L),
            Map.entry("LinkErrorRecoveryCounter", 10L),
            Map.entry("LinkDownedCounter", 10L),
            Map.entry("PortRcvErrors", 10L),
            Map.entry("PortRcvRemotePhysicalErrors", 100L),
            Map.entry("PortRcvSwitchRelayErrors", 100L),
            Map.entry("PortXmitDiscards", 100L),
            Map.entry("PortXmitConstraintErrors", 100L),
            Map.entry("PortRcvConstraintErrors", 100L),
            Map.entry("LocalLinkIntegrityErrors", 10L),
            Map.entry("ExcessiveBufferOverrunErrors", 10L),
            Map.entry("VL15Dropped", 100L),
            Map.entry("PortXmitWait", 1000L)));

    /** What the checks of infiniband-diags call some counters in their files. */
    private static final Map<String, String> SHORT_NAMES = Map.ofEntries(
            Map.entry("SymbolErrors", "SymbolErrorCounter"),
            Map.entry("LinkRecovers", "LinkErrorRecoveryCounter"),
            Map.entry("LinkDowned", "LinkDownedCounter"),
            Map.entry("RcvErrors", "PortRcvErrors"),
            Map.entry("RcvRemotePhysErrors", "PortRcvRemotePhysicalErrors"),
            Map.entry("RcvSwRelayErrors", "PortRcvSwitchRelayErrors"),
            Map.entry("XmtDiscards", "PortXmitDiscards"),
            Map.entry("XmtConstraintErrors", "PortXmitConstraintErrors"),
            Map.entry("RcvConstraintErrors", "PortRcvConstraintErrors"),
            Map.entry("LinkIntegrityErrors", "LocalLinkIntegrityErrors"),
            Map.entry("ExcBufOverrunErrors", "ExcessiveBufferOverrunErrors"));

    /** Keeps a copy. */
    public ErrorThresholds {
        counts = Map.copyOf(counts);
    }

    /** Up to which count the counter is no matter. */
    public long of(String counter) {
        return counts.getOrDefault(counter, 0L);
    }

    /**
     * Reads lines of the form {@code SymbolErrorCounter=10}, or by the names of the old checks, {@code SymbolErrors=10}; what
     * follows a {@code #} does not count.
     *
     * @throws RdmaException if the file cannot be read, or a line has another form, or there is no such counter
     */
    public static ErrorThresholds read(Path file) {
        try {
            return parse(file.toString(), Files.readAllLines(file));
        } catch (IOException e) {
            throw new RdmaException("cannot read the thresholds " + file + ": " + FileErrors.reason(e), e);
        }
    }

    /**
     * Takes lines of the form that {@link #read} reads from a file.
     *
     * @param source what messages call it
     * @throws RdmaException if a line has another form, or there is no such counter
     */
    public static ErrorThresholds parse(String source, List<String> lines) {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).replaceFirst("#.*", "").strip();
            if (line.isEmpty()) {
                continue;
            }
            String place = "line " + (i + 1) + " of the thresholds " + source + " is '" + lines.get(i) + "'; ";
            String[] words = line.split("\\s*=\\s*", -1);
            if (words.length != 2 || !words[1].matches("[0-9]{1,18}")) {
                throw new RdmaException(place + "expected NAME=COUNT, such as SymbolErrorCounter=10");
            }
            String counter = SHORT_NAMES.getOrDefault(words[0], words[0]);
            if (!COUNTERS.contains(counter)) {
                throw new RdmaException(
                        place + "there is no counter '" + words[0] + "'" + NearestNames.hint(words[0], COUNTERS));
            }
            counts.put(counter, Long.parseLong(words[1]));
        }
        return new ErrorThresholds(counts);
    }
}
