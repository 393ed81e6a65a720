package io.verbena.codegen;

import com.palantir.javapoet.TypeSpec;
import io.verbena.codegen.FunctionTable.Group;
import io.verbena.codegen.FunctionTable.Operations;
import io.verbena.codegen.FunctionTable.Value;
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
        FunctionTable functions = FunctionTable.read(Path.of(args[0]));
        Path classes = Path.of(args[2]);
        if (args[1].equals("library")) {
            library(table, classes);
            providers(functions, classes);
        } else {
            bindings(table, functions, classes, Path.of(args[3]));
        }
    }

    private static void library(VerbsTable table, Path classes) throws IOException {
        for (Enumeration enumeration : table.enums()) {
            TypeSpec type = VerbsEnumGenerator.generate(enumeration);
            Generate.write(VerbsEnumGenerator.name(enumeration).packageName(), type, classes);
        }
        for (Layout layout : table.layouts()) {
            if (layout.library().equals("verbs")) {
                Generate.write(VerbsLayoutGenerator.packageOf(layout), VerbsLayoutGenerator.generate(layout), classes);
            }
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

    private static void providers(FunctionTable functions, Path classes) throws IOException {
        for (Value value : functions.values()) {
            String packageName = FunctionGenerator.providerPackage(value.subpackage());
            Generate.write(packageName, value.name(), FunctionGenerator.value(value), classes);
        }
        FunctionGenerator generator = new FunctionGenerator(functions);
        for (Operations provider : functions.providers()) {
            Generate.write(
                    FunctionGenerator.providerPackage(provider.subpackage()),
                    provider.name(),
                    generator.operations(provider),
                    classes);
            Generate.write(
                    FunctionGenerator.LINUX,
                    FunctionGenerator.implementation(provider),
                    generator.implementations(provider),
                    classes);
        }
    }

    private static void bindings(VerbsTable table, FunctionTable functions, Path classes, Path c) throws IOException {
        FunctionGenerator generator = new FunctionGenerator(functions);
        for (Group group : functions.groups()) {
            Generate.write(FunctionGenerator.bindingPackage(group), group.name(), generator.bindings(group), classes);
        }
        for (Layout layout : table.layouts()) {
            if (!layout.library().equals("verbs")) {
                Generate.write(VerbsLayoutGenerator.packageOf(layout), VerbsLayoutGenerator.generate(layout), classes);
            }
        }
        for (Structure structure : table.structures()) {
            TypeSpec type = VerbsStructureGenerator.generate(structure);
            Generate.write(VerbsStructureGenerator.name(structure).packageName(), type, classes);
        }
        for (String library : List.of("umad", "verbs", "cm")) {
            Generate.write(c.resolve(library).resolve("table.c"), VerbsChecks.generate(table, library));
        }
    }
}
