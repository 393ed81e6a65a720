package io.verbena.shell.console;

import io.verbena.shell.console.LineExecutor.RawTailParser;
import io.verbena.shell.console.Script.ScriptRunner;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jline.reader.History;
import org.jline.reader.impl.history.DefaultHistory;
import org.jline.utils.AttributedString;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.shell.core.ShellRunner;
import org.springframework.shell.core.command.AbstractCommand;
import org.springframework.shell.core.command.Clear;
import org.springframework.shell.core.command.Command;
import org.springframework.shell.core.command.CommandContext;
import org.springframework.shell.core.command.CommandParser;
import org.springframework.shell.core.command.CommandRegistry;
import org.springframework.shell.core.command.ExitStatus;
import org.springframework.shell.jline.PromptProvider;

/**
 * The beans of the console. They replace the auto-configurations of Spring Shell, which scan the package of the
 * application for annotated commands and start a validator, and whose line reader and runner cannot be replaced.
 */
@Configuration(proxyBeanMethods = false)
public class ConsoleConfiguration {
    @Bean
    ConsoleSession consoleSession() {
        return new ConsoleSession();
    }

    @Bean
    CommandRegistry commandRegistry(
            ConsoleSession session,
            History history,
            ObjectProvider<LineExecutor> executor,
            ObjectProvider<CommandSet> commandSets) {
        CommandRegistry registry = new CommandRegistry();
        CommandRegistrar registrar = new CommandRegistrar(registry, session);
        registrar.register(new HelpCommand(registry));
        registrar.register(new ExitCommand(session));
        registrar.register(new ScriptCommand(executor, session));
        registrar.register((Command) new Clear());
        registrar.register((Command) new org.springframework.shell.jline.command.History(history));
        commandSets.orderedStream().forEach(registrar::register);
        return registry;
    }

    @Bean
    CommandParser commandParser(CommandRegistry registry) {
        return new RawTailParser(registry);
    }

    @Bean
    LineExecutor lineExecutor(CommandParser parser, CommandRegistry registry, ConsoleSession session) {
        return new LineExecutor(parser, registry, session);
    }

    @Bean
    History history() {
        return new DefaultHistory();
    }

    @Bean
    PromptProvider promptProvider() {
        AttributedString prompt = new AttributedString("verbena> ");
        return () -> prompt;
    }

    /** Returns the runner for a terminal or for redirected input and output. */
    @Bean
    @Lazy
    ShellRunner shellRunner(
            CommandRegistry registry,
            History history,
            PromptProvider prompt,
            LineExecutor executor,
            ConsoleSession session,
            ObjectProvider<Script> scripts,
            ObjectProvider<CommandSet> commandSets) {
        Script script = scripts.getIfAvailable();
        if (script != null) {
            return new ScriptRunner(script, System.out, System.err, executor, session);
        }
        BooleanSupplier paged = () -> commandSets.stream().allMatch(CommandSet::pages);
        Path file = SystemTerminal.historyFile(System.getenv(), Path.of(System.getProperty("user.home")));
        return SystemTerminal.open()
                .map(terminal -> SystemTerminal.reader(terminal, new ConsoleCompleter(registry), history, file))
                .<ShellRunner>map(reader -> new TerminalRunner(reader, prompt, executor, session, paged))
                .orElseGet(() -> new StreamRunner(System.in, System.out, System.err, executor, session));
    }

    /** Leaves the console. */
    static final class ExitCommand extends AbstractCommand {
        private final ConsoleSession session;

        ExitCommand(ConsoleSession session) {
            super("exit", "Leaves the console; so does Ctrl-D.", HelpCommand.GROUP, "exit", false);
            this.session = session;
            setAliases(List.of("quit"));
        }

        @Override
        public ExitStatus doExecute(CommandContext context) {
            session.leave();
            return ExitStatus.OK;
        }
    }
}
