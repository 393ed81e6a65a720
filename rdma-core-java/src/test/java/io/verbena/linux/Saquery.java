package io.verbena.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs {@code saquery} on the fabric of this process, and takes its text apart: one map of labels to values a record. */
final class Saquery {
    private static final Pattern RECORD = Pattern.compile("\\S.*[Rr]ecord dump:");
    private static final Pattern FIELD = Pattern.compile("\\t+([^.]+?)(?::\\.+|\\.{2,})(.*)");

    private Saquery() {}

    static List<Map<String, String>> run(String... arguments) {
        return records(output(arguments));
    }

    private static List<String> output(String... arguments) {
        try {
            ProcessBuilder saquery = new ProcessBuilder(Stream.concat(Stream.of("saquery"), Stream.of(arguments))
                            .toList())
                    .redirectError(ProcessBuilder.Redirect.DISCARD);
            // A host has one server, and this process may be it.
            saquery.environment().remove("SIM_SET_ISSM");
            Process process = saquery.start();
            List<String> lines =
                    process.inputReader(StandardCharsets.UTF_8).lines().toList();
            assertThat(process.waitFor()).as("the exit status of saquery").isZero();
            return lines;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Lines that are no fields, such as those of a table, are one value. */
    private static List<Map<String, String>> records(List<String> lines) {
        List<Map<String, String>> records = new ArrayList<>();
        for (String line : lines) {
            Matcher field = FIELD.matcher(line);
            if (RECORD.matcher(line).matches()) {
                records.add(new LinkedHashMap<>());
            } else if (field.matches()) {
                last(records).put(field.group(1), figure(field.group(2)));
            } else if (!line.isBlank() && !line.startsWith("\t\t\t\t")) {
                last(records).merge("rest", rest(line), (before, next) -> before + " " + next);
            }
        }
        return records;
    }

    /** It writes some numbers in capitals, and others not. */
    static String figure(String value) {
        return value.matches("0x[0-9a-fA-F]+") ? value.toLowerCase(Locale.ROOT) : value;
    }

    private static String rest(String line) {
        return Stream.of(line.strip().split("[\\s|]+")).collect(Collectors.joining(" "));
    }

    private static Map<String, String> last(List<Map<String, String>> records) {
        assertThat(records).as("saquery begins with a record").isNotEmpty();
        return records.get(records.size() - 1);
    }
}
