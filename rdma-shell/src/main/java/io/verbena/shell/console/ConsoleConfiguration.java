package io.verbena.shell.console;

import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import org.jline.reader.History;
import org.jline.reader.impl.history.DefaultHistory;
import org.jline.utils.AttributedString;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.shell.core.ShellRunner;
import org.springframework.shell.core.command.Clear;
import org.springframework.shell.core.command.Command;
import org.springframework.shell.core.command.CommandParser;
import org.springframework.shell.core.command.CommandRegistry;
import org.springframework.shell.jline.PromptProvider;

/**
 * The beans of the console. They stand in for Spring Shell's auto-configurations, which are not to be used beside them:
 * those scan the application's package for annotated commands, start the validator to list the commands, and their line
 * reader and runner can be neither replaced nor kept from leaving at Ctrl-C.
 */
@Configuration(proxyBeanMethods = false)
public class ConsoleConfiguration {
    /** The group Spring Shell gives its own commands. */
    static final String GROUP = "This console";

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

    /** The terminal's, or the one for redirected input and output. */
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
        Path file = HistoryFile.in(System.getenv(), Path.of(System.getProperty("user.home")));
        return SystemTerminal.open()
                .map(terminal -> SystemTerminal.reader(terminal, new ConsoleCompleter(registry), history, file))
                .<ShellRunner>map(reader -> new TerminalRunner(reader, prompt, executor, session, paged))
                .orElseGet(() -> new StreamRunner(System.in, System.out, System.err, executor, session));
    }
}
