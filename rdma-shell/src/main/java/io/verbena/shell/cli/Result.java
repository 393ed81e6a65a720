package io.verbena.shell.cli;

import io.verbena.error.FileErrors;
import io.verbena.error.RdmaException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a command found: a value, which all formats for programs are made of, and the lines that people read.
 *
 * @param text the lines that people read
 * @param report the value: records, maps, lists, identifiers and wire structures; the names of its members are kept
 * @param found whether something is not well
 * @param failures what could not be learned; the result is partial if there are any
 * @param file where it is to be written; null for standard output
 */
public record Result(
        Supplier<List<String>> text,
        Supplier<?> report,
        boolean found,
        List<RdmaException> failures,
        @Nullable Path file) {

    /** A value, and how it looks. */
    public static <R> Result of(R report, Function<R, List<String>> view) {
        return of(() -> view.apply(report), () -> report);
    }

    /** A value that is made for programs only, and the lines that people read. */
    public static Result of(Supplier<List<String>> text, Supplier<?> report) {
        return new Result(text, report, false, List.of(), null);
    }

    /** The same; if {@code something}, it is not well, and the exit status says so. */
    public Result found(boolean something) {
        return new Result(text, report, something, failures, file);
    }

    /** The same, without what could not be learned. */
    public Result without(List<RdmaException> missing) {
        return new Result(text, report, found, List.copyOf(missing), file);
    }

    /** The same, written to a file. */
    public Result into(@Nullable Path target) {
        return new Result(text, report, found, failures, target);
    }

    void print(Format format, boolean keys, PrintWriter out) {
        List<String> lines = format.lines(this, keys);
        if (file == null) {
            lines.forEach(out::println);
            out.flush();
            return;
        }
        try {
            Files.write(file, lines);
        } catch (IOException e) {
            throw new RdmaException("cannot write " + file + ": " + FileErrors.reason(e), e);
        }
    }

    /** A partial result is that first: what is missing may be what is not well. */
    ExitCode exitCode() {
        if (!failures.isEmpty()) {
            return ExitCode.PARTIAL;
        }
        return found ? ExitCode.FOUND : ExitCode.OK;
    }
}
