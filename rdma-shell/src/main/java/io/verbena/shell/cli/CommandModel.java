package io.verbena.shell.cli;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.IdentityHashMap;
import java.util.Map;
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
            PrintingCommand command = (PrintingCommand) instance(lines[0]);
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
                : new ITypeConverter<?>[] {(ITypeConverter<?>) instance(words[9])};
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

    private static Object instance(String type) throws Exception {
        return FACTORY.create(Class.forName(type));
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
}
