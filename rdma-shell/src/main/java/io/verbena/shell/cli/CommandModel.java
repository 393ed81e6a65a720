package io.verbena.shell.cli;

import java.io.PrintWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Range;

/**
 * The model of one command as text, which the build writes: one line for each option and operand. Reading it takes a fraction of
 * the time that picocli needs to read the annotations of the command. It has what parsing needs; help and error messages come from
 * the annotations.
 *
 * <p>No lambdas: over picocli's Java 5 classes, they would keep these classes out of the class data archive.
 */
public final class CommandModel {
    private static final String SEPARATOR = "\t";

    private CommandModel() {}

    /** Returns the model of a command as text; null if it has something that the text cannot express. */
    public static @Nullable String text(CommandSpec command) {
        if (!command.subcommands().isEmpty() || command.parser().stopAtPositional()) {
            return null;
        }
        IdentityHashMap<Object, String> owners = new IdentityHashMap<>();
        addOwners(command.userObject(), "", owners);
        StringBuilder text = new StringBuilder()
                .append(command.userObject().getClass().getName())
                .append('\n')
                .append(command.name())
                .append('\n');
        for (ArgSpec argument : command.args()) {
            boolean standard = argument instanceof OptionSpec option && (option.usageHelp() || option.versionHelp());
            if (!standard) {
                String line = line(argument, owners);
                if (line == null) {
                    return null;
                }
                text.append(line).append('\n');
            }
        }
        return text.toString();
    }

    private static void addOwners(Object owner, String path, IdentityHashMap<Object, String> owners) {
        owners.put(owner, path);
        for (Class<?> type = owner.getClass(); type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (field.isAnnotationPresent(Mixin.class)) {
                    field.setAccessible(true);
                    try {
                        addOwners(field.get(owner), path + name(field) + " ", owners);
                    } catch (IllegalAccessException e) {
                        throw new IllegalStateException(e);
                    }
                }
            }
        }
    }

    private static @Nullable String line(ArgSpec argument, IdentityHashMap<Object, String> owners) {
        String path;
        try {
            path = owners.get(argument.scope().get());
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        OptionSpec option = argument instanceof OptionSpec named ? named : null;
        if (path == null
                || !(argument.userObject() instanceof Field field)
                || argument.converters().length > 1
                || argument.interactive()
                || argument.parameterConsumer() != null
                || (option != null && option.negatable())) {
            return null;
        }
        StringJoiner types = new StringJoiner(" ");
        for (Class<?> type : argument.auxiliaryTypes()) {
            types.add(type.getName());
        }
        StringJoiner line = new StringJoiner(SEPARATOR)
                .add(option == null ? "" : String.join(" ", option.names()))
                .add(argument instanceof PositionalParamSpec operand ? range(operand.index()) : "")
                .add(range(argument.arity()))
                .add(argument.type().getName())
                .add(types.toString())
                .add(argument.required() ? "required" : "")
                .add(argument.splitRegex())
                .add(argument.defaultValue() == null ? "" : "=" + argument.defaultValue())
                .add(option == null || option.fallbackValue().isEmpty() ? "" : "=" + option.fallbackValue())
                .add(
                        argument.converters().length == 0
                                ? ""
                                : argument.converters()[0].getClass().getName())
                .add(path + name(field));
        return line.toString();
    }

    private static String range(Range range) {
        return range.min() + ".." + (range.isVariable() ? "*" : String.valueOf(range.max()));
    }

    private static String name(Field field) {
        return field.getDeclaringClass().getName() + "#" + field.getName();
    }

    /**
     * Reads a plain command line from a {@linkplain CommandModel model}: options, their values, and operands. The objects of picocli
     * take longer to create than most commands take to run; picocli parses everything else, and reports errors.
     */
    public static final class PlainCommandLine {
        private final PrintingCommand command;
        private final Map<String, Argument> options = new HashMap<>();
        private final List<Argument> arguments = new ArrayList<>();

        private PlainCommandLine(String[] model) throws ReflectiveOperationException {
            this.command = (PrintingCommand) instance(model[0]);
            for (int i = 2; i < model.length; i++) {
                Argument argument = new Argument(model[i].split(SEPARATOR, -1));
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
            for (Iterator<String> rest = words.iterator(); rest.hasNext(); ) {
                String word = rest.next();
                boolean accepted = word.startsWith("-")
                        ? acceptsOption(word, rest)
                        : !word.isEmpty() && acceptsOperand(operands++, word);
                if (!accepted) {
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

        private boolean acceptsOption(String word, Iterator<String> rest) throws Exception {
            int equals = word.startsWith("--") ? word.indexOf('=') : -1;
            Argument option = options.get(equals < 0 ? word : word.substring(0, equals));
            if (option == null) {
                return !word.startsWith("--") && acceptsLetters(word, rest);
            }
            if (equals < 0) {
                return option.isValued() ? acceptsValue(option, "", rest) : option.accepts(command, null);
            }
            return option.isValued() && acceptsValue(option, word.substring(equals + 1), Collections.emptyIterator());
        }

        /** Accepts several options of one letter, such as {@code -lv}; a value may follow the last, as in {@code -n5}. */
        private boolean acceptsLetters(String word, Iterator<String> rest) throws Exception {
            for (int i = 1; i < word.length(); i++) {
                Argument option = options.get("-" + word.charAt(i));
                if (option == null) {
                    return false;
                }
                if (option.isValued()) {
                    String value = word.substring(i + 1);
                    return !value.startsWith("=") && acceptsValue(option, value, rest);
                }
                if (!option.accepts(command, null)) {
                    return false;
                }
            }
            return true;
        }

        /** Accepts a value, or the next word if it is empty. */
        private boolean acceptsValue(Argument option, String value, Iterator<String> rest) throws Exception {
            String text = value.isEmpty() && rest.hasNext() ? rest.next() : value;
            return !text.isEmpty() && !text.startsWith("-") && option.accepts(command, text);
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

        static Object instance(String type) throws ReflectiveOperationException {
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
                boolean open = last.equals("*") || words[2].endsWith("*");
                return position >= Integer.parseInt(words[1].substring(0, dots))
                        && (open || position <= Integer.parseInt(last));
            }

            boolean isValued() {
                return !words[2].equals("0..0");
            }

            /** Sets the value, or the flag if there is none. */
            boolean accepts(PrintingCommand command, @Nullable String text) throws Exception {
                boolean several = words[3].equals(LIST) || words[3].equals(FLAGS);
                if ((given && !several) || (text != null && !takesOneValue())) {
                    return false;
                }
                Object owner = command;
                String[] names = words[10].split(" ", 0);
                for (int i = 0; i < names.length - 1; i++) {
                    owner = field(names[i]).get(owner);
                }
                Field field = field(names[names.length - 1]);
                if (words[3].equals(FLAGS)) {
                    boolean[] flags = (boolean[]) field.get(owner);
                    flags = Arrays.copyOf(flags, flags.length + 1);
                    flags[flags.length - 1] = true;
                    field.set(owner, flags);
                } else if (words[3].equals(LIST)) {
                    List<Object> values = new ArrayList<>(given ? (List<?>) field.get(owner) : List.of());
                    for (String part : parts(Objects.requireNonNull(text))) {
                        if (part.isEmpty()) {
                            return false;
                        }
                        values.add(value(words[4], part));
                    }
                    field.set(owner, values);
                } else {
                    field.set(owner, text == null ? true : value(words[3], text));
                }
                given = true;
                return true;
            }

            private static Field field(String name) throws ReflectiveOperationException {
                int mark = name.indexOf('#');
                Field field = Class.forName(name.substring(0, mark)).getDeclaredField(name.substring(mark + 1));
                field.setAccessible(true);
                return field;
            }

            private String[] parts(String text) {
                return words[6].isEmpty() ? new String[] {text} : text.split(words[6], -1);
            }

            /** Returns whether each option is followed by one value, or operands can be accepted one by one. */
            private boolean takesOneValue() {
                return words[2].equals("1..1")
                        || (words[0].isEmpty() && (words[2].startsWith("0..") || words[2].endsWith("*")));
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
                    if (((Enum<?>) constant).name().equalsIgnoreCase(text)) {
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
}
