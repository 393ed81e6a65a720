package io.verbena.iba;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Texts of structures: dotted like infiniband-diags, and JSON. */
class StructureTextTest {
    static List<Layout<?>> structures() {
        return WireStructures.flat();
    }

    private static String json(Structure structure) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
            StructureJson.write(structure, json);
        }
        return text.toString();
    }

    @Test
    void valuesBeginInTheColumnOfInfinibandDiags() {
        assertThat(DottedText.line("NodeType", "Switch")).isEqualTo("NodeType:........................Switch");
        assertThat(DottedText.line("ALabelThatIsLongerThanTheColumns", "1"))
                .isEqualTo("ALabelThatIsLongerThanTheColumns:1");
    }

    @Test
    void aNodeIsPrintedAsSmpqueryDoes() {
        NodeInfo info = new NodeInfo()
                .baseVersion(1)
                .classVersion(1)
                .nodeType(NodeType.SWITCH)
                .numPorts(36)
                .systemImageGuid(Guid.of(0x0002c90000010003L))
                .nodeGuid(Guid.of(0x0002c90000010000L))
                .portGuid(Guid.of(0x0002c90000010000L))
                .partitionCap(8)
                .deviceId(0xb924)
                .revision(0xa1)
                .localPortNum(7)
                .vendorId(0x2c9);

        assertThat(DottedText.of(info)).containsExactly("""
                BaseVers:........................1
                ClassVers:.......................1
                NodeType:........................Switch
                NumPorts:........................36
                SystemGuid:......................0x0002c90000010003
                Guid:............................0x0002c90000010000
                PortGuid:........................0x0002c90000010000
                PartCap:.........................8
                DevId:...........................0xb924
                Revision:........................0x000000a1
                LocalPort:.......................7
                VendorId:........................0x0002c9""".split("\n"));
    }

    @Test
    void setsAreJoinedCapabilitiesGetALineEachAndUnknownCodesTheirNumber() {
        PortInfo info = new PortInfo()
                .linkWidthEnabledBits(3)
                .linkWidthActiveBits(0x55)
                .capabilityMask(Set.of(PortCapability.IS_SM, PortCapability.IS_TRAP_SUPPORTED));

        assertThat(DottedText.of(info))
                .contains(
                        "LinkWidthEnabled:................1X or 4X", "LinkWidthActive:.................undefined (85)")
                .containsSequence("CapMask:.........................0xa", "\t\t\t\tIsSM", "\t\t\t\tIsTrapSupported");
    }

    @Test
    void hiddenFieldsAreNotPrinted() {
        PortInfo info = new PortInfo().mKey(0x123456789L);

        assertThat(DottedText.of(info, Set.of("mKey")))
                .contains("Mkey:............................<not displayed>")
                .noneMatch(line -> line.contains("123456789"));
        assertThat(DottedText.of(info)).anyMatch(line -> line.contains("123456789"));
    }

    @Test
    void jsonHasTheNamesOfTheAccessors() {
        PathRecord path = new PathRecord()
                .serviceId(-1)
                .dgid(Gid.parse("fe80::1"))
                .dlid(Lid.of(7))
                .mtu(Mtu.MTU_4096)
                .rateBits(63);

        assertThat(json(path))
                .contains(
                        "\"dgid\":\"fe80::1\"",
                        "\"dlid\":7",
                        "\"mtu\":\"MTU_4096\"",
                        "\"rate\":63",
                        "\"reversible\":0");
        assertThat(json(new NodeInfo().nodeGuid(Guid.of(1)))).contains("\"nodeGuid\":\"0x0000000000000001\"");
        assertThat(json(new NodeDescription().nodeString("a \"b\"\n")))
                .isEqualTo("{\"nodeString\":\"a \\\"b\\\"\\n\"}");
        assertThat(json(new PortInfo().linkWidthEnabledBits(3))).contains("\"linkWidthEnabled\":[\"ONE\",\"FOUR\"]");
    }

    @Test
    void sixtyFourBitsAreAnUnsignedNumber() {
        assertThat(json(new PathRecord().serviceId(-1))).contains("\"serviceId\":18446744073709551615");
        assertThat(new MadHeader().transactionId(-1).toString()).contains("transactionId=0xffffffffffffffff");
    }

    @Test
    void keysAreOmittedFromTexts() {
        SmInfoRecord record = new SmInfoRecord().smInfo(new SmInfo().smKey(0x5ec12e7));

        assertThat(record.toString()).contains("smKey=hidden").doesNotContainIgnoringCase("5ec12e7");
        assertThat(json(record)).contains("\"smKey\":null");
        assertThat(json(new PortInfo().mKey(0x5ec12e7))).contains("\"mKey\":null");
        assertThat(json(new PortInfo())).contains("\"mKey\":0");
        assertThat(new PortInfo().toString()).contains("mKey=0x0000000000000000");
    }

    @ParameterizedTest
    @MethodSource("structures")
    void anyBytesHaveATextAndAJsonObjectWithEachFieldOnce(Layout<? extends Structure> layout) {
        Random random = new Random(20261101);
        for (int round = 0; round < 50; round++) {
            byte[] bytes = new byte[layout.length()];
            random.nextBytes(bytes);
            Structure structure = layout.decode(bytes);

            assertThat(DottedText.of(structure))
                    .hasSizeGreaterThanOrEqualTo(layout.fields().size());
            assertThat(names(json(structure)))
                    .containsExactlyElementsOf(
                            layout.fields().stream().map(Field::name).toList());
        }
    }

    private static List<String> names(String text) {
        List<String> names = new ArrayList<>();
        try (JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), text)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.PROPERTY_NAME) {
                    names.add(parser.currentName());
                }
            }
        }
        return names;
    }

    // ---- the speed of a lane, which PortInfo distributes over three fields

    @ParameterizedTest
    @EnumSource(
            names = {"FDR10", "UNKNOWN"},
            mode = EnumSource.Mode.EXCLUDE)
    void aSpeedThatIsWrittenIsReadBack(LaneSpeed speed) {
        PortInfo port = new PortInfo();
        for (LaneSpeed before : LaneSpeed.values()) {
            before.activate(port);
            speed.activate(port);
            assertThat(LaneSpeed.active(port)).isEqualTo(speed);
        }
    }

    @Test
    void fdr10IsReportedAsQdr() {
        PortInfo port = new PortInfo();
        LaneSpeed.FDR10.activate(port);
        assertThat(LaneSpeed.active(port)).isEqualTo(LaneSpeed.QDR);
        LaneSpeed.UNKNOWN.activate(port);
        assertThat(LaneSpeed.active(port)).isEqualTo(LaneSpeed.UNKNOWN);
        assertThat(port).isEqualTo(new PortInfo());
    }

    @Test
    void undefinedCodesAreAnUnknownSpeed() {
        assertThat(List.of(
                        new PortInfo().linkSpeedActiveBits(3),
                        new PortInfo().linkSpeedActiveBits(4).linkSpeedExtActiveBits(3),
                        new PortInfo().linkSpeedActiveBits(4).linkSpeedExtActive2Bits(2)))
                .allSatisfy(port -> assertThat(LaneSpeed.active(port)).isEqualTo(LaneSpeed.UNKNOWN));
    }

    @Test
    void laterSpeedsAreFaster() {
        assertThat(Arrays.stream(LaneSpeed.values())
                        .filter(speed -> speed != LaneSpeed.UNKNOWN)
                        .map(LaneSpeed::gigabits))
                .isSorted();
    }

    @Test
    void theSpeedsOfAPortAreThoseOfAllThreeFields() {
        PortInfo port = new PortInfo()
                .linkSpeedSupportedBits(0x7)
                .linkSpeedExtSupportedBits(0xf)
                .linkSpeedExtSupported2Bits(1)
                .linkSpeedEnabledBits(0x2)
                .linkSpeedExtEnabledBits(0x4);

        assertThat(LaneSpeed.supported(port))
                .isEqualTo(EnumSet.complementOf(EnumSet.of(LaneSpeed.FDR10, LaneSpeed.UNKNOWN)));
        assertThat(LaneSpeed.enabled(port)).containsExactly(LaneSpeed.DDR, LaneSpeed.HDR);
        assertThat(LaneSpeed.enabled(new PortInfo())).isEmpty();
    }
}
