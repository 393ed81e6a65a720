package io.verbena.shell.cli;

import java.io.PrintWriter;
import java.lang.reflect.Constructor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;

/**
 * Reads a plain command line from a {@linkplain CommandModel model} as text: options by their full names, their values, and operands.
 * The objects of picocli take longer to create than most commands take to run; picocli parses everything else, and reports errors.
 */
public final class PlainCommandLine {
    private final PrintingCommand command;
    private final Map<String, Argument> options = new HashMap<>();
    private final List<Argument> arguments = new ArrayList<>();

    private PlainCommandLine(String[] model) throws ReflectiveOperationException {
        this.command = (PrintingCommand) instance(model[0]);
        for (int i = 2; i < model.length; i++) {
            Argument argument = new Argument(model[i].split(CommandModel.SEPARATOR, -1));
            arguments.add(argument);
            for (String name : argument.words[0].split(" ", 0)) {
                options.put(name, argument);
            }
        }
    }

    /**
     * Returns a command with the values of its arguments, ready to be called; null if the command line is not plain or not valid.
     *
     * @param model the lines of the model
     * @param words the command line without the name of the command
     */
    public static @Nullable PrintingCommand read(
            RootCommand root, String[] model, List<String> words, PrintWriter out, PrintWriter err) {
        try {
            PlainCommandLine line = new PlainCommandLine(model);
            if (!line.accepts(words)) {
                return null;
            }
            line.command.parent = root;
            line.command.out = out;
            line.command.err = err;
            return line.command;
        } catch (Exception e) {
            return null;
        }
    }

    private boolean accepts(List<String> words) throws Exception {
        int operands = 0;
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (!word.startsWith("-")) {
                if (word.isEmpty() || !acceptsOperand(operands++, word)) {
                    return false;
                }
                continue;
            }
            int equals = word.startsWith("--") ? word.indexOf('=') : -1;
            Argument option = options.get(equals < 0 ? word : word.substring(0, equals));
            if (option == null) {
                return false;
            }
            String value = null;
            if (option.isValued()) {
                boolean last = i + 1 == words.size();
                value = equals >= 0 ? word.substring(equals + 1) : last ? "" : words.get(++i);
                if (value.isEmpty() || value.startsWith("-")) {
                    return false;
                }
            }
            if ((equals >= 0 && value == null) || !option.accepts(command, value)) {
                return false;
            }
        }
        for (Argument argument : arguments) {
            if (!argument.isComplete(command)) {
                return false;
            }
        }
        return true;
    }

    private boolean acceptsOperand(int position, String word) throws Exception {
        boolean accepted = false;
        for (Argument argument : arguments) {
            if (argument.isOperandAt(position)) {
                if (!argument.accepts(command, word)) {
                    return false;
                }
                accepted = true;
            }
        }
        return accepted;
    }

    private static Object instance(String type) throws ReflectiveOperationException {
        Constructor<?> constructor = Class.forName(type).getDeclaredConstructor();
        constructor.setAccessible(true);
        return constructor.newInstance();
    }

    private static final class Argument {
        private static final String LIST = "java.util.List";
        private static final String FLAGS = "[Z";

        final String[] words;
        private boolean given;

        Argument(String[] words) {
            this.words = words;
        }

        boolean isOperandAt(int position) {
            if (!words[0].isEmpty()) {
                return false;
            }
            int dots = words[1].indexOf("..");
            String last = words[1].substring(dots + 2);
            return position >= Integer.parseInt(words[1].substring(0, dots))
                    && (last.equals("*") || position <= Integer.parseInt(last));
        }

        boolean isValued() {
            return !words[2].equals("0..0");
        }

        /** Sets the value, or the flag if there is none. */
        boolean accepts(PrintingCommand command, @Nullable String text) throws Exception {
            boolean several = words[3].equals(LIST) || words[3].equals(FLAGS);
            if ((given && !several) || !words[6].isEmpty() || (text != null && !takesOneValue())) {
                return false;
            }
            CommandModel.Binding binding = CommandModel.Binding.of(command, words[10]);
            if (words[3].equals(FLAGS)) {
                boolean[] before = binding.get();
                boolean[] flags = Arrays.copyOf(before, before.length + 1);
                flags[before.length] = true;
                binding.set(flags);
            } else if (words[3].equals(LIST)) {
                List<Object> values = given ? binding.get() : new ArrayList<>();
                values.add(value(words[4], Objects.requireNonNull(text)));
                binding.set(values);
            } else {
                binding.set(text == null ? true : value(words[3], text));
            }
            given = true;
            return true;
        }

        /** Returns whether each option is followed by one value, or the number of operands is not limited otherwise. */
        private boolean takesOneValue() {
            return words[2].equals("1..1")
                    || (words[0].isEmpty() && (words[2].equals("0..1") || words[2].endsWith("*")));
        }

        private Object value(String type, String text) throws Exception {
            if (!words[9].isEmpty()) {
                return ((ITypeConverter<?>) instance(words[9])).convert(text);
            }
            return switch (type) {
                case "java.lang.String" -> text;
                case "int", "java.lang.Integer" -> Integer.valueOf(text);
                case "double" -> Double.valueOf(text);
                case "java.nio.file.Path" -> Path.of(text);
                default -> constant(Class.forName(type), text);
            };
        }

        private static Object constant(Class<?> type, String text) {
            for (Object constant : type.getEnumConstants()) {
                if (((Enum<?>) constant).name().equals(text)) {
                    return constant;
                }
            }
            throw new IllegalArgumentException(text);
        }

        /** Sets the default value if the command line lacks the argument; returns false if it must have it. */
        boolean isComplete(PrintingCommand command) throws Exception {
            if (given || words[7].isEmpty()) {
                return given || words[5].isEmpty();
            }
            return accepts(command, words[7].substring(1));
        }
    }
}
