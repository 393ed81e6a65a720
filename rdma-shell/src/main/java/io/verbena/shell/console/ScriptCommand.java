package io.verbena.shell.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.shell.core.command.AbstractCommand;
import org.springframework.shell.core.command.CommandArgument;
import org.springframework.shell.core.command.CommandContext;
import org.springframework.shell.core.command.ExitStatus;

/** Runs the lines of a file. (Spring Shell's stops without a word at the first comment.) */
final class ScriptCommand extends AbstractCommand {
    private final ObjectProvider<LineExecutor> executor;
    private final ConsoleSession session;

    ScriptCommand(ObjectProvider<LineExecutor> executor, ConsoleSession session) {
        super("script", "Runs the commands in a file.", ConsoleConfiguration.GROUP, "script FILE", false);
        this.executor = executor;
        this.session = session;
        setCompletionProvider(context -> context.getWordIndex() > 1
                ? List.of()
                : FileCompletion.proposals("", Objects.requireNonNullElse(context.currentWordUpToCursor(), "")));
    }

    /** The status is that of the last command run. */
    @Override
    public ExitStatus doExecute(CommandContext context) throws IOException {
        List<CommandArgument> arguments = context.parsedInput().arguments();
        if (arguments.size() != 1) {
            throw new InvalidLineException("script takes the name of one file");
        }
        String file = arguments.get(0).value();
        try (BufferedReader lines = Files.newBufferedReader(Path.of(file), UTF_8)) {
            StreamRunner.run(lines, context.outputWriter(), executor.getObject(), session);
        } catch (NoSuchFileException e) {
            throw new InvalidLineException("no file \"" + file + "\"");
        }
        int last = session.lastExitCode();
        return new ExitStatus(last, "exit code " + last);
    }
}
