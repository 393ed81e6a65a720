package io.verbena.shell.command;

import io.verbena.error.FileErrors;
import io.verbena.error.RdmaException;
import io.verbena.shell.view.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a command found.
 *
 * @param text the lines that people read
 * @param json the same for programs: maps, lists, strings, numbers and wire structures
 * @param failures what could not be learned; the result is partial if there are any
 * @param file where it is to be written; null for standard output
 */
record Result(
        Supplier<List<String>> text,
        Supplier<Object> json,
        List<RdmaException> failures,
        @Nullable Path file) {
    Result(Supplier<List<String>> text, Supplier<Object> json, List<RdmaException> failures) {
        this(text, json, failures, null);
    }

    static Result of(Supplier<List<String>> text, Supplier<Object> json) {
        return new Result(text, json, List.of());
    }

    /** The same, written to a file. */
    Result into(@Nullable Path target) {
        return new Result(text, json, failures, target);
    }

    void print(boolean asJson, PrintWriter out) {
        List<String> lines = asJson ? List.of(Json.text(json.get())) : text.get();
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

    ExitCode exitCode() {
        return failures.isEmpty() ? ExitCode.OK : ExitCode.PARTIAL;
    }
}
