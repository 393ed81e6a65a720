package io.verbena.codegen;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.TypeSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** {@code Generate TABLE OUTPUT}: writes the classes of the table in folder TABLE below folder OUTPUT. */
public final class Generate {
    private static final String PACKAGE = "io.verbena.iba";

    private Generate() {}

    /** Generates; a file that would not change is left alone, so that nothing is compiled again for it. */
    public static void main(String[] args) throws IOException {
        SchemaReader schema = SchemaReader.read(Path.of(args[0]));
        Path output = Path.of(args[1]);
        for (EnumSchema enumeration : schema.enums()) {
            write(EnumGenerator.generate(enumeration), output);
        }
        for (StructureSchema structure : schema.structures()) {
            write(StructureGenerator.generate(structure, schema::structure), output);
        }
        for (String method : schema.methods()) {
            write(MethodGenerator.generate(method), output);
        }
        for (TypeSpec operations : OperationGenerator.generate(schema.operations())) {
            write(OperationGenerator.PACKAGE, operations, output);
        }
        write(new RegistryGenerator(schema.structures(), schema.enums()).generate(), output);
    }

    static ClassName iba(@Nullable String name) {
        return ClassName.get(PACKAGE, name == null ? "" : name);
    }

    private static void write(TypeSpec type, Path output) throws IOException {
        write(PACKAGE, type, output);
    }

    static void write(String packageName, TypeSpec type, Path output) throws IOException {
        String text = JavaFile.builder(packageName, type)
                .skipJavaLangImports(true)
                .indent("    ")
                .build()
                .toString();
        write(packageName, type.name(), text, output);
    }

    static void write(String packageName, String name, String text, Path output) throws IOException {
        write(output.resolve(packageName.replace('.', '/')).resolve(name + ".java"), text);
    }

    static void write(Path file, String text) throws IOException {
        if (!Files.exists(file) || !Files.readString(file).equals(text)) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        }
    }
}
