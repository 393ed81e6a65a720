package io.verbena.codegen;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code GenerateOptions FILE OUTPUT}: writes the records of options of the table FILE below folder OUTPUT. */
public final class GenerateOptions {
    private GenerateOptions() {}

    /** Generates the records. */
    public static void main(String[] args) throws IOException {
        for (Map.Entry<String, Map<String, Object>> row :
                VerbsTableReader.load(Path.of(args[0])).entrySet()) {
            OptionsRecord read = read(row.getKey(), row.getValue());
            String text = Templates.fill("Options", Map.of("options", read));
            Templates.write(Path.of(args[1]), read.packageName(), read.name(), text);
        }
    }

    private static OptionsRecord read(String name, Map<String, Object> body) {
        List<Component> components = VerbsTableReader.rows(
                body, "components", (component, cells) -> component(name + "." + component, component, cells));
        List<String> names = components.stream().map(Component::name).toList();
        List<Component> constants = VerbsTableReader.rows(
                body, "constants", (constant, cells) -> component(name + "." + constant, constant, cells));
        List<Copy> copies = VerbsTableReader.rows(
                body, "copies", (signature, cells) -> copy(name + "." + signature, signature, cells, names));
        return new OptionsRecord(
                name,
                VerbsTableReader.text(body, "package"),
                texts(body.get("imports")),
                texts(body.get("title")),
                VerbsTableReader.text(body, "defaults"),
                constants,
                components,
                texts(body.get("checks")),
                copies);
    }

    private static List<String> texts(@Nullable Object node) {
        return Cells.of(node == null ? List.of() : node).cells().stream()
                .map(String::valueOf)
                .toList();
    }

    /** Reads {@code [type, default, comment, name for messages, minimum, maximum]}; the last three may be absent. */
    private static Component component(String row, String name, Cells cells) {
        if (cells.size() != 3 && cells.size() != 6) {
            throw new SchemaException(row + ": " + cells + " is not [type, default, comment, name, minimum, maximum]");
        }
        List<String> range = cells.size() == 3 ? List.of() : List.of(cells.text(3), cells.text(4), cells.text(5));
        return new Component(name, cells.text(0), cells.text(1), cells.text(2), range);
    }

    /** Reads {@code [comment, component = expression…]}; a parameter is the value of the component of its name. */
    private static Copy copy(String row, String signature, Cells cells, List<String> components) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String parameter : signature
                .substring(signature.indexOf('(') + 1, signature.length() - 1)
                .split(", ", -1)) {
            String value = parameter.substring(parameter.lastIndexOf(' ') + 1);
            values.put(value, value);
        }
        values.keySet().retainAll(components);
        for (int i = 1; i < cells.size(); i++) {
            String[] value = cells.text(i).split(" = ", 2);
            values.put(value[0], value[1]);
        }
        if (values.isEmpty() || !components.containsAll(values.keySet())) {
            throw new SchemaException(row + " changes " + values.keySet() + " of " + components);
        }
        return new Copy(signature, cells.text(0), values);
    }

    /**
     * One record.
     *
     * @param title the lines of its comment
     * @param defaults the comment of the constant with the defaults
     * @param constants further public constants
     * @param checks the statements that follow the checks of ranges
     */
    public record OptionsRecord(
            String name,
            String packageName,
            List<String> imports,
            List<String> title,
            String defaults,
            List<Component> constants,
            List<Component> components,
            List<String> checks,
            List<Copy> copies) {
        /** Returns whether the record checks a range. */
        public boolean isChecked() {
            return components.stream().anyMatch(component -> !component.range().isEmpty())
                    || checks.stream().anyMatch(check -> check.contains("Ranges."));
        }
    }

    /**
     * One component or constant.
     *
     * @param value the Java expression of its default or its value
     * @param range the name in messages, the minimum and the maximum; empty for no range
     */
    public record Component(String name, String type, String value, String comment, List<String> range) {
        /** Returns whether the record copies the bytes, and returns views of them. */
        public boolean isBytes() {
            return type.equals("ByteBuffer");
        }

        /** Returns whether the record copies the elements. */
        public boolean isCollection() {
            return type.startsWith("Set<") || type.startsWith("List<");
        }
    }

    /**
     * One method that returns a copy.
     *
     * @param values the Java expressions of the components that it changes
     */
    public record Copy(String signature, String comment, Map<String, String> values) {}
}
