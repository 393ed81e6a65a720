package io.verbena.codegen;

import com.palantir.javapoet.TypeSpec;
import io.verbena.codegen.VerbsTable.Enumeration;
import io.verbena.codegen.VerbsTable.Layout;
import io.verbena.codegen.VerbsTable.Structure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Generates code from the table of verbs. {@code GenerateVerbs TABLE library CLASSES TESTS} writes the classes of the library
 * and of its tests; {@code GenerateVerbs TABLE native CLASSES C} writes the JNI structures and the C code.
 */
public final class GenerateVerbs {
    private GenerateVerbs() {}

    /** Generates; a file that would not change is not written, so nothing is compiled again for it. */
    public static void main(String[] args) throws IOException {
        VerbsTable table = VerbsTable.read(Path.of(args[0]));
        Path classes = Path.of(args[2]);
        Path other = Path.of(args[3]);
        if (args[1].equals("library")) {
            library(table, classes, other);
        } else {
            bindings(table, classes, other);
        }
    }

    private static void library(VerbsTable table, Path classes, Path tests) throws IOException {
        for (Enumeration enumeration : table.enums()) {
            TypeSpec type = VerbsEnumGenerator.generate(enumeration);
            Generate.write(VerbsEnumGenerator.name(enumeration).packageName(), type, classes);
        }
        for (Layout layout : table.layouts()) {
            TypeSpec type = VerbsLayoutGenerator.generate(layout);
            Generate.write(layout.packageName(), type, layout.isTest() ? tests : classes);
        }
    }

    private static void bindings(VerbsTable table, Path classes, Path c) throws IOException {
        for (Structure structure : table.structures()) {
            TypeSpec type = VerbsStructureGenerator.generate(structure);
            Generate.write(VerbsStructureGenerator.PACKAGE, type, classes);
        }
        for (String library : List.of("verbs", "cm")) {
            Generate.write(c.resolve(library).resolve("table.c"), VerbsChecks.generate(table, library));
        }
    }
}
