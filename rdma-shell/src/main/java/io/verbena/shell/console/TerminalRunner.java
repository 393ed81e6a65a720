package io.verbena.shell.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jline.reader.Completer;
import org.jline.reader.EndOfFileException;
import org.jline.reader.History;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;
import org.springframework.shell.core.ShellRunner;
import org.springframework.shell.jline.JLineInputProvider;
import org.springframework.shell.jline.JLineInputReader;
import org.springframework.shell.jline.PromptProvider;

/** Runs a console on a terminal. Ctrl-C discards the line or interrupts the command; Ctrl-D and {@code exit} leave. */
final class TerminalRunner implements ShellRunner, AutoCloseable {
    private final LineReader reader;
    private final JLineInputProvider input;
    private final LineExecutor executor;
    private final ConsoleSession session;
    private final BooleanSupplier paged;
    private final Interruption interruption = new Interruption();

    TerminalRunner(
            LineReader reader,
            PromptProvider prompt,
            LineExecutor executor,
            ConsoleSession session,
            BooleanSupplier paged) {
        this.paged = paged;
        this.reader = reader;
        this.input = new JLineInputProvider(reader);
        this.input.setPromptProvider(prompt);
        this.executor = executor;
        this.session = session;
    }

    @Override
    public void run(String[] args) {
        Terminal terminal = reader.getTerminal();
        // The line reader installs its own handler while it reads a line, and then restores this one.
        terminal.handle(Terminal.Signal.INT, signal -> interruption.interrupt());
        while (!session.leaving()) {
            try {
                String line = input.readInput();
                PrintWriter out = new PrintWriter(new Pager(terminal, paged), true);
                interruption.guard(() -> executor.execute(line, out, new JLineInputReader(reader)));
            } catch (UserInterruptException e) {
                // Ctrl-C at the prompt discards the line.
            } catch (EndOfFileException e) {
                return;
            }
        }
    }

    @Override
    public void close() throws IOException {
        reader.getTerminal().close();
    }

    /**
     * Lets Ctrl-C interrupt the running command only. An interrupt that arrives after the end of the command is dropped.
     */
    static final class Interruption {
        private @Nullable Thread running;

        void guard(Runnable command) {
            synchronized (this) {
                running = Thread.currentThread();
            }
            try {
                command.run();
            } finally {
                synchronized (this) {
                    running = null;
                    Thread.interrupted();
                }
            }
        }

        /** Interrupts the thread of the running command, if there is one. */
        synchronized void interrupt() {
            if (running != null) {
                running.interrupt();
            }
        }
    }

    /**
     * Stops the output of a command after each screen and waits for a key: the space bar shows the next screen, Enter one
     * more line, and q ends the command. Output of other threads, such as a trace, is not paged, because they must not wait
     * for a key.
     */
    private static final class Pager extends Writer {
        private static final String PROMPT = "\u001b[7m--More--\u001b[0m";
        private static final String CLEAR = "\r\u001b[K";

        private final Terminal terminal;
        private final Thread command = Thread.currentThread();
        private final BooleanSupplier paged;
        private int room;
        private int column;
        private boolean dropped;

        Pager(Terminal terminal, BooleanSupplier paged) {
            this.terminal = terminal;
            this.paged = paged;
            room = screenful();
        }

        private int screenful() {
            return Math.max(1, terminal.getHeight() - 1);
        }

        @Override
        public void write(char[] text, int from, int length) {
            if (Thread.currentThread() != command || !paged.getAsBoolean()) {
                terminal.writer().write(text, from, length);
                return;
            }
            int begin = from;
            for (int i = from; i < from + length && !dropped; i++) {
                // The pager asks only if there is more output, not after the last line.
                if (room == 0) {
                    terminal.writer().write(text, begin, i - begin);
                    begin = i;
                    room = ask();
                }
                if (endsLine(text[i])) {
                    room--;
                }
            }
            if (!dropped) {
                terminal.writer().write(text, begin, from + length - begin);
            }
        }

        /** Returns whether a character ends a line of the screen. A screen of unknown size has no lines. */
        private boolean endsLine(char next) {
            boolean full = terminal.getWidth() > 0 && column >= terminal.getWidth();
            column = next == '\n' || next == '\r' || full ? 0 : column + 1;
            return terminal.getHeight() > 1 && (next == '\n' || full);
        }

        /** Waits for a key, and returns the number of lines to show; ends the command if the user asks for it. */
        private int ask() {
            terminal.writer().write(PROMPT);
            terminal.flush();
            int lines = lines(key());
            terminal.writer().write(CLEAR);
            if (lines == 0) {
                dropped = true;
                command.interrupt();
            }
            return lines;
        }

        private int key() {
            Attributes before = terminal.enterRawMode();
            try {
                return terminal.reader().read();
            } catch (IOException e) {
                // Ctrl-C has interrupted this thread to end the command.
                return 'q';
            } finally {
                terminal.setAttributes(before);
            }
        }

        /** Returns the number of lines for a key. Every key that does not end the command shows more. */
        private int lines(int key) {
            return switch (key) {
                case 'q', 'Q', '\u0003', '\u001b', -1 -> 0;
                case '\n', '\r' -> 1;
                default -> screenful();
            };
        }

        @Override
        public void flush() {
            terminal.flush();
        }

        @Override
        public void close() {
            flush();
        }
    }

    /** The terminal of the process, and its line reader. */
    static final class SystemTerminal {
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
            return state(environment.get("XDG_STATE_HOME"), home)
                    .resolve("verbena")
                    .resolve("history");
        }

        private static Path state(@Nullable String variable, Path home) {
            boolean usable = variable != null && Path.of(variable).isAbsolute();
            return usable ? Path.of(variable) : home.resolve(".local").resolve("state");
        }
    }
}
