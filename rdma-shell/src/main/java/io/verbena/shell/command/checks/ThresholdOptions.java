package io.verbena.shell.command.checks;

import io.verbena.diag.ErrorThresholds;
import io.verbena.shell.cli.Configuration;
import io.verbena.shell.cli.Result;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the thresholds of error counters. */
final class ThresholdOptions {
    @Option(
            names = {"-T", "--threshold-file"},
            paramLabel = "FILE",
            description = "Read thresholds from this file of NAME=NUMBER lines, for example SymbolErrorCounter=10"
                    + " (default: /etc/infiniband-diags/error_thresholds; if it has none, 10 for link errors,"
                    + " 100 for discards and 1000 for PortXmitWait).")
    @Nullable Path file;

    @Option(
            names = {"-s", "--show_thresholds"},
            description = "Show the thresholds in the format of -T, and check nothing.")
    boolean show;

    @Option(
            names = {"-b", "--brief"},
            description = "Show only which ports have errors, without the counters.")
    boolean brief;

    ErrorThresholds read() {
        return read(file);
    }

    /** Returns the thresholds of a file; without a file, those that commands use by default. */
    static ErrorThresholds read(@Nullable Path file) {
        ErrorThresholds configured = Configuration.errorThresholds(file);
        return file == null && configured.counts().isEmpty() ? ErrorThresholds.PREDEFINED : configured;
    }

    static Result shown(ErrorThresholds thresholds) {
        return shown(thresholds, ErrorThresholds.COUNTERS);
    }

    static Result shown(ErrorThresholds thresholds, List<String> counters) {
        Map<String, Long> counts = new LinkedHashMap<>();
        counters.forEach(counter -> counts.put(counter, thresholds.of(counter)));
        return Result.of(counts, ThresholdOptions::lines);
    }

    private static List<String> lines(Map<String, Long> counts) {
        return counts.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .toList();
    }
}
