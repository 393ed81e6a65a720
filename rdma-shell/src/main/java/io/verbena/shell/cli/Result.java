package io.verbena.shell.cli;

import io.verbena.error.FileErrors;
import io.verbena.error.RdmaException;
import io.verbena.shell.cli.CommonOptions.Format;
import io.verbena.shell.view.Csv;
import io.verbena.shell.view.Json;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The result of a command: a value for the structured formats, and lines of text.
 *
 * @param text the lines of the text format
 * @param report the value: records, maps, lists, identifiers and wire structures; the names of its members are stable
 * @param found whether the command found a problem
 * @param failures the failures that make the result partial
 * @param file the file to write to; null for standard output
 */
public record Result(
        Supplier<List<String>> text,
        Supplier<?> report,
        boolean found,
        List<RdmaException> failures,
        @Nullable Path file) {

    /** Creates a result from a value and its view. */
    public static <R> Result of(R report, Function<R, List<String>> view) {
        return of(() -> view.apply(report), () -> report);
    }

    /** Creates a result from lines of text and a value that only the structured formats need. */
    public static Result of(Supplier<List<String>> text, Supplier<?> report) {
        return new Result(text, report, false, List.of(), null);
    }

    /** Returns this result, with exit code 1 if {@code something} is true. */
    public Result found(boolean something) {
        return new Result(text, report, something, failures, file);
    }

    /** Returns this result with additional failures, which make it partial. */
    public Result without(List<RdmaException> missing) {
        List<RdmaException> all =
                Stream.concat(failures.stream(), missing.stream()).toList();
        return new Result(text, report, found, all, file);
    }

    /** Returns this result, to be written to a file. */
    public Result into(@Nullable Path target) {
        return new Result(text, report, found, failures, target);
    }

    void print(Format format, boolean keys, PrintWriter out) {
        List<String> lines = lines(format, keys);
        if (file == null) {
            lines.forEach(out::println);
            out.flush();
            return;
        }
        FileErrors.access("write " + file, () -> Files.write(file, lines));
    }

    /** Returns the lines in a format, with the values of keys if {@code keys}. */
    List<String> lines(Format format, boolean keys) {
        return switch (format) {
            case text -> text.get();
            case json -> List.of(Json.text(report.get(), keys));
            case csv -> Csv.of(Json.tree(report.get(), keys));
            case yaml -> Json.yaml(Json.tree(report.get(), keys));
        };
    }

    /**
     * Returns the exit code. A partial result takes precedence over a finding, because what is missing may contain a
     * problem.
     */
    ExitCode exitCode() {
        if (!failures.isEmpty()) {
            return ExitCode.PARTIAL;
        }
        return found ? ExitCode.FOUND : ExitCode.OK;
    }

    /** The exit codes of all commands. */
    public enum ExitCode {
        /** The command succeeded. */
        OK(0),
        /** The command succeeded and found a problem in what it examined. */
        FOUND(1),
        /** The command line is invalid; nothing was done. */
        USAGE(2),
        /** The command succeeded in part; standard error lists the failures. */
        PARTIAL(3),
        /** The command failed: a target is unreachable, refused the request or was lost. */
        FAILED(4);

        private final int code;

        ExitCode(int code) {
            this.code = code;
        }

        /** Returns the exit status of the program. */
        public int code() {
            return code;
        }
    }
}
