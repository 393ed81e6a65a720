package io.verbena.codegen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what the generator makes of the methods that return copies of records. */
class CopiesTest {
    private static final String RECORD = """
            Thing:
              package: io.verbena.things
              imports: [java.util.Optional]
              components: size name
              copies:
            """;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void aParameterReplacesTheComponentOfItsName() throws IOException {
        assertThat(generate("withName(@Nullable String name): Returns a copy with another name."))
                .contains("package io.verbena.things;", "import java.util.Optional;")
                .contains("sealed interface ThingCopies permits Thing {")
                .contains("    /** Returns a copy with another name. */\n"
                        + "    default Thing withName(@Nullable String name) {")
                .contains("return new Thing(copied.size(), name);");
    }

    @Test
    void anExpressionReplacesAComponent() throws IOException {
        assertThat(generate("withName(String text): [Returns a copy., \"name = Optional.of(text)\", \"size = 0\"]"))
                .contains("return new Thing(0, Optional.of(text));");
    }

    @Test
    void aCopyThatChangesNothingIsRefused() {
        assertThatExceptionOfType(SchemaException.class)
                .isThrownBy(() -> generate("withName(String text): Returns a copy."))
                .withMessage("Thing.withName(String text) changes [] of [size, name]");
    }

    @Test
    void anUnknownComponentIsRefused() {
        assertThatExceptionOfType(SchemaException.class)
                .isThrownBy(() -> generate("withName(String name): [Returns a copy., \"length = 0\"]"))
                .withMessage("Thing.withName(String name) changes [name, length] of [size, name]");
    }

    private String generate(String copy) throws IOException {
        Path table = Files.writeString(folder.resolve("copies.yaml"), RECORD + "    " + copy + "\n");
        GenerateCopies.main(new String[] {table.toString(), folder.toString()});
        return Files.readString(folder.resolve("io/verbena/things/ThingCopies.java"));
    }
}
