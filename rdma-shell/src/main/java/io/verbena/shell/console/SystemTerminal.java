package io.verbena.shell.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jline.reader.Completer;
import org.jline.reader.History;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.impl.DefaultParser;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;

/** The terminal of the process, and its line reader. */
final class SystemTerminal {
    /**
     * The logger of JLine, which would write warnings to the screen, for example if the history file cannot be written.
     */
    private static final Logger JLINE = Logger.getLogger("org.jline");

    private SystemTerminal() {}

    /** Returns the terminal if standard input and output are one. Prints nothing if they are not. */
    static Optional<Terminal> open() {
        if (redirected()) {
            return Optional.empty();
        }
        JLINE.setLevel(Level.OFF);
        try {
            // Without its dumb terminal, which would read from a pipe, JLine fails if there is no terminal.
            return Optional.of(TerminalBuilder.builder()
                    .system(true)
                    .systemOutput(TerminalBuilder.SystemOutput.SysOut)
                    .dumb(false)
                    .encoding(UTF_8)
                    .stdinEncoding(UTF_8)
                    .stdoutEncoding(UTF_8)
                    .build());
        } catch (IOException | IllegalStateException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns whether Java knows that there is no terminal, which avoids the start of JLine. Since JDK 22, Java does
     * not know it.
     */
    @SuppressWarnings("SystemConsoleNull")
    private static boolean redirected() {
        return System.console() == null;
    }

    /**
     * Creates a line reader that saves its lines in {@code file}. An open quote does not continue on the next line,
     * because the command parser validates lines, and {@code !} is an ordinary character.
     */
    static LineReader reader(Terminal terminal, Completer completer, History history, Path file) {
        DefaultParser words = new DefaultParser();
        words.setEofOnUnclosedQuote(false);
        words.setEofOnEscapedNewLine(false);
        return LineReaderBuilder.builder()
                .terminal(terminal)
                .appName("verbena")
                .parser(words)
                .completer(completer)
                .history(history)
                .variable(LineReader.HISTORY_FILE, file)
                .option(LineReader.Option.AUTO_FRESH_LINE, true)
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .option(LineReader.Option.INSERT_TAB, false)
                .build();
    }

    /** Returns the file for the command history: {@code verbena/history} in the XDG state directory (default: {@code ~/.local/state}). */
    static Path historyFile(Map<String, String> environment, Path home) {
        return state(environment.get("XDG_STATE_HOME"), home).resolve("verbena").resolve("history");
    }

    private static Path state(@Nullable String variable, Path home) {
        boolean usable = variable != null && Path.of(variable).isAbsolute();
        return usable ? Path.of(variable) : home.resolve(".local").resolve("state");
    }
}
