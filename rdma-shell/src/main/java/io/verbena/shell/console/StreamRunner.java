package io.verbena.shell.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintWriter;
import org.springframework.shell.core.InputReader;
import org.springframework.shell.core.ShellRunner;

/** Runs the lines of a stream, for a console without a terminal. */
final class StreamRunner implements ShellRunner {
    private static final InputReader NO_QUESTIONS = new InputReader() {};

    private final BufferedReader lines;
    private final PrintWriter out;
    private final LineExecutor executor;
    private final ConsoleSession session;

    StreamRunner(InputStream in, OutputStream out, OutputStream err, LineExecutor executor, ConsoleSession session) {
        this.lines = new BufferedReader(new InputStreamReader(in, UTF_8));
        this.out = new PrintWriter(out, true, UTF_8);
        this.executor = executor;
        this.session = session;
        session.separate(this.out, new PrintWriter(err, true, UTF_8));
    }

    @Override
    public void run(String[] args) throws IOException {
        run(lines, out, executor, session);
    }

    static void run(BufferedReader lines, PrintWriter out, LineExecutor executor, ConsoleSession session)
            throws IOException {
        String line;
        while (!session.leaving() && (line = lines.readLine()) != null) {
            executor.execute(line, out, NO_QUESTIONS);
        }
    }
}
