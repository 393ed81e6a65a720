package io.verbena.shell.cli;

import java.io.PrintWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.IGetter;
import picocli.CommandLine.Model.ISetter;
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
    static final String SEPARATOR = "\t";
    private static final Map<String, Class<?>> PRIMITIVES = Map.of(
            "boolean", boolean.class,
            "int", int.class,
            "long", long.class,
            "double", double.class);

    // The factory of picocli searches all JARs of the class path for a class of Groovy.
    private static final IFactory FACTORY = new Instances();

    private CommandModel() {}

    /**
     * Returns a root command with the model of one command.
     *
     * @param name the name of the command or one of its aliases
     * @param lines the lines of the model that {@link #text} returned
     */
    public static CommandLine read(RootCommand root, String name, String[] lines) {
        try {
            PrintingCommand command = (PrintingCommand) PlainCommandLine.instance(lines[0]);
            CommandSpec spec =
                    CommandSpec.wrapWithoutInspection(command, FACTORY).name(lines[1]);
            command.spec = spec;
            command.parent = root;
            for (int i = 2; i < lines.length; i++) {
                spec.add(argument(command, lines[i].split(SEPARATOR, -1)));
            }
            CommandLine line = new CommandLine(
                    CommandSpec.wrapWithoutInspection(root, FACTORY).name("verbena"), FACTORY);
            return line.addSubcommand(name, new CommandLine(spec, FACTORY));
        } catch (Exception e) {
            throw new IllegalStateException("the model of the command " + name + " does not fit its class", e);
        }
    }

    private static ArgSpec argument(PrintingCommand command, String[] words) throws Exception {
        Binding binding = Binding.of(command, words[10]);
        String[] typeNames = words[4].isEmpty() ? new String[0] : words[4].split(" ");
        Class<?>[] types = new Class<?>[typeNames.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = type(typeNames[i]);
        }
        ITypeConverter<?>[] converters = words[9].isEmpty()
                ? new ITypeConverter<?>[0]
                : new ITypeConverter<?>[] {(ITypeConverter<?>) PlainCommandLine.instance(words[9])};
        String defaultValue = words[7].isEmpty() ? null : words[7].substring(1);
        if (words[0].isEmpty()) {
            return PositionalParamSpec.builder()
                    .index(words[1])
                    .arity(words[2])
                    .type(type(words[3]))
                    .auxiliaryTypes(types)
                    .required(!words[5].isEmpty())
                    .splitRegex(words[6])
                    .defaultValue(defaultValue)
                    .converters(converters)
                    .initialValue(binding.get())
                    .getter(binding)
                    .setter(binding)
                    .build();
        }
        return OptionSpec.builder(words[0].split(" "))
                .arity(words[2])
                .type(type(words[3]))
                .auxiliaryTypes(types)
                .required(!words[5].isEmpty())
                .splitRegex(words[6])
                .defaultValue(defaultValue)
                .fallbackValue(words[8].isEmpty() ? "" : words[8].substring(1))
                .converters(converters)
                .initialValue(binding.get())
                .getter(binding)
                .setter(binding)
                .build();
    }

    private static Class<?> type(String name) throws ClassNotFoundException {
        Class<?> primitive = PRIMITIVES.get(name);
        return primitive == null ? Class.forName(name) : primitive;
    }

    /** Creates objects by their constructors without parameters, and leaves collections to the factory of picocli. */
    private static final class Instances implements IFactory {
        @Override
        public <K> K create(Class<K> type) throws Exception {
            if (type.isInterface()) {
                return CommandLine.defaultFactory().create(type);
            }
            Constructor<K> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        }
    }

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

    record Binding(Object owner, Field field) implements IGetter, ISetter {
        /** Follows the names of fields, each with its class, from the command. */
        static Binding of(Object command, String path) throws ReflectiveOperationException {
            Object owner = command;
            String[] names = path.split(" ", 0);
            for (int i = 0; i < names.length - 1; i++) {
                owner = field(names[i]).get(owner);
            }
            return new Binding(owner, field(names[names.length - 1]));
        }

        private static Field field(String name) throws ReflectiveOperationException {
            int mark = name.indexOf('#');
            Field field = Class.forName(name.substring(0, mark)).getDeclaredField(name.substring(mark + 1));
            field.setAccessible(true);
            return field;
        }

        @Override
        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
        public <T> T get() throws IllegalAccessException {
            return (T) field.get(owner);
        }

        @Override
        @SuppressWarnings("unchecked")
        public <T> T set(T value) throws IllegalAccessException {
            T before = (T) field.get(owner);
            field.set(owner, value);
            return before;
        }
    }

    /**
     * Reads a plain command line from a {@linkplain CommandModel model} as text: options by their full names, their values, and operands.
     * The objects of picocli take longer to create than most commands take to run; picocli parses everything else, and reports errors.
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
                Binding binding = Binding.of(command, words[10]);
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
}
