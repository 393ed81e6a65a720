package io.verbena.codegen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the rows of the table of verbs, and what the generators make of them. */
class VerbsTableTest {
    private static final String STATE = """
            State:
              title: A state
              source: IBA 0.0
              prefix: IBV_S_
              values:
                OPEN: [1, OPEN, "It is open. It may close."]
                CLOSED: [2, SHUT, "closed", "It is closed.", HAVE_IBV_SHUT]
            """;
    private static final String STRUCTURES = """
            IbvSample:
              struct: ibv_sample
              title: A sample
              fields:
                bytes: [raw, "byte[16]"]
                owner: [owner, "struct ibv_pd *"]
            IbvOuter:
              struct: ibv_outer
              title: An outer structure
              include:
                inner: [IbvSample, sample]
              fields:
                state: [state, int, "{@code enum ibv_state}."]
            """;
    private static final String RECORDS = """
            SampleRecord:
              title: A record
              struct: verbena_sample
              fields:
                ID: [8, 8, wr.wr_id, "The ID."]
                LENGTH: [56, 8, "wr.wr + verbena_flush.length", "The length."]
              constants:
                SIZE: [64, "sizeof(struct verbena_sample)", "The size."]
            """;

    @TempDir
    private Path folder = Path.of("");

    private VerbsTable read(String enums) throws IOException {
        Files.writeString(folder.resolve("enums.yaml"), enums);
        Files.writeString(folder.resolve("structures.yaml"), STRUCTURES);
        Files.writeString(folder.resolve("records.yaml"), RECORDS);
        return VerbsTable.read(folder);
    }

    @Test
    void anEnumerationHasCodesTextsAndAnUnknownConstant() throws IOException {
        String state = VerbsEnumGenerator.generate(read(STATE).enums().get(0)).toString();

        assertThat(state)
                .contains("It is open ({@code IBV_S_OPEN}). It may close.")
                .contains("OPEN(1, \"OPEN\")", "CLOSED(2, \"closed\")", "UNKNOWN(-1, \"unknown\")")
                .contains("case 2 -> CLOSED;", "default -> UNKNOWN;");
    }

    @Test
    void flagsHaveNoUnknownConstant() throws IOException {
        String flags = VerbsEnumGenerator.generate(read(STATE.replace("prefix:", "flags: true\n  prefix:"))
                        .enums()
                        .get(0))
                .toString();

        assertThat(flags).doesNotContain("UNKNOWN").doesNotContain(" of(");
    }

    @Test
    void aStructureIncludesAnother() throws IOException {
        String outer = VerbsStructureGenerator.generate(read(STATE).structures().get(1))
                .toString();

        assertThat(outer)
                .contains("byte[] innerBytes = new byte[16];")
                .contains("cast = \"struct ibv_pd *\"", "accessor = \"sample.owner\"", "long innerOwner;")
                .contains("{@code state}: {@code enum ibv_state}.", "int state;");
    }

    @Test
    void theCompilerOfCChecksValuesOffsetsAndSizes() throws IOException {
        assertThat(VerbsChecks.generate(read(STATE), "verbs"))
                .contains(
                        "#ifdef HAVE_IBV_SHUT\n_Static_assert((long long)IBV_S_SHUT == 2LL, \"State.CLOSED\");\n#endif")
                .contains("_Static_assert(offsetof(struct verbena_sample, wr.wr_id) == 8, \"SampleRecord.ID\");")
                .contains("sizeof(((struct verbena_sample *)0)->wr.wr_id) == 8")
                .contains("offsetof(struct verbena_sample, wr.wr) + offsetof(struct verbena_flush, length) == 56")
                .contains("sizeof(struct verbena_sample) == 64");
        assertThat(VerbsChecks.generate(read(STATE), "cm")).doesNotContain("_Static_assert");
    }

    @Test
    void aRowWithoutACommentIsRefused() {
        assertThatExceptionOfType(SchemaException.class)
                .isThrownBy(() -> read(STATE.replace("[1, OPEN, \"It is open. It may close.\"]", "[1, OPEN]")))
                .withMessageContaining("State.OPEN");
    }
}
