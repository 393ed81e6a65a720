package io.verbena.shell.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.verbena.error.FileErrors;
import io.verbena.shell.cli.Result.ExitCode;
import io.verbena.shell.console.ConsoleConfiguration.StreamRunner;
import io.verbena.shell.console.LineSplitter.InvalidLineException;
import io.verbena.shell.console.PicocliCommand.PicocliCompletion.FileCompletion;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.shell.core.command.AbstractCommand;
import org.springframework.shell.core.command.CommandArgument;
import org.springframework.shell.core.command.CommandContext;
import org.springframework.shell.core.command.ExitStatus;

/**
 * A file of lines that the console runs instead of reading commands.
 *
 * @param file a file with one command per line and comments that start with {@code #}
 * @param keepsGoing whether to continue after a command that failed
 */
public record Script(Path file, boolean keepsGoing) {
    /**
     * Runs the script to its end, to {@code exit}, or to the first command that fails, which is one with an exit code
     * above 1.
     */
    int run(LineExecutor executor, ConsoleSession session, PrintWriter out) {
        int highest = 0;
        List<String> lines = lines();
        for (int i = 0; i < lines.size() && !session.leaving(); i++) {
            session.ended(0);
            executor.execute(lines.get(i), out, StreamRunner.NO_QUESTIONS);
            int code = session.lastExitCode();
            highest = Math.max(highest, code);
            if (code > ExitCode.FOUND.code()) {
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

    /** Runs the lines of a file. The script command of Spring Shell silently stops at the first comment. */
    static final class ScriptCommand extends AbstractCommand {
        private static final Set<String> KEEP_GOING = Set.of("-k", "--keep-going");

        private final ObjectProvider<LineExecutor> executor;
        private final ConsoleSession session;

        ScriptCommand(ObjectProvider<LineExecutor> executor, ConsoleSession session) {
            super(
                    "script",
                    "Runs the commands in a file until one fails; with --keep-going, runs all.",
                    HelpCommand.GROUP,
                    "script [--keep-going] FILE",
                    false);
            this.executor = executor;
            this.session = session;
            setCompletionProvider(context -> context.getWordIndex() > 2
                    ? List.of()
                    : FileCompletion.proposals("", Objects.requireNonNullElse(context.currentWordUpToCursor(), "")));
        }

        /** Runs the script and returns the highest exit code of its commands. */
        @Override
        public ExitStatus doExecute(CommandContext context) {
            List<String> words = context.parsedInput().arguments().stream()
                    .map(CommandArgument::value)
                    .toList();
            List<String> files =
                    words.stream().filter(word -> !KEEP_GOING.contains(word)).toList();
            if (files.size() != 1 || files.get(0).startsWith("-")) {
                throw new InvalidLineException("usage: script [--keep-going] FILE");
            }
            boolean keepsGoing = files.size() < words.size();
            int code = new Script(Path.of(files.get(0)), keepsGoing)
                    .run(executor.getObject(), session, context.outputWriter());
            return new ExitStatus(code, "exit code " + code);
        }
    }
}
