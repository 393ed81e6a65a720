package io.verbena.shell.console;

import java.util.List;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;
import org.springframework.shell.core.command.Command;
import org.springframework.shell.core.command.CommandRegistry;
import org.springframework.shell.core.command.completion.CompletionContext;
import org.springframework.shell.core.command.completion.CompletionProposal;

/**
 * Completes the first word to a command, and leaves other words to the completion provider of the command. The
 * completer of Spring Shell takes every word without a dash for a part of the command's name, so it completes nothing
 * after a positional argument.
 */
final class ConsoleCompleter implements Completer {
    private final CommandRegistry registry;

    ConsoleCompleter(CommandRegistry registry) {
        this.registry = registry;
    }

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
                .forEach(name ->
                        candidates.add(new Candidate(name, name, null, command.getDescription(), null, null, true)));
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
