package io.verbena.shell.console;

import java.util.List;
import org.springframework.shell.core.command.AbstractCommand;
import org.springframework.shell.core.command.CommandContext;
import org.springframework.shell.core.command.ExitStatus;

/** Leaves the console. */
final class ExitCommand extends AbstractCommand {
    private final ConsoleSession session;

    ExitCommand(ConsoleSession session) {
        super("exit", "Leaves the console; so does Ctrl-D.", ConsoleConfiguration.GROUP, "exit", false);
        this.session = session;
        setAliases(List.of("quit"));
    }

    @Override
    public ExitStatus doExecute(CommandContext context) {
        session.leave();
        return ExitStatus.OK;
    }
}
