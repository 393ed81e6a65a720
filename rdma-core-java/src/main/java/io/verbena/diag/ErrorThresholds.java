package io.verbena.diag;

import io.verbena.error.FileErrors;
import io.verbena.error.NearestNames;
import io.verbena.error.RdmaException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Thresholds up to which an error counter is acceptable (the file {@code error_thresholds} of infiniband-diags).
 * Immutable.
 *
 * @param counts the thresholds by the name of the counter; the threshold of other counters is 0
 */
public record ErrorThresholds(Map<String, Long> counts) {
    private static final List<Row> ROWS = List.of(
            new Row("SymbolErrorCounter", "SymbolErrors", 10L),
            new Row("LinkErrorRecoveryCounter", "LinkRecovers", 10L),
            new Row("LinkDownedCounter", "LinkDowned", 10L),
            new Row("PortRcvErrors", "RcvErrors", 10L),
            new Row("PortRcvRemotePhysicalErrors", "RcvRemotePhysErrors", 100L),
            new Row("PortRcvSwitchRelayErrors", "RcvSwRelayErrors", 100L),
            new Row("PortXmitDiscards", "XmtDiscards", 100L),
            new Row("PortXmitConstraintErrors", "XmtConstraintErrors", 100L),
            new Row("PortRcvConstraintErrors", "RcvConstraintErrors", 100L),
            new Row("LocalLinkIntegrityErrors", "LinkIntegrityErrors", 10L),
            new Row("ExcessiveBufferOverrunErrors", "ExcBufOverrunErrors", 10L),
            new Row("VL15Dropped", "VL15Dropped", 100L),
            new Row("PortXmitWait", "PortXmitWait", 1000L));

    /** The counters that have a threshold, by their names in files. */
    public static final List<String> COUNTERS = ROWS.stream().map(Row::counter).toList();

    /** No thresholds: every error counts. */
    public static final ErrorThresholds NONE = new ErrorThresholds(Map.of());

    /** The defaults of infiniband-diags, which tolerate the errors of a link that comes up. */
    public static final ErrorThresholds PREDEFINED =
            new ErrorThresholds(ROWS.stream().collect(Collectors.toMap(Row::counter, Row::predefined)));

    private static final Map<String, String> SHORT_NAMES =
            ROWS.stream().collect(Collectors.toMap(Row::shortName, Row::counter));

    /** A counter, its name in the files of the old check scripts, and its predefined threshold. */
    private record Row(String counter, String shortName, long predefined) {}

    /** Copies the map. */
    public ErrorThresholds {
        counts = Map.copyOf(counts);
    }

    /** Returns the threshold of a counter. */
    public long of(String counter) {
        return counts.getOrDefault(counter, 0L);
    }

    /**
     * Reads a file of lines such as {@code SymbolErrorCounter=10}. The names of the old check scripts, such as {@code
     * SymbolErrors=10}, are accepted as well; {@code #} starts a comment.
     *
     * @throws RdmaException if the file cannot be read, a line has another form, or a counter is unknown
     */
    public static ErrorThresholds read(Path file) {
        return read(file, COUNTERS);
    }

    /**
     * Reads a file in the format of {@link #read(Path)} with thresholds of other counters.
     *
     * @param counters the names of the counters that can have a threshold
     * @throws RdmaException if the file cannot be read, a line has another form, or a counter is unknown
     */
    public static ErrorThresholds read(Path file, List<String> counters) {
        return FileErrors.access(
                "read the thresholds " + file, () -> parse(file.toString(), Files.readAllLines(file), counters));
    }

    /**
     * Parses lines in the format of {@link #read}.
     *
     * @param source the name of the source, for messages
     * @throws RdmaException if a line has another form, or a counter is unknown
     */
    public static ErrorThresholds parse(String source, List<String> lines) {
        return parse(source, lines, COUNTERS);
    }

    private static ErrorThresholds parse(String source, List<String> lines, List<String> counters) {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).replaceFirst("#.*", "").strip();
            if (line.isEmpty()) {
                continue;
            }
            String place = "line " + (i + 1) + " of the thresholds " + source + " is '" + lines.get(i) + "'; ";
            String[] words = line.split("\\s*=\\s*", -1);
            if (words.length != 2 || !words[1].matches("[0-9]{1,18}")) {
                throw new RdmaException(place + "expected NAME=COUNT, for example SymbolErrorCounter=10");
            }
            String counter = SHORT_NAMES.getOrDefault(words[0], words[0]);
            if (!counters.contains(counter)) {
                throw new RdmaException(
                        place + "unknown counter '" + words[0] + "'" + NearestNames.hint(words[0], counters));
            }
            counts.put(counter, Long.parseLong(words[1]));
        }
        return new ErrorThresholds(counts);
    }
}
