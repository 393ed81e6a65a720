package io.verbena.codegen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what the generator makes of a table of options. */
class OptionsTest {
    private static final String RECORD = """
            Thing:
              package: io.verbena.things
              imports: [java.nio.ByteBuffer, java.util.Set]
              title: Options of a thing.
              defaults: The defaults.
              constants:
                MAX_SIZE: [int, 7, The maximum size.]
              components:
                size: [int, 2, the size, size of the thing, 1, MAX_SIZE]
                names: ["Set<String>", Set.of(), the names]
                data: [ByteBuffer, ByteBuffer.allocate(0), the data]
              checks: "require(size);"
              copies:
            """;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void aRecordHasItsDefaultsAndChecks() throws IOException {
        assertThat(generate("size(int size): Returns a copy with another size."))
                .contains("package io.verbena.things;", "import io.verbena.error.Ranges;", "import java.util.Set;")
                .contains(" * @param size the size")
                .contains("    public static final int MAX_SIZE = 7;")
                .contains("DEFAULTS = new Thing(2, Set.of(), ByteBuffer.allocate(0));")
                .containsSubsequence(
                        "Ranges.check(\"size of the thing\", size, 1, MAX_SIZE);",
                        "require(size);",
                        "names = Set.copyOf(names);",
                        "data = ByteBuffer.allocate(data.remaining())",
                        "return data.duplicate();");
    }

    @Test
    void aParameterReplacesTheComponentOfItsName() throws IOException {
        assertThat(generate("size(@Nullable int size): Returns a copy with another size."))
                .contains("    /** Returns a copy with another size. */\n    public Thing size(@Nullable int size) {")
                .contains("return new Thing(size, names, data);");
    }

    @Test
    void anExpressionReplacesAComponent() throws IOException {
        assertThat(generate("one(String name): [Returns a copy., \"names = Set.of(name)\", \"size = 1\"]"))
                .contains("return new Thing(1, Set.of(name), data);");
    }

    @Test
    void aCopyThatChangesNothingIsRefused() {
        assertThatExceptionOfType(SchemaException.class)
                .isThrownBy(() -> generate("name(String text): Returns a copy."))
                .withMessage("Thing.name(String text) changes [] of [size, names, data]");
    }

    @Test
    void anUnknownComponentIsRefused() {
        assertThatExceptionOfType(SchemaException.class)
                .isThrownBy(() -> generate("size(int size): [Returns a copy., \"length = 0\"]"))
                .withMessage("Thing.size(int size) changes [size, length] of [size, names, data]");
    }

    private String generate(String copy) throws IOException {
        Path table = Files.writeString(folder.resolve("options.yaml"), RECORD + "    " + copy + "\n");
        GenerateOptions.main(new String[] {table.toString(), folder.toString()});
        return Files.readString(folder.resolve("io/verbena/things/Thing.java"));
    }
}
