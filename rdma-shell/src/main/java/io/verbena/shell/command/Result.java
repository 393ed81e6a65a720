package io.verbena.shell.command;

import io.verbena.error.RdmaException;
import java.util.List;
import java.util.function.Supplier;

/**
 * What a command found.
 *
 * @param text the lines that people read
 * @param json the same for programs: maps, lists, strings, numbers and wire structures
 * @param failures what could not be learned; the result is partial if there are any
 */
record Result(Supplier<List<String>> text, Supplier<Object> json, List<RdmaException> failures) {
    static Result of(Supplier<List<String>> text, Supplier<Object> json) {
        return new Result(text, json, List.of());
    }

    ExitCode exitCode() {
        return failures.isEmpty() ? ExitCode.OK : ExitCode.PARTIAL;
    }
}
