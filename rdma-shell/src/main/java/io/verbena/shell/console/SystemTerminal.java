package io.verbena.shell.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
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

/** The terminal the process was started in, and the reader of its lines. */
final class SystemTerminal {
    /** JLine warns here, in the middle of the screen, when for example the history file cannot be written. */
    private static final Logger JLINE = Logger.getLogger("org.jline");

    private SystemTerminal() {}

    /** The terminal, if both input and output are one; nothing is printed if they are not. */
    static Optional<Terminal> open() {
        if (redirected()) {
            return Optional.empty();
        }
        JLINE.setLevel(Level.OFF);
        try {
            // Without the dumb replacement, which would also read from a pipe, JLine fails where there is no terminal.
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

    /** Spares JLine's start where Java knows already; from 22 on it never does. */
    @SuppressWarnings("SystemConsoleNull")
    private static boolean redirected() {
        return System.console() == null;
    }

    /**
     * A reader whose lines are kept in {@code file}. An open quote does not ask for another line, since it is the
     * command parser that judges a line, and {@code !} is an ordinary character.
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
}
