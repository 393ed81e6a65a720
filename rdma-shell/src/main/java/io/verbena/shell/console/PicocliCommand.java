package io.verbena.shell.console;

import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.shell.core.command.AbstractCommand;
import org.springframework.shell.core.command.CommandArgument;
import org.springframework.shell.core.command.CommandContext;
import org.springframework.shell.core.command.ExitStatus;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** Presents a picocli subcommand to Spring Shell. */
final class PicocliCommand extends AbstractCommand {
    private final CommandSet commands;
    private final CommandLine model;
    private final ConsoleSession session;

    PicocliCommand(CommandSet commands, CommandLine model, ConsoleSession session) {
        super(model.getCommandName(), description(model), commands.group(model.getCommandName()));
        this.commands = commands;
        this.model = model;
        this.session = session;
        setAliases(List.of(model.getCommandSpec().aliases()));
        setAvailabilityProvider(() -> commands.availability(getName()));
        setCompletionProvider(new PicocliCompletion(model.getCommandSpec(), commands::candidates));
    }

    private static String description(CommandLine model) {
        String[] lines = model.getCommandSpec().usageMessage().description();
        return lines.length == 0 ? "" : Ansi.OFF.string(lines[0]);
    }

    @Override
    public String getHelp() {
        return model.getUsageMessage(Ansi.OFF).stripTrailing();
    }

    @Override
    public ExitStatus doExecute(CommandContext context) {
        PrintWriter out = context.outputWriter();
        String[] words = words(context);
        int code = commands.commandLine(out, session.errorsBeside(out), words).execute(words);
        return code == 0 ? ExitStatus.OK : new ExitStatus(code, "exit code " + code);
    }

    private String[] words(CommandContext context) {
        Stream<String> tail = context.parsedInput().arguments().stream().map(CommandArgument::value);
        return Stream.concat(Stream.of(getName()), tail).toArray(String[]::new);
    }
}
