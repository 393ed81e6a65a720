package io.verbena.shell.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.verbena.error.FileErrors;
import io.verbena.shell.console.LineSplitter.InvalidLineException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.springframework.shell.core.InputReader;
import org.springframework.shell.core.ShellRunner;

/**
 * A file of lines that the console runs instead of reading commands.
 *
 * @param file a file with one command per line and comments that start with {@code #}
 * @param keepsGoing whether to continue after a command that failed
 */
public record Script(Path file, boolean keepsGoing) {
    private static final InputReader NO_QUESTIONS = new InputReader() {};
    private static final int FOUND = 1;

    /**
     * Runs the script to its end, to {@code exit}, or to the first command that fails, which is one with an exit code
     * above 1.
     */
    int run(LineExecutor executor, ConsoleSession session, PrintWriter out) {
        int highest = 0;
        List<String> lines = lines();
        for (int i = 0; i < lines.size() && !session.leaving(); i++) {
            session.ended(0);
            executor.execute(lines.get(i), out, NO_QUESTIONS);
            int code = session.lastExitCode();
            highest = Math.max(highest, code);
            if (code > FOUND) {
                PrintWriter err = session.errorsBeside(out);
                err.println("verbena: line " + (i + 1) + " of " + file + " ended with " + code + ": "
                        + lines.get(i).strip());
                err.flush();
                if (!keepsGoing) {
                    break;
                }
            }
        }
        session.ended(highest);
        return highest;
    }

    private List<String> lines() {
        try {
            return Files.readAllLines(file, UTF_8);
        } catch (NoSuchFileException e) {
            throw new InvalidLineException("file not found: \"" + file + "\"");
        } catch (IOException e) {
            throw new InvalidLineException("cannot read " + file + ": " + FileErrors.reason(e));
        }
    }

    static final class ScriptRunner implements ShellRunner {
        private final Script script;
        private final PrintWriter out;
        private final LineExecutor executor;
        private final ConsoleSession session;

        ScriptRunner(Script script, OutputStream out, OutputStream err, LineExecutor executor, ConsoleSession session) {
            this.script = script;
            this.out = new PrintWriter(out, true, StandardCharsets.UTF_8);
            this.executor = executor;
            this.session = session;
            session.separate(this.out, new PrintWriter(err, true, StandardCharsets.UTF_8));
        }

        @Override
        public void run(String[] args) {
            script.run(executor, session, out);
        }
    }
}
