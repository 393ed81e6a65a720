package io.verbena.codegen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.codegen.VerbsTable.Structure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
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
              long: [caps.flags]
              records:
                InnerProperties:
                  title: Properties within
                  fields:
                    count: [unsigned, caps.max_count, "Number of things"]
                SampleProperties:
                  title: Properties
                  fields:
                    state: [State, sample_state, "State of it"]
                    number: [int, "", "Number of it"]
                    large: [boolean, caps.flags & 2, "Whether it is large"]
                    flags: [Flags<State>, caps.flags & ~2, "Flags of it"]
                    inner: [InnerProperties, "", "Properties within it"]
              masked:
                name: SampleAttributes
                mask: SampleAttribute
                title: Attributes
                setters:
                  STATE: [State, state, "the state"]
                  SHORT_COUNT: [7, shortCount, "the count"]
                  IS_LARGE: [boolean, large, "whether it is large"]
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

    private static final String FLOWS = """
            Ports:
              title: Matches ports
              struct: ibv_flow_ports
              size: 16
              value: 6
              mask: 10
              types:
                TCP: [64, IBV_TCP]
                UDP: [65, IBV_UDP]
              fields:
                source: [2, 12, src_port, "the port"]
            """;

    @TempDir
    private Path folder = Path.of("");

    private VerbsTable read(String enums) throws IOException {
        Files.writeString(folder.resolve("enums.yaml"), enums);
        Files.writeString(folder.resolve("structures.yaml"), STRUCTURES);
        Files.writeString(folder.resolve("records.yaml"), RECORDS);
        Files.writeString(folder.resolve("flows.yaml"), FLOWS);
        return VerbsTableReader.read(folder);
    }

    @Test
    void anEnumerationHasCodesTextsAndAnUnknownConstant() throws IOException {
        String state = read(STATE).enums().get(0).generate();

        assertThat(state)
                .contains("It is open ({@code IBV_S_OPEN}). It may close.")
                .contains("OPEN(1, \"OPEN\")", "CLOSED(2, \"closed\")", "UNKNOWN(-1, \"unknown\")")
                .contains("case 2 -> CLOSED;", "default -> UNKNOWN;");
    }

    @Test
    void aConstantHasColumnsAndPredicates() throws IOException {
        String state = read("""
                        State:
                          title: A state
                          source: IBA 0.0
                          prefix: IBV_S_
                          unknown: OPEN
                          columns:
                            weight: "Returns the weight."
                          predicates:
                            isOver: [[CLOSED], "Returns whether it is over."]
                          values:
                            OPEN: [1, OPEN, 0, "It is open."]
                            CLOSED: [2, SHUT, "closed", 7, "It is closed."]
                        """).enums().get(0).generate();

        assertThat(state)
                .contains("OPEN(1, \"OPEN\", 0)", "CLOSED(2, \"closed\", 7)", "int weight()")
                .contains("State ofWeight(int weight)", "constant.weight == weight && weight != 0")
                .contains("return this == CLOSED;");
    }

    @Test
    void flagsHaveNoUnknownConstant() throws IOException {
        String flags = read(STATE.replace("prefix:", "flags: true\n  prefix:"))
                .enums()
                .get(0)
                .generate();

        assertThat(flags).doesNotContain("UNKNOWN").doesNotContain(" of(");
    }

    @Test
    void aStructureIncludesAnother() throws IOException {
        String outer = Templates.fill(
                "CStructure", Map.of("structure", read(STATE).structures().get(1)));

        assertThat(outer)
                .contains("byte[] innerBytes = new byte[16];")
                .contains("cast = \"struct ibv_pd *\"", "accessor = \"sample.owner\"", "long innerOwner;")
                .contains("{@code state}: {@code enum ibv_state}.", "int state;");
    }

    @Test
    void aStructureCopiesTheFieldsOfAnIncludedOne() throws IOException {
        String outer = Templates.fill(
                "CStructure", Map.of("structure", read(STATE).structures().get(1)));

        assertThat(outer).contains("to.bytes = innerBytes;", "innerOwner = from.owner;");
    }

    @Test
    void anAttributeIsAFieldAndAComponentWithASetter() throws IOException {
        VerbsTable table = read(STATE);
        Structure structure = table.structures().get(1);

        assertThat(Templates.fill(
                        "Attributes",
                        Map.of(
                                "table",
                                table,
                                "attributes",
                                structure.attributes().get(1))))
                .contains("record SampleProperties(", "state = State.of(0);", "Flags.of();")
                .contains("@param large Whether it is large", "Builder number(int value)", "builder().build();");
        assertThat(Templates.fill("CStructure", Map.of("structure", structure)))
                .contains("accessor = \"caps.flags\"", "long capsFlags;", "int sampleState;")
                .containsOnlyOnce("capsFlags;");
        assertThat(Templates.fill("AttributeReader", Map.of("table", table)))
                .contains(".state(State.of(from.sampleState))")
                .contains(".large((from.capsFlags & 2) != 0)", "State.class, from.capsFlags & ~2)")
                .contains(".inner(innerProperties(from).build())", "toUnsignedLong(from.capsMaxCount)")
                .doesNotContain(".number(");
    }

    @Test
    void anAttributeOfAMaskIsASetterAndAConversion() throws IOException {
        VerbsTable table = read(STATE);
        Structure structure = table.structures().get(1);
        Map<String, ?> model = Map.of("structure", structure, "masked", Objects.requireNonNull(structure.masked()));

        assertThat(Templates.fill("MaskedAttributes", model))
                .contains("class SampleAttributes extends SampleAttributeValues")
                .contains("SampleAttributes shortCount(int value)", "Sets the count.")
                .contains("range(SampleAttribute.SHORT_COUNT, value, 7)");
        assertThat(Templates.fill("MaskedConverter", model))
                .contains("case STATE -> to.state(State.of(from.state));")
                .contains("case SHORT_COUNT -> to.shortCount(from.shortCount & 7);")
                .contains("case IS_LARGE -> to.large = from.get(attribute, Boolean.class) ? 1 : 0;");
    }

    @Test
    void aFlowSpecificationWritesItsFieldsToBothFilters() throws IOException {
        String ports =
                Templates.fill("Flow", Map.of("header", read(STATE).flows().get(0)));

        assertThat(ports)
                .contains("record Ports(", "Protocol protocol,", "FieldMatch source,", "boolean inner)")
                .contains("source.requireBits(\"Ports.source\", 12);", "source.write(spec, 8, 12, 2, 12);")
                .contains("UDP = new", "Protocol.UDP, ", "FieldMatch.ANY, false)", "protocol, source, true)");
        assertThat(read(STATE).checks("verbs"))
                .contains("IBV_UDP == 65", "sizeof(struct ibv_flow_ports) == 16")
                .contains("offsetof(struct ibv_flow_ports, val.src_port) == 8")
                .contains("offsetof(struct ibv_flow_ports, mask.src_port) == 12");
    }

    @Test
    void theCompilerOfCChecksValuesOffsetsAndSizes() throws IOException {
        assertThat(read(STATE).checks("verbs"))
                .contains(
                        "#ifdef HAVE_IBV_SHUT\n_Static_assert((long long)IBV_S_SHUT == 2LL, \"State.CLOSED\");\n#endif")
                .contains("_Static_assert(offsetof(struct verbena_sample, wr.wr_id) == 8, \"SampleRecord.ID\");")
                .contains("sizeof(((struct verbena_sample *)0)->wr.wr_id) == 8")
                .contains("offsetof(struct verbena_sample, wr.wr) + offsetof(struct verbena_flush, length) == 56")
                .contains("sizeof(struct verbena_sample) == 64");
        assertThat(read(STATE).checks("cm")).doesNotContain("_Static_assert");
    }

    @Test
    void aRowWithoutACommentIsRefused() {
        assertThatExceptionOfType(SchemaException.class)
                .isThrownBy(() -> read(STATE.replace("[1, OPEN, \"It is open. It may close.\"]", "[1, OPEN]")))
                .withMessageContaining("State.OPEN");
    }
}
