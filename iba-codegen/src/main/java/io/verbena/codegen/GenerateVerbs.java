package io.verbena.codegen;

import com.palantir.javapoet.TypeSpec;
import io.verbena.codegen.VerbsTable.Attributes;
import io.verbena.codegen.VerbsTable.Enumeration;
import io.verbena.codegen.VerbsTable.FlowHeader;
import io.verbena.codegen.VerbsTable.Layout;
import io.verbena.codegen.VerbsTable.Structure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Generates code from the table of verbs. {@code GenerateVerbs TABLE library CLASSES} writes the classes of the library;
 * {@code GenerateVerbs TABLE native CLASSES C} writes the JNI structures and the C code.
 */
public final class GenerateVerbs {
    private GenerateVerbs() {}

    /** Generates; a file that would not change is not written, so nothing is compiled again for it. */
    public static void main(String[] args) throws IOException {
        VerbsTable table = VerbsTableReader.read(Path.of(args[0]));
        Path classes = Path.of(args[2]);
        if (args[1].equals("library")) {
            library(table, classes);
        } else {
            bindings(table, classes, Path.of(args[3]));
        }
    }

    private static void library(VerbsTable table, Path classes) throws IOException {
        for (Enumeration enumeration : table.enums()) {
            TypeSpec type = VerbsEnumGenerator.generate(enumeration);
            Generate.write(VerbsEnumGenerator.name(enumeration).packageName(), type, classes);
        }
        for (Layout layout : table.layouts()) {
            Generate.write(VerbsLayoutGenerator.PACKAGE, VerbsLayoutGenerator.generate(layout), classes);
        }
        VerbsAttributesGenerator attributes = new VerbsAttributesGenerator(table);
        for (Attributes record : attributes.all()) {
            Generate.write(VerbsAttributesGenerator.PACKAGE, attributes.generate(record), classes);
        }
        Generate.write(VerbsAttributesGenerator.READER_PACKAGE, attributes.reader(), classes);
        for (Structure structure : table.structures()) {
            if (structure.masked() != null) {
                VerbsMaskedGenerator masked = new VerbsMaskedGenerator(structure, structure.masked(), attributes);
                Generate.write(VerbsAttributesGenerator.PACKAGE, masked.attributes(), classes);
                Generate.write(VerbsAttributesGenerator.READER_PACKAGE, masked.converter(), classes);
            }
        }
        for (FlowHeader header : table.flows()) {
            Generate.write(VerbsFlowGenerator.PACKAGE, VerbsFlowGenerator.generate(header), classes);
        }
    }

    private static void bindings(VerbsTable table, Path classes, Path c) throws IOException {
        for (Structure structure : table.structures()) {
            TypeSpec type = VerbsStructureGenerator.generate(structure);
            Generate.write(VerbsStructureGenerator.name(structure).packageName(), type, classes);
        }
        for (String library : List.of("verbs", "cm")) {
            Generate.write(c.resolve(library).resolve("table.c"), VerbsChecks.generate(table, library));
        }
    }
}
