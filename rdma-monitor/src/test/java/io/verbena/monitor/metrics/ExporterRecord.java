package io.verbena.monitor.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The series that an exporter wrote, and the types of their families. {@code testbed/oracles/exporters/capture} records it, and
 * {@code docs/monitor.md} lists what differs in the metrics of the monitor.
 *
 * @param series the value of each series, by its name and its labels in alphabetical order
 * @param types the type of each family
 */
record ExporterRecord(Map<String, String> series, Map<String, String> types) {
    private static final Pattern SAMPLE = Pattern.compile("(\\w+)(?:\\{(.*)})? (\\S+)");
    private static final Pattern LABEL = Pattern.compile("\\w+=\"(?:[^\"\\\\]|\\\\.)*\"");
    private static final Pattern TRAFFIC = Pattern.compile("infiniband_\\w*(?:data|packets|pkts)\\w*_total");
    /** In a record, the value of a series that is different each time. */
    private static final String VARIES = "-";
    /**
     * Maximum number of packets that the fabric carried before one of the two readings and not before the other. The counters of
     * two ports differ by more.
     */
    private static final int PACKETS = 10_000;
    /** The size of the packets on a simulated fabric. */
    private static final int BYTES = 288;

    /**
     * A row of the table of differences.
     *
     * @param compat the exporter
     * @param names patterns of the names, where {@code *} stands for any characters
     * @param only where the series are: {@code exporter}, {@code monitor} or {@code monitor, if 0}; for two values, such as
     *     {@code 12 and not 2}, both have the series, and the first value is that of the monitor
     */
    record Difference(String compat, List<String> names, String only) {
        boolean isAbout(String series) {
            String name = series.replaceFirst("\\{.*", "");
            return names.stream().anyMatch(each -> name.matches(each.replace("*", "\\w*")));
        }
    }

    /** Reads the text format of Prometheus. */
    static ExporterRecord parse(String text) {
        Map<String, String> series = new TreeMap<>();
        Map<String, String> types = new TreeMap<>();
        for (String line : text.lines().toList()) {
            if (line.startsWith("# TYPE ")) {
                String[] words = line.split(" ", 4);
                types.put(words[2], words[3]);
            } else if (!line.startsWith("#")) {
                Matcher sample = SAMPLE.matcher(line);
                assertThat(sample.matches()).as(line).isTrue();
                List<String> labels = new ArrayList<>();
                LABEL.matcher(Objects.requireNonNullElse(sample.group(2), ""))
                        .results()
                        .forEach(label -> labels.add(label.group()));
                labels.sort(null);
                String name = sample.group(1) + "{" + String.join(",", labels) + "}";
                assertThat(series.put(name, sample.group(3)))
                        .as("first %s", name)
                        .isNull();
            }
        }
        return new ExporterRecord(series, types);
    }

    /** Reads a file of {@code exporters} in the test resources. */
    static String resource(String name) {
        try (InputStream in = ExporterRecord.class.getResourceAsStream("exporters/" + name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads the differences from the documentation. */
    static List<Difference> documented(CompatibleMetrics format) throws IOException {
        Path document = Path.of(System.getProperty("basedir", ".")).resolve("../docs/monitor.md");
        List<Difference> differences = new ArrayList<>();
        for (String line : Files.readAllLines(document)) {
            String[] cells = line.split(" *\\| *", -1);
            if (cells.length == 6
                    && cells[1].equals('`' + format.name().toLowerCase(Locale.ROOT) + '`')
                    && cells[2].startsWith("`infiniband_")) {
                List<String> names = Arrays.stream(cells[2].split(", *", -1))
                        .map(name -> name.replace("`", ""))
                        .toList();
                differences.add(new Difference(cells[1].replace("`", ""), names, cells[3]));
            }
        }
        assertThat(differences).as("the table of differences in %s", document).isNotEmpty();
        return differences;
    }

    /**
     * Asserts that the monitor writes the series of this record with the same values, except for documented differences, and
     * returns those that occurred.
     */
    Set<Difference> compareWith(ExporterRecord monitor, List<Difference> documented) {
        Set<Difference> occurred = new LinkedHashSet<>();
        List<String> unexplained = new ArrayList<>();
        Set<String> all = new LinkedHashSet<>(series.keySet());
        all.addAll(monitor.series.keySet());
        for (String each : all) {
            String expected = series.get(each);
            String actual = monitor.series.get(each);
            if (expected == null || actual == null || !isSame(each, expected, actual)) {
                documented.stream()
                        .filter(difference -> difference.isAbout(each)
                                && difference.only().equals(kind(difference, expected, actual)))
                        .findFirst()
                        .ifPresentOrElse(
                                occurred::add,
                                () -> unexplained.add(each + ": exporter " + expected + ", monitor " + actual));
            }
        }
        assertThat(unexplained)
                .as("differences that docs/monitor.md does not explain")
                .isEmpty();
        monitor.types.forEach((family, type) ->
                assertThat(type).as("type of %s", family).isEqualTo(types.getOrDefault(family, type)));
        return occurred;
    }

    private static String kind(Difference difference, @Nullable String expected, @Nullable String actual) {
        if (expected != null) {
            return actual == null ? "exporter" : actual + " and not " + expected.replaceFirst("\\.0$", "");
        }
        return difference.only().endsWith("if 0") && Double.parseDouble(Objects.requireNonNull(actual)) == 0
                ? "monitor, if 0"
                : "monitor";
    }

    private static boolean isSame(String series, String expected, String actual) {
        if (expected.equals(VARIES)) {
            return Double.parseDouble(actual) >= 0;
        }
        double difference = Math.abs(Double.parseDouble(expected) - Double.parseDouble(actual));
        if (TRAFFIC.matcher(series.replaceFirst("\\{.*", "")).matches()) {
            int unit = series.contains("bytes") ? BYTES : series.contains("data") ? BYTES / 4 : 1;
            return difference < PACKETS * unit;
        }
        return difference == 0;
    }
}
