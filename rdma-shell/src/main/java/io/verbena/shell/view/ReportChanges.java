package io.verbena.shell.view;

import io.verbena.diag.validate.FabricFinding;
import io.verbena.diag.validate.ValidationReport;
import io.verbena.error.FileErrors;
import io.verbena.error.RdmaException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A report, and what has changed since an earlier one. Findings are the same if their kind and the affected ports are.
 *
 * @param report the current report
 * @param added the findings that the earlier report lacks
 * @param gone the findings that only the earlier report has
 */
public record ReportChanges(ValidationReport report, List<FabricFinding> added, List<GoneFinding> gone) {
    private static final JsonMapper MAPPER = new JsonMapper();

    /** Copies the lists. */
    public ReportChanges {
        added = List.copyOf(added);
        gone = List.copyOf(gone);
    }

    /**
     * A finding of the earlier report.
     *
     * @param id the kind
     * @param evidence what was found
     */
    public record GoneFinding(String id, String evidence) {}

    /**
     * Compares a report with an earlier one in a file that {@code validate --format json} wrote.
     *
     * @throws RdmaException if the file cannot be read, or contains something else
     */
    public static ReportChanges since(ValidationReport report, Path file) {
        Map<String, GoneFinding> earlier = read(file);
        Set<String> current = new HashSet<>();
        report.findings().forEach(finding -> current.add(finding.key()));
        List<FabricFinding> added = report.findings().stream()
                .filter(finding -> !earlier.containsKey(finding.key()))
                .toList();
        earlier.keySet().removeAll(current);
        return new ReportChanges(report, added, List.copyOf(earlier.values()));
    }

    private static Map<String, GoneFinding> read(Path file) {
        byte[] text = FileErrors.access("read the earlier report " + file, () -> Files.readAllBytes(file));
        return parse(file.toString(), text);
    }

    static Map<String, GoneFinding> parse(String source, byte[] text) {
        JsonNode document;
        try {
            document = MAPPER.readTree(text);
        } catch (JacksonException e) {
            throw invalid(source, "it is not JSON: " + e.getOriginalMessage(), e);
        }
        // The output of --since contains the report in a member.
        JsonNode findings = (document.has("report") ? document.path("report") : document).path("findings");
        if (!findings.isArray()) {
            throw invalid(source, "it has no list 'findings'", null);
        }
        Map<String, GoneFinding> byKey = new LinkedHashMap<>();
        for (JsonNode finding : findings.values()) {
            String id = finding.path("id").asString("");
            if (id.isEmpty()) {
                throw invalid(source, "a finding has no 'id'", null);
            }
            List<String> places = new ArrayList<>();
            for (JsonNode affected : finding.path("affected").values()) {
                JsonNode port = affected.path("port");
                places.add(FabricFinding.place(
                        affected.path("node").asString(""), port.isIntegralNumber() ? port.asInt(0) : null));
            }
            byKey.put(
                    FabricFinding.key(id, places),
                    new GoneFinding(id, finding.path("evidence").asString("")));
        }
        return byKey;
    }

    private static RdmaException invalid(String source, String reason, @Nullable Exception cause) {
        return new RdmaException(
                source + " is not a report of a validation: " + reason + "; write one with 'validate --format json'",
                cause);
    }

    /** Returns the lines for a terminal. */
    public List<String> lines(Path file) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add("since " + file + ": " + added.size() + " new, " + gone.size() + " gone");
        added.forEach(finding -> lines.add("  + " + finding.id() + ": " + Names.printable(finding.evidence())));
        gone.forEach(finding ->
                lines.add("  - " + Names.printable(finding.id()) + ": " + Names.printable(finding.evidence())));
        return lines;
    }
}
