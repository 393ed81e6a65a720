package io.verbena.shell.console;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * A word that starts with a dash: {@code --port}, {@code --port=1}, {@code -P}, {@code -P1} or {@code -lP1}.
 *
 * @param options the named options: one, or a group of flags of which only the last can have a value
 * @param prefix the text before the value
 * @param value the value in the same word, if any
 */
record OptionMatch(
        List<OptionSpec> options, String prefix, @Nullable String value) {

    static @Nullable OptionMatch of(CommandSpec command, String word) {
        Map<String, OptionSpec> options = command.optionsMap();
        OptionSpec exact = options.get(word);
        if (exact != null) {
            return new OptionMatch(List.of(exact), word, null);
        }
        int equals = word.indexOf('=');
        OptionSpec named = equals < 0 ? null : options.get(word.substring(0, equals));
        if (named != null) {
            return new OptionMatch(List.of(named), word.substring(0, equals + 1), word.substring(equals + 1));
        }
        return word.startsWith("--") ? null : grouped(options, word);
    }

    private static @Nullable OptionMatch grouped(Map<String, OptionSpec> options, String word) {
        List<OptionSpec> group = new ArrayList<>();
        for (int i = 1; i < word.length(); i++) {
            OptionSpec option = options.get("-" + word.charAt(i));
            if (option == null) {
                return null;
            }
            group.add(option);
            boolean last = i + 1 == word.length();
            if (last || option.arity().max() > 0) {
                return new OptionMatch(
                        List.copyOf(group), word.substring(0, i + 1), last ? null : word.substring(i + 1));
            }
        }
        return null;
    }

    /** Returns the option to which a value belongs. */
    OptionSpec option() {
        return options.get(options.size() - 1);
    }

    boolean awaitsValue() {
        return value == null && option().arity().min() > 0;
    }
}
