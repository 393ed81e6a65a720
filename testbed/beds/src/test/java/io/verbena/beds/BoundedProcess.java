package io.verbena.beds;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A process that has ended, or was ended at its time limit, with its output. */
record BoundedProcess(int exitStatus, Path output) {
    /** Time limit of a suite or a check in seconds, from {@code VERBENA_SUITE_LIMIT}. */
    static final int LIMIT = Integer.parseInt(System.getenv().getOrDefault("VERBENA_SUITE_LIMIT", "900"));

    private static final int TAIL_LINES = 40;
    private static final Map<Integer, String> REASONS = Map.of(
            124,
            "did not end within " + LIMIT + " seconds",
            137,
            "was killed, or did not end within " + LIMIT + " seconds",
            125,
            "the bed did not start",
            77,
            "something that it needs is missing");

    /** Runs a command in the root of the checkout; {@code timeout} ends all processes of its group. */
    static BoundedProcess run(List<String> command, Path output) {
        List<String> bounded = new ArrayList<>(List.of("timeout", "-k", "10", String.valueOf(LIMIT)));
        bounded.addAll(command);
        try {
            Process process = new ProcessBuilder(bounded)
                    .directory(Checkout.ROOT.toFile())
                    .redirectErrorStream(true)
                    .redirectInput(new File("/dev/null"))
                    .redirectOutput(output.toFile())
                    .start();
            return new BoundedProcess(process.waitFor(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while " + command.get(0) + " ran", e);
        }
    }

    /** Says how the process ended, and quotes the end of its output. */
    String explain() {
        return REASONS.getOrDefault(exitStatus, "exit status " + exitStatus) + "\n" + tail();
    }

    String tail() {
        try {
            List<String> lines = Files.readString(output, StandardCharsets.ISO_8859_1)
                    .lines()
                    .toList();
            return lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()).stream()
                    .map(line -> "    " + line)
                    .collect(Collectors.joining("\n"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
