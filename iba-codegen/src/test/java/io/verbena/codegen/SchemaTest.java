package io.verbena.codegen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests valid and invalid content of the table, and the diagram of a row. */
class SchemaTest {
    private static final String ENUMS = """
        Colour:
          title: A colour
          section: IBA 0.0
          values:
            1: [RED, Red]
            2: [GREEN, Green]
        ManagementClass:
          title: The class of a datagram
          section: IBA 0.0
          values:
            1: [SUBNET_LID_ROUTED, Subn]
            0x81: [SUBNET_DIRECTED_ROUTE, Subn]
        """;
    private static final String STRUCTURE = """
        Sample:
          title: A sample
          section: IBA 0.1
          length: 16
          class: [SUBNET_LID_ROUTED, SUBNET_DIRECTED_ROUTE]
          attribute: 0x00ff
          methods: [SubnGet]
          fields:
        """;

    @TempDir
    private Path folder = Path.of("");

    private SchemaReader read(String structures) throws IOException {
        Files.writeString(folder.resolve("enums.yaml"), ENUMS);
        Files.writeString(folder.resolve("structures.yaml"), structures);
        return SchemaReader.read(folder);
    }

    private SchemaReader row(String... rows) throws IOException {
        return read(STRUCTURE + "    - " + String.join("\n    - ", rows) + "\n");
    }

    @Test
    void readsARowWithItsDefaults() throws IOException {
        SchemaReader schema =
                row("[plain, 0, 3]", "['list[4]', 32, 8, bytes, TheList]", "[hue, 8, 8, Colour, {mask: 5}]");

        assertThat(schema.enums()).extracting(Enumeration::name).containsExactly("Colour", "ManagementClass");
        assertThat(schema.structures()).singleElement().satisfies(structure -> {
            assertThat(structure.attribute()).isEqualTo(0xff);
            assertThat(structure.methods()).containsExactly("SubnGet");
            assertThat(structure.fields())
                    .containsExactly(
                            new FieldSchema("plain", 0, 3, 1, FieldSchema.Kind.UNSIGNED, null, "plain", null, null),
                            new FieldSchema("list", 32, 8, 4, FieldSchema.Kind.BYTES, null, "TheList", null, null),
                            new FieldSchema(
                                    "hue",
                                    8,
                                    8,
                                    1,
                                    FieldSchema.Kind.ENUM,
                                    "Colour",
                                    "hue",
                                    new FieldSchema.Mask(5, 5),
                                    null));
        });
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "[a, 0, 8];[b, 7, 2]     | Sample.b covers bit 7, which is taken",
                "[a, 0, 8];[a2, 0, 8]    | Sample.a2 covers bit 0, which is taken",
                "[a, 120, 9]             | Sample.a covers bits 120 to 128 of a structure of 128 bits",
                "[a, -1, 4]              | Sample.a covers bits -1 to 2 of a structure of 128 bits",
                "[a, 0, 0]               | a: 1 x 0 bits at 0 cannot be a UNSIGNED",
                "['a[17]', 0, 8, bytes]  | Sample.a covers bits 0 to 135 of a structure of 128 bits",
                "[a, 0, 8, Shade]        | Sample.a: no type is called Shade",
                "'[a, 0, 8, \"[Shade]\"]' | Sample.a: no type is called Shade",
                "[a-b, 0, 8]             | Sample: a-b is not a field name",
                "[9lives, 0, 8]          | Sample: 9lives is not a field name",
                "[a, 0, 65]              | a: 1 x 65 bits at 0 cannot be a UNSIGNED",
                "['a[0]', 0, 8]          | a: 0 x 8 bits at 0 cannot be a UNSIGNED",
                "[a, 0, 63, Guid]        | a: 1 x 63 bits at 0 cannot be a GUID",
                "[a, 4, 64, Guid]        | a: 1 x 64 bits at 4 cannot be a GUID",
                "[a, 0, 64, Gid]         | a: 1 x 64 bits at 0 cannot be a GID",
                "[a, 0, 8, Lid]          | a: 1 x 8 bits at 0 cannot be a LID",
                "['a[4]', 3, 8, text]    | a: 4 x 8 bits at 3 cannot be a TEXT",
            })
    void refusesARowThatCannotBeRight(String rows, String message) {
        String unquoted = rows.replaceAll("^'\\[a, 0, 8, \"(.*)\"]'$", "[a, 0, 8, \"$1\"]");
        assertThatExceptionOfType(SchemaException.class)
                .isThrownBy(() -> row(unquoted.split(";")))
                .withMessage(message);
    }

    @Test
    void includesTheFieldsOfAStructureThatStandsBefore() throws IOException {
        SchemaReader schema = read("""
            Head: {title: T, section: S, length: 4, fields: [[version, 0, 8]]}
            Body: {title: T, section: S, length: 8, include: Head, fields: [[rest, 32, 32]]}
            """);

        assertThat(schema.structures().get(1).fields())
                .extracting(FieldSchema::name)
                .containsExactly("version", "rest");
    }

    @Test
    void refusesToIncludeWhatIsNotThere() {
        assertThatExceptionOfType(SchemaException.class)
                .isThrownBy(() -> read("Body: {title: T, section: S, length: 8, include: Head, fields: []}"))
                .withMessage("Body includes Head, which no row defines");
    }

    @Test
    void drawsAStructureAsStandardsDo() throws IOException {
        SchemaReader schema = row("[version, 0, 8]", "[flag, 16, 1]", "[longName, 17, 3]", "[guid, 32, 64, Guid]");

        assertThat(WirePicture.of(schema.structures().get(0))).isEqualTo("""
             0               8               16              24            31
            +---------------+---------------+---------------+---------------+
            |    version    |               |f|longN|                       |  0
            |                             guid                              |  4
            |                                                               |  8
            |                                                               |  12
            +---------------+---------------+---------------+---------------+\
            """);
    }

    @Test
    void leavesOutTheMiddleOfALongField() throws IOException {
        SchemaReader schema = read("Long: {title: T, section: S, length: 64, fields: [['data[64]', 0, 8, bytes]]}");

        assertThat(WirePicture.of(schema.structures().get(0))).isEqualTo("""
             0               8               16              24            31
            +---------------+---------------+---------------+---------------+
            |                             data                              |  0
            |                              ...                              |
            |                                                               |  60
            +---------------+---------------+---------------+---------------+\
            """);
    }

    @Test
    void generatesOnceAndLeavesAloneWhatWouldNotChange(@TempDir Path output) throws IOException {
        row("[plain, 0, 3]");
        String[] arguments = {folder.toString(), output.toString()};

        Generate.main(arguments);

        Path sample = output.resolve("io/verbena/iba/Sample.java");
        assertThat(sample).content().contains("public final class Sample extends Structure implements SubnGet");
        assertThat(output.resolve("io/verbena/iba/Colour.java")).content().contains("RED(1, \"Red\")");
        FileTime before = Files.getLastModifiedTime(sample);
        Files.setLastModifiedTime(sample, FileTime.fromMillis(before.toMillis() - 60_000));
        FileTime old = Files.getLastModifiedTime(sample);
        Generate.main(arguments);
        assertThat(Files.getLastModifiedTime(sample)).isEqualTo(old);
    }
}
