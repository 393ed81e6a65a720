package io.verbena.shell.cli;

import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/**
 * One use of a command.
 *
 * @param line what is typed, without the name of the launcher
 * @param purpose what it is for, a sentence
 */
public record Example(String line, String purpose) {
    private static final String SEPARATOR = " # ";

    /** Those of a command, as its annotation has them. */
    public static List<Example> of(CommandSpec command) {
        Examples examples = command.userObject().getClass().getAnnotation(Examples.class);
        return examples == null
                ? List.of()
                : Stream.of(examples.value()).map(Example::parse).toList();
    }

    private static Example parse(String text) {
        int at = text.lastIndexOf(SEPARATOR);
        if (at < 0) {
            throw new IllegalArgumentException("the example '" + text + "' does not say, behind a #, what it is for");
        }
        return new Example(text.substring(0, at).strip(), text.substring(at + SEPARATOR.length()));
    }
}
