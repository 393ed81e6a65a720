package io.verbena.shell.console;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.function.BooleanSupplier;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
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
            begin();
            try {
                command.run();
            } finally {
                end();
            }
        }

        /** Interrupts the thread of the running command, if there is one. */
        synchronized void interrupt() {
            if (running != null) {
                running.interrupt();
            }
        }

        private synchronized void begin() {
            running = Thread.currentThread();
        }

        private synchronized void end() {
            running = null;
            Thread.interrupted();
        }
    }
}
