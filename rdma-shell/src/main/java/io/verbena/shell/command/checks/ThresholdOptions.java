package io.verbena.shell.command.checks;

import io.verbena.diag.ErrorThresholds;
import io.verbena.shell.cli.DiagnosisFiles;
import io.verbena.shell.cli.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** From where on counters are errors, and how much is said of them. */
final class ThresholdOptions {
    @Option(
            names = {"-T", "--threshold-file"},
            paramLabel = "FILE",
            description = "How much each counter may count, as SymbolErrorCounter=10; unless given, what"
                    + " /etc/infiniband-diags/error_thresholds says, or if that says nothing, 10 of each error of a link,"
                    + " 100 of what is lost and 1000 of PortXmitWait.")
    @Nullable Path file;

    @Option(
            names = {"-s", "--show_thresholds"},
            description = "Show the thresholds, in the form that -T reads, and check nothing.")
    boolean show;

    @Option(
            names = {"-b", "--brief"},
            description = "Say only whether there are errors, and not which.")
    boolean brief;

    /** The thresholds that count. */
    ErrorThresholds read() {
        if (file != null) {
            return ErrorThresholds.read(file);
        }
        Path common = DiagnosisFiles.errorThresholds();
        ErrorThresholds said = Files.exists(common) ? ErrorThresholds.read(common) : ErrorThresholds.NONE;
        return said.counts().isEmpty() ? ErrorThresholds.PREDEFINED : said;
    }

    /** The thresholds themselves. */
    static Result shown(ErrorThresholds thresholds) {
        Map<String, Long> counts = new LinkedHashMap<>();
        ErrorThresholds.COUNTERS.forEach(counter -> counts.put(counter, thresholds.of(counter)));
        return Result.of(counts, ThresholdOptions::lines);
    }

    private static List<String> lines(Map<String, Long> counts) {
        return counts.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .toList();
    }
}
