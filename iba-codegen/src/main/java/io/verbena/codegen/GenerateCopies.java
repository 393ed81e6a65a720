package io.verbena.codegen;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code GenerateCopies FILE OUTPUT}: writes an interface below folder OUTPUT for each record in FILE, with the methods that return a
 * copy of the record.
 */
public final class GenerateCopies {
    private GenerateCopies() {}

    /** Generates the interfaces. */
    public static void main(String[] args) throws IOException {
        for (Map.Entry<String, Map<String, Object>> row :
                VerbsTableReader.load(Path.of(args[0])).entrySet()) {
            CopiedRecord read = read(row.getKey(), row.getValue());
            String text = Templates.fill("Copies", Map.of("record", read));
            Templates.write(Path.of(args[1]), read.packageName(), read.name() + "Copies", text);
        }
    }

    private static CopiedRecord read(String name, Map<String, Object> body) {
        List<String> components =
                List.of(VerbsTableReader.text(body, "components").split(" "));
        List<Copy> copies = new ArrayList<>();
        VerbsTableReader.map(body, "copies")
                .forEach((signature, row) -> copies.add(copy(name, signature, Cells.of(row), components)));
        return new CopiedRecord(
                name,
                VerbsTableReader.text(body, "package"),
                VerbsTableReader.list(body.get("imports")).stream()
                        .map(String::valueOf)
                        .toList(),
                components,
                copies);
    }

    /** Reads {@code signature: [comment, component = expression…]}; a parameter is the value of the component of its name. */
    private static Copy copy(String record, String signature, Cells cells, List<String> components) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String parameter :
                signature.substring(signature.indexOf('(') + 1, signature.length() - 1).split(", ")) {
            String value = parameter.substring(parameter.lastIndexOf(' ') + 1);
            values.put(value, value);
        }
        values.keySet().retainAll(components);
        for (int i = 1; i < cells.size(); i++) {
            String[] value = cells.text(i).split(" = ", 2);
            values.put(value[0], value[1]);
        }
        if (values.isEmpty() || !components.containsAll(values.keySet())) {
            throw new SchemaException(record + "." + signature + " changes " + values.keySet() + " of " + components);
        }
        return new Copy(signature, cells.text(0), values);
    }

    /**
     * One record.
     *
     * @param components the names of its components, in their order
     */
    public record CopiedRecord(
            String name, String packageName, List<String> imports, List<String> components, List<Copy> copies) {}

    /**
     * One method that returns a copy.
     *
     * @param values the Java expressions of the components that it changes
     */
    public record Copy(String signature, String comment, Map<String, String> values) {}
}
