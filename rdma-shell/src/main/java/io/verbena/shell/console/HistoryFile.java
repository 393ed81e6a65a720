package io.verbena.shell.console;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The location of the command history. */
final class HistoryFile {
    private HistoryFile() {}

    /** Returns {@code verbena/history} in the XDG state directory (default: {@code ~/.local/state}). */
    static Path in(Map<String, String> environment, Path home) {
        return state(environment.get("XDG_STATE_HOME"), home).resolve("verbena").resolve("history");
    }

    private static Path state(@Nullable String variable, Path home) {
        boolean usable = variable != null && Path.of(variable).isAbsolute();
        return usable ? Path.of(variable) : home.resolve(".local").resolve("state");
    }
}
