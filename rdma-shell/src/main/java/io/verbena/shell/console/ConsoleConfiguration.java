package io.verbena.shell.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.verbena.shell.console.LineExecutor.RawTailParser;
import io.verbena.shell.console.PicocliCommand.CommandRegistrar;
import io.verbena.shell.console.Script.ScriptCommand;
import io.verbena.shell.console.TerminalRunner.SystemTerminal;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.History;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;
import org.jline.reader.impl.history.DefaultHistory;
import org.jline.utils.AttributedString;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.shell.core.InputReader;
import org.springframework.shell.core.ShellRunner;
import org.springframework.shell.core.command.AbstractCommand;
import org.springframework.shell.core.command.Clear;
import org.springframework.shell.core.command.Command;
import org.springframework.shell.core.command.CommandContext;
import org.springframework.shell.core.command.CommandParser;
import org.springframework.shell.core.command.CommandRegistry;
import org.springframework.shell.core.command.ExitStatus;
import org.springframework.shell.core.command.completion.CompletionContext;
import org.springframework.shell.core.command.completion.CompletionProposal;
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
            PrintWriter out = new PrintWriter(System.out, true, UTF_8);
            session.separate(out, new PrintWriter(System.err, true, UTF_8));
            return arguments -> script.run(executor, session, out);
        }
        BooleanSupplier paged = () -> commandSets.stream().allMatch(CommandSet::pages);
        Path file = SystemTerminal.historyFile(System.getenv(), Path.of(System.getProperty("user.home")));
        return SystemTerminal.open()
                .map(terminal -> SystemTerminal.reader(terminal, new ConsoleCompleter(registry), history, file))
                .<ShellRunner>map(reader -> new TerminalRunner(reader, prompt, executor, session, paged))
                .orElseGet(() -> new StreamRunner(System.in, System.out, System.err, executor, session));
    }

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

    /** Runs the lines of a stream, for a console without a terminal. */
    static final class StreamRunner implements ShellRunner {
        static final InputReader NO_QUESTIONS = new InputReader() {};

        private final BufferedReader lines;
        private final PrintWriter out;
        private final LineExecutor executor;
        private final ConsoleSession session;

        StreamRunner(
                InputStream in, OutputStream out, OutputStream err, LineExecutor executor, ConsoleSession session) {
            this.lines = new BufferedReader(new InputStreamReader(in, UTF_8));
            this.out = new PrintWriter(out, true, UTF_8);
            this.executor = executor;
            this.session = session;
            session.separate(this.out, new PrintWriter(err, true, UTF_8));
        }

        @Override
        public void run(String[] args) throws IOException {
            String line;
            while (!session.leaving() && (line = lines.readLine()) != null) {
                executor.execute(line, out, NO_QUESTIONS);
            }
        }
    }

    /**
     * Completes the first word to a command, and leaves other words to the completion provider of the command. The
     * completer of Spring Shell takes every word without a dash for a part of the command's name, so it completes nothing
     * after a positional argument.
     */
    record ConsoleCompleter(CommandRegistry registry) implements Completer {
        @Override
        public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
            if (line.wordIndex() == 0) {
                registry.getCommands().forEach(command -> names(command, candidates));
                return;
            }
            Command command = registry.getCommandByName(line.words().get(0));
            if (command != null) {
                CompletionContext context =
                        new CompletionContext(line.words(), line.wordIndex(), line.wordCursor(), command, null);
                command.getCompletionProvider().apply(context).forEach(proposal -> candidates.add(candidate(proposal)));
            }
        }

        private static void names(Command command, List<Candidate> candidates) {
            CommandRegistrar.names(command)
                    .forEach(name -> candidates.add(
                            new Candidate(name, name, null, command.getDescription(), null, null, true)));
        }

        private static Candidate candidate(CompletionProposal proposal) {
            return new Candidate(
                    proposal.value(),
                    proposal.displayText(),
                    proposal.category(),
                    proposal.description(),
                    null,
                    null,
                    proposal.complete());
        }
    }
}
