package io.verbena.shell.console;

import io.verbena.shell.console.LineSplitter.InvalidLineException;
import io.verbena.shell.console.PicocliCompletion.FileCompletion;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.shell.core.command.AbstractCommand;
import org.springframework.shell.core.command.CommandArgument;
import org.springframework.shell.core.command.CommandContext;
import org.springframework.shell.core.command.ExitStatus;

/** Runs the lines of a file. The script command of Spring Shell silently stops at the first comment. */
final class ScriptCommand extends AbstractCommand {
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
