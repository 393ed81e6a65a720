package io.verbena.shell.command.ibutils;

import io.verbena.diag.ibdm.StageReport;
import io.verbena.error.FileErrors;
import io.verbena.error.RdmaException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The text of stages in the layout of ibutils, and files of its output directory. */
final class StageLines {
    private static final String RULE = "-I---------------------------------------------------";

    private StageLines() {}

    static List<String> of(List<StageReport> stages) {
        List<String> lines = new ArrayList<>();
        for (StageReport stage : stages) {
            lines.addAll(List.of("", RULE, "-I- " + stage.title(), RULE));
            stage.errors().forEach(line -> lines.addAll(("-E- " + line).lines().toList()));
            stage.warnings()
                    .forEach(line -> lines.addAll(("-W- " + line).lines().toList()));
            stage.details().forEach(line -> lines.add("-I- " + line));
        }
        return lines;
    }

    static List<String> status(List<StageReport> stages) {
        List<String> lines = new ArrayList<>(List.of("", "-I- Stages Status Report:"));
        lines.add(String.format("    %-40s %-6s %-8s", "STAGE", "Errors", "Warnings")
                .stripTrailing());
        for (StageReport stage : stages) {
            if (!stage.check().isEmpty()) {
                lines.add(String.format(
                        "    %-40s %-6d %d",
                        stage.check(), stage.errors().size(), stage.warnings().size()));
            }
        }
        return lines;
    }

    static boolean found(List<StageReport> stages) {
        return stages.stream()
                .anyMatch(
                        stage -> !stage.errors().isEmpty() || !stage.warnings().isEmpty());
    }

    /** Writes a file of an output directory, which is created if necessary. */
    static void write(Path directory, String name, Iterable<String> lines) {
        Path file = directory.resolve(name);
        try {
            Files.createDirectories(directory);
            Files.write(file, lines);
        } catch (IOException e) {
            throw new RdmaException(
                    "cannot write " + file + ": " + FileErrors.reason(e) + "; select another directory with -o", e);
        }
    }
}
