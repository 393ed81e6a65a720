package io.verbena.shell.view;

import io.verbena.diag.validate.FabricFinding;
import io.verbena.diag.validate.FabricFinding.Affected;
import io.verbena.diag.validate.Severity;
import io.verbena.diag.validate.ValidationReport;
import io.verbena.diag.validate.ValidationReport.CheckOutcome;
import io.verbena.diag.validate.ValidationReport.ReportTable;
import io.verbena.error.FileErrors;
import io.verbena.error.RdmaException;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes the result of a validation to files: JUnit XML, CSV, and one HTML page that needs nothing else. */
public final class ValidationFiles {
    private static final String PAGE = "validation.html";

    private ValidationFiles() {}

    /**
     * Writes a test report in the format of JUnit. Each check is a test case; it fails if it found an error or a warning.
     *
     * @throws RdmaException if the file cannot be written
     */
    public static void junit(ValidationReport report, Path file) {
        write(file, junit(report));
    }

    static String junit(ValidationReport report) {
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeStartElement("testsuite");
            xml.writeAttribute("name", "fabric");
            xml.writeAttribute("tests", String.valueOf(report.checks().size()));
            xml.writeAttribute(
                    "failures",
                    String.valueOf(report.checks().stream()
                            .filter(ValidationFiles::hasFailed)
                            .count()));
            xml.writeAttribute("errors", "0");
            xml.writeAttribute(
                    "skipped",
                    String.valueOf(report.checks().stream()
                            .filter(check -> !check.ran())
                            .count()));
            for (CheckOutcome check : report.checks()) {
                testCase(check, report, xml);
            }
            xml.writeEndElement();
            xml.writeEndDocument();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("cannot write XML to memory", e);
        }
        return text.toString();
    }

    private static boolean hasFailed(CheckOutcome check) {
        return check.worst().filter(worst -> worst != Severity.INFO).isPresent();
    }

    private static void testCase(CheckOutcome check, ValidationReport report, XMLStreamWriter xml)
            throws XMLStreamException {
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", "fabric");
        xml.writeAttribute("name", check.id());
        xml.writeAttribute("time", String.valueOf(check.millis() / 1e3));
        if (!check.ran()) {
            xml.writeEmptyElement("skipped");
            xml.writeAttribute("message", check.reason());
        } else if (hasFailed(check)) {
            List<FabricFinding> findings = report.findings().stream()
                    .filter(finding -> finding.check().equals(check.id()) && finding.severity() != Severity.INFO)
                    .toList();
            xml.writeStartElement("failure");
            xml.writeAttribute("type", findings.get(0).id());
            xml.writeAttribute("message", valid(findings.get(0).evidence()));
            xml.writeCharacters(valid(findings.stream()
                    .map(finding -> finding.id() + ": " + finding.evidence() + "\n  likely cause: " + finding.cause()
                            + "\n  next step: " + finding.nextStep() + "\n")
                    .collect(Collectors.joining())));
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }

    /** Replaces control characters, which a description may contain and XML 1.0 forbids. */
    private static String valid(String text) {
        return text.replaceAll("[^\\t\\n\\x20-\\uD7FF\\uE000-\\uFFFD]", "?");
    }

    /**
     * Writes a file for the findings and for each table to a directory, which is created if necessary.
     *
     * @throws RdmaException if a file cannot be written
     */
    public static void csv(ValidationReport report, Path directory) {
        FileErrors.access("create " + directory, () -> Files.createDirectories(directory));
        List<List<Object>> rows = new ArrayList<>();
        for (FabricFinding finding : report.findings()) {
            rows.add(List.of(
                    finding.severity().name(),
                    finding.check(),
                    finding.id(),
                    finding.evidence(),
                    finding.affected().stream().map(Affected::toString).collect(Collectors.joining("; ")),
                    finding.cause(),
                    finding.nextStep()));
        }
        csv(
                new ReportTable(
                        "findings",
                        List.of("severity", "check", "id", "evidence", "affected", "cause", "nextStep"),
                        rows),
                directory);
        report.tables().forEach(table -> csv(table, directory));
    }

    private static void csv(ReportTable table, Path directory) {
        StringBuilder text = new StringBuilder(String.join(",", table.columns())).append("\n");
        for (List<Object> row : table.rows()) {
            text.append(row.stream().map(String::valueOf).map(Csv::quoted).collect(Collectors.joining(",")))
                    .append("\n");
        }
        write(directory.resolve(table.name() + ".csv"), text.toString());
    }

    /**
     * Writes a page that contains the whole report and loads nothing.
     *
     * @throws RdmaException if the file cannot be written
     */
    public static void html(ValidationReport report, Instant time, Path file) {
        write(file, html(report, time));
    }

    static String html(ValidationReport report, Instant time) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("time", time.toString());
        data.put("report", report);
        // An element ends at the first "</", also within a string.
        return page().replace("@DATA@", Json.text(data, false).replace("<", "\\u003c"));
    }

    private static String page() {
        try (InputStream page = Objects.requireNonNull(ValidationFiles.class.getResourceAsStream(PAGE), PAGE)) {
            return new String(page.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the page of the report from the program", e);
        }
    }

    private static void write(Path file, String text) {
        FileErrors.access("write " + file, () -> Files.writeString(file, text));
    }
}
