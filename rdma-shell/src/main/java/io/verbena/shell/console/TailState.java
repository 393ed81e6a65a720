package io.verbena.shell.console;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Determines what may follow the words of a command line. */
final class TailState {
    private final Set<OptionSpec> given = new HashSet<>();
    private CommandSpec command;
    private @Nullable OptionSpec awaiting;
    private int missing;
    private int position;
    private boolean optionsEnded;

    private TailState(CommandSpec command) {
        this.command = command;
    }

    static TailState after(CommandSpec command, List<String> words) {
        TailState state = new TailState(command);
        words.forEach(state::take);
        return state;
    }

    private void take(String word) {
        if (awaiting != null) {
            if (--missing == 0) {
                awaiting = null;
            }
        } else if (!mayBeOption(word)) {
            positional(word);
        } else if (word.equals("--")) {
            optionsEnded = true;
        } else {
            option(word);
        }
    }

    private void option(String word) {
        OptionMatch match = OptionMatch.of(command, word);
        if (match != null) {
            given.addAll(match.options());
            if (match.awaitsValue()) {
                awaiting = match.option();
                missing = awaiting.arity().min();
            }
        }
    }

    private void positional(String word) {
        CommandLine subcommand = position == 0 ? command.subcommands().get(word) : null;
        if (subcommand == null) {
            position++;
        } else {
            command = subcommand.getCommandSpec();
        }
    }

    boolean mayBeOption(String word) {
        return !optionsEnded && word.length() > 1 && word.startsWith("-");
    }

    boolean optionsEnded() {
        return optionsEnded;
    }

    /** Returns the command or subcommand that the words select. */
    CommandSpec command() {
        return command;
    }

    /** Returns the option whose value comes next; null if none. */
    @Nullable OptionSpec awaiting() {
        return awaiting;
    }

    /** Returns the index of the next positional parameter. */
    int position() {
        return position;
    }

    boolean mayFollow(OptionSpec option) {
        return !option.hidden() && (option.isMultiValue() || !given.contains(option));
    }
}
