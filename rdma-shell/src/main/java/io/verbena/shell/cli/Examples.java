package io.verbena.shell.cli;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/** Examples at the end of the help of a command. Each consists of a command line, {@code " # "}, and its purpose. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Examples {
    /** Returns the lines, without the name of the launcher. */
    String[] value();

    /**
     * An example of a command.
     *
     * @param line the command line without the name of the launcher
     * @param purpose what the example does, in one sentence
     */
    record Example(String line, String purpose) {
        private static final String SEPARATOR = " # ";

        /** Returns the examples in the annotation of a command. */
        public static List<Example> of(CommandSpec command) {
            Examples examples = command.userObject().getClass().getAnnotation(Examples.class);
            return examples == null
                    ? List.of()
                    : Stream.of(examples.value()).map(Example::parse).toList();
        }

        private static Example parse(String text) {
            int at = text.lastIndexOf(SEPARATOR);
            if (at < 0) {
                throw new IllegalArgumentException("the example '" + text + "' has no purpose; write it after \" # \"");
            }
            return new Example(text.substring(0, at).strip(), text.substring(at + SEPARATOR.length()));
        }
    }
}
