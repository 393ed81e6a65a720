package io.verbena.codegen;

import io.verbena.codegen.FunctionTable.Group;
import io.verbena.codegen.FunctionTable.Operations;
import io.verbena.codegen.FunctionTable.Value;
import io.verbena.codegen.VerbsTable.Attributes;
import io.verbena.codegen.VerbsTable.FlowHeader;
import io.verbena.codegen.VerbsTable.Layout;
import io.verbena.codegen.VerbsTable.MaskedAttributes;
import io.verbena.codegen.VerbsTable.Structure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Generates code from the table of verbs. {@code GenerateVerbs TABLE library CLASSES} writes the classes of the library;
 * {@code GenerateVerbs TABLE native CLASSES C} writes the JNI structures and the C code.
 */
public final class GenerateVerbs {
    private static final String HCA = "io.verbena.hca";
    private static final String LINUX = "io.verbena.linux";

    private final VerbsTable table;
    private final FunctionTable functions;
    private final Path classes;

    private GenerateVerbs(Path folder, Path classes) throws IOException {
        this.table = VerbsTableReader.read(folder);
        this.functions = FunctionTable.read(folder);
        this.classes = classes;
    }

    /** Generates the classes, and the C code. */
    public static void main(String[] args) throws IOException {
        GenerateVerbs generator = new GenerateVerbs(Path.of(args[0]), Path.of(args[2]));
        if (args[1].equals("library")) {
            generator.layouts(true);
            generator.attributes();
            generator.providers();
        } else {
            generator.layouts(false);
            generator.bindings();
            for (String library : List.of("umad", "verbs", "cm", "efa")) {
                Templates.write(Path.of(args[3], library, "table.c"), generator.table.checks(library));
            }
        }
    }

    private void write(String packageName, String name, String template, Map<String, ?> model) throws IOException {
        Templates.write(classes, packageName, name, Templates.fill(template, model));
    }

    private void layouts(boolean ofProviders) throws IOException {
        for (Layout layout : table.layouts()) {
            if (layout.library().equals("verbs") == ofProviders) {
                write(layout.packageName(), layout.name(), "Layout", Map.of("layout", layout));
            }
            if (ofProviders && !layout.readers().isEmpty()) {
                write("io.verbena.verbs", layout.fieldsName(), "Fields", Map.of("layout", layout));
            }
        }
    }

    private void attributes() throws IOException {
        for (Enumeration enumeration : table.enums()) {
            Templates.write(classes, enumeration.packageName(), enumeration.name(), enumeration.generate());
        }
        for (Structure structure : table.structures()) {
            for (Attributes record : structure.attributes()) {
                write(HCA, record.name(), "Attributes", Map.of("table", table, "attributes", record));
            }
            MaskedAttributes masked = structure.masked();
            if (masked != null) {
                write(HCA, masked.name(), "MaskedAttributes", Map.of("masked", masked));
                Map<String, ?> model = Map.of("masked", masked, "structure", structure);
                write(LINUX, masked.name() + "Converter", "MaskedConverter", model);
            }
        }
        write(LINUX, "AttributeReader", "AttributeReader", Map.of("table", table));
        for (FlowHeader header : table.flows()) {
            write("io.verbena.verbs.flow", header.name(), "Flow", Map.of("header", header));
        }
        write("io.verbena.spi.verbs", "FlowHeaderType", "FlowHeaderType", Map.of("table", table));
    }

    private void providers() throws IOException {
        for (Value value : functions.values()) {
            write(value.packageName(), value.name(), "Value", Map.of("value", value));
        }
        for (Operations provider : functions.providers()) {
            write(provider.packageName(), provider.name(), "Operations", Map.of("provider", provider));
            if (!provider.linux().isEmpty()) {
                Map<String, ?> model = Map.of("provider", provider, "functions", functions);
                write(LINUX, provider.linux().split(" ", 2)[0], "Implementations", model);
            }
        }
    }

    private void bindings() throws IOException {
        for (Group group : functions.groups()) {
            write(group.packageName(), group.name(), "Bindings", Map.of("group", group));
        }
        for (Structure structure : table.structures()) {
            write(structure.packageName(), structure.name(), "CStructure", Map.of("structure", structure));
        }
    }
}
