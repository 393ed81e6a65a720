package io.verbena.iba;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Properties of the generated register of structures. */
class StructuresTableTest {

    static List<Layout<?>> layouts() {
        return Structures.names().stream()
                .<Layout<?>>map(name -> Structures.byName(name).orElseThrow())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void refusesBytesOfAnotherLength(Layout<?> layout) {
        assertThatIllegalArgumentException().isThrownBy(() -> layout.decode(new byte[layout.length() + 1]));
        assertThatIllegalArgumentException().isThrownBy(() -> layout.wrap(new byte[layout.length()], 1));
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void keepsRandomBytes(Layout<?> layout) {
        byte[] bytes = random(layout);

        assertThat(layout.decode(bytes).toBytes()).isEqualTo(bytes);
        assertThat(layout.copy(layout.decode(bytes))).isEqualTo(layout.decode(bytes));
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void copiesFieldByField(Layout<?> layout) {
        Structure original = layout.decode(random(layout));
        Structure copy = layout.create();
        for (Field field : layout.fields()) {
            for (int index = 0; index < (field.isArray() ? field.count() : 1); index++) {
                if (field.kind() != Field.Kind.TEXT) {
                    Accessors.set(copy, field, index, Accessors.get(original, field, index));
                }
            }
        }

        for (Field field : layout.fields()) {
            for (int index = 0; index < (field.isArray() ? field.count() : 1); index++) {
                if (field.kind() != Field.Kind.TEXT) {
                    BigInteger expected = Accessors.get(original, field, index);
                    assertThat(Accessors.get(copy, field, index))
                            .as(field.name())
                            .isEqualTo(expected);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void printsInEveryForm(Layout<?> layout) {
        Structure structure = layout.decode(random(layout));
        StringWriter json = new StringWriter();
        try (JsonGenerator generator = new JsonFactory().createGenerator(ObjectWriteContext.empty(), json)) {
            StructureJson.write(structure, generator);
        }

        assertThat(structure.toString()).startsWith(layout.name() + "[");
        assertThat(StructureDump.of(structure)).hasSize((layout.length() + 3) / 4);
        assertThat(DottedText.of(structure))
                .hasSizeGreaterThanOrEqualTo(layout.fields().size());
        assertThat(json.toString()).startsWith("{").endsWith("}");
    }

    @Test
    void findsAnAttributeByItsClassAndId() {
        assertThat(Structures.byAttribute(ManagementClass.SUBNET_DIRECTED_ROUTE, 0x0011))
                .contains(NodeInfo.LAYOUT);
        assertThat(Structures.byAttribute(ManagementClass.SUBNET_ADMINISTRATION, 0x0011))
                .contains(NodeRecord.LAYOUT);
        assertThat(Structures.byAttribute(ManagementClass.PERFORMANCE, 0x0011)).contains(PortSamplesResult.LAYOUT);
        assertThat(Structures.byAttribute(ManagementClass.PERFORMANCE, 0x7777)).isEmpty();
        assertThat(Structures.byName("Nothing")).isEmpty();
        assertThat(Structures.byTrap(144)).contains(CapabilityNoticeDetails.LAYOUT);
    }

    @Test
    void findsEveryAttributeOrItsOtherForm() {
        for (Layout<?> layout : layouts()) {
            for (ManagementClass managementClass : layout.managementClasses()) {
                assertThat(Structures.byAttribute(managementClass, layout.attributeId()))
                        .as(layout.name())
                        .isPresent();
            }
        }
    }

    @Test
    void loadsOnlyTheRequestedStructure() throws ReflectiveOperationException {
        Recording loader = new Recording();

        Class<?> register = loader.loadClass("io.verbena.iba.Structures");
        register.getMethod("byName", String.class).invoke(null, "NodeInfo");

        assertThat(loader.loaded).contains("NodeInfo").doesNotContain("NodeRecord", "PortInfo", "PathRecord");
    }

    @Test
    void countsTheBitsOfNestedFields() {
        assertThat(NodeRecord.LAYOUT.componentMask("nodeInfo.portGuid")).isEqualTo(1L << 8);
        assertThat(NodeRecord.LAYOUT.componentMask("nodeDescription.nodeString"))
                .isEqualTo(1L << 14);
        assertThat(NodeRecord.LAYOUT.componentMask("nodeInfo")).isEqualTo(0xfffL << 2);
        assertThat(PortInfoRecord.LAYOUT.componentMask("portInfo.linkSpeedExtEnabled"))
                .isEqualTo(1L << 57);
        assertThat(GuidInfoRecord.LAYOUT.componentMask("guidInfo.guid[7]")).isEqualTo(1L << 11);
        assertThat(ServiceRecord.LAYOUT.componentMask("serviceData16[2]", "serviceData64"))
                .isEqualTo(1L << 25 | 3L << 35);
        assertThat(PathRecord.LAYOUT.componentMask("serviceId")).isEqualTo(3);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PortInfoRecord.LAYOUT.componentMask("portInfo.linkSpeedExtActive2"))
                .withMessageContaining("linkSpeedExtActive2");
        assertThatIllegalArgumentException().isThrownBy(() -> NodeRecord.LAYOUT.componentMask("nodeInfo.nothing"));
    }

    @Test
    void setsNestedStructures() {
        NodeRecord node = new NodeRecord();

        node.nodeInfo().portGuid(Guid.of(0x1234)).numPorts(36);
        node.nodeDescription(new NodeDescription().nodeString("leaf"));

        assertThat(node.nodeInfo().numPorts()).isEqualTo(36);
        assertThat(StructureDump.of(node))
                .contains("   4  00000024  nodeInfo.baseVersion=0, nodeInfo.classVersion=0, nodeInfo.nodeType=UNKNOWN,"
                        + " nodeInfo.numPorts=36");
        assertThat(DottedText.of(node)).contains(DottedText.line("NodeDesc", "'leaf'"));
    }

    @Test
    void packsServiceLevelsInFourBits() {
        SlToVlMappingTable table = new SlToVlMappingTable().vl(0, 1).vl(15, 7);

        assertThat(table.toBytes()).containsExactly(0x10, 0, 0, 0, 0, 0, 0, 7);
        assertThatIllegalArgumentException().isThrownBy(() -> table.vl(1, 16));
    }

    private static byte[] random(Layout<?> layout) {
        byte[] bytes = new byte[layout.length()];
        new Random(layout.name().hashCode()).nextBytes(bytes);
        return bytes;
    }

    /** Loads classes of this package itself and records their names. */
    private static final class Recording extends ClassLoader {
        private final Set<String> loaded = new TreeSet<>();

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            Class<?> known = findLoadedClass(name);
            if (known != null || !name.startsWith("io.verbena.iba.")) {
                return known != null ? known : super.loadClass(name, resolve);
            }
            try (InputStream code = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = code == null ? new byte[0] : code.readAllBytes();
                loaded.add(name.substring(name.lastIndexOf('.') + 1));
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
