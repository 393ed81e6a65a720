package io.verbena.shell.console;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.function.BooleanSupplier;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.springframework.shell.core.ShellRunner;
import org.springframework.shell.jline.JLineInputProvider;
import org.springframework.shell.jline.JLineInputReader;
import org.springframework.shell.jline.PromptProvider;

/** The console in a terminal. Ctrl-C drops the line or interrupts the command; Ctrl-D and {@code exit} leave. */
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
        // While a line is read the reader has its own handler and puts this one back afterwards.
        terminal.handle(Terminal.Signal.INT, signal -> interruption.interrupt());
        while (!session.leaving()) {
            try {
                String line = input.readInput();
                PrintWriter out = new PrintWriter(new Pager(terminal, paged), true);
                interruption.guard(() -> executor.execute(line, out, new JLineInputReader(reader)));
            } catch (UserInterruptException e) {
                // Ctrl-C at the prompt: the line is gone, the next one is read.
            } catch (EndOfFileException e) {
                return;
            }
        }
    }

    @Override
    public void close() throws IOException {
        reader.getTerminal().close();
    }
}
