package io.verbena.shell.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.verbena.iba.Field;
import io.verbena.iba.Field.Kind;
import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.GuidInfo;
import io.verbena.iba.Layout;
import io.verbena.iba.LinkWidth;
import io.verbena.iba.NodeRecord;
import io.verbena.iba.NodeType;
import io.verbena.iba.PathRecord;
import io.verbena.iba.PortCapability;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortState;
import io.verbena.iba.ServiceRecord;
import io.verbena.iba.Structure;
import io.verbena.iba.Structures;
import io.verbena.iba.VlArbitrationTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fields by name; what is wrong with them is tried by {@link BadInputTest}. */
class FieldValuesTest {
    @Test
    void parsesNumbersAndConstantsInEveryForm() {
        PortInfo port = fill(
                PortInfo.LAYOUT, "LID=0x11", "mkey=18446744073709551615", "portState=active", "mtuCap=2048", "lmc=3");

        assertThat(port.lid().bits()).isEqualTo(17);
        assertThat(port.mKey()).isEqualTo(-1);
        assertThat(port.portState()).isEqualTo(PortState.ACTIVE);
        assertThat(port.mtuCapBits()).as("by its text").isEqualTo(4);
        assertThat(port.lmc()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ONE|FOUR", "1X,4X", "[ONE, four]", "3", "1|0x2"})
    void parsesASetByNamesOrNumbers(String widths) {
        assertThat(fill(PortInfo.LAYOUT, "linkWidthEnabled=" + widths).linkWidthEnabled())
                .containsExactlyInAnyOrder(LinkWidth.of(1), LinkWidth.of(2));
    }

    @Test
    void parsesTheHighestBitOfASet() {
        PortCapability topmost = Arrays.stream(PortCapability.values())
                .filter(capability -> capability != PortCapability.UNKNOWN)
                .max(Comparator.comparingLong(capability -> Integer.toUnsignedLong(capability.code())))
                .orElseThrow();

        assertThat(fill(PortInfo.LAYOUT, "capabilityMask=" + topmost).capabilityMask())
                .containsExactly(topmost);
    }

    @Test
    void parsesIdentifiersTextAndBytes() {
        ServiceRecord service = fill(
                ServiceRecord.LAYOUT,
                "serviceGid=fe80::1",
                "serviceName=Drücker",
                "serviceKey=0x000102030405060708090a0b0c0d0e0f",
                "serviceData8[2]=9");

        assertThat(service.serviceGid()).isEqualTo(Gid.parse("fe80::1"));
        assertThat(service.serviceName()).isEqualTo("Drücker");
        assertThat(HexFormat.of().formatHex(service.serviceKey())).isEqualTo("000102030405060708090a0b0c0d0e0f");
        assertThat(service.serviceData8()[2]).isEqualTo((byte) 9);
        assertThat(fill(ServiceRecord.LAYOUT, "serviceName=").serviceName()).isEmpty();
    }

    @Test
    void parsesArraysAsListsAndByElement() {
        GuidInfo guids = fill(GuidInfo.LAYOUT, "guid=0x1,0002:c903:0000:1491", "guid[7]=0x7");

        assertThat(guids.guid(1)).isEqualTo(Guid.parse("0x0002c90300001491"));
        assertThat(guids.guid(2)).isEqualTo(Guid.of(0));
        assertThat(guids.guid(7)).isEqualTo(Guid.of(7));
        assertThat(fill(VlArbitrationTable.LAYOUT, "entry[31].weight=255")
                        .entry(31)
                        .weight())
                .isEqualTo(255);
    }

    @Test
    void componentMaskHasTheBitsOfTheGivenFields() {
        assertThat(mask(PathRecord.LAYOUT, "dgid=::1", "SGID=::2", "numbPath=1"))
                .isEqualTo(PathRecord.LAYOUT.componentMask("dgid", "sgid", "numbPath"));
        assertThat(mask(NodeRecord.LAYOUT, "lid=1", "nodeInfo.nodeType=SWITCH"))
                .isEqualTo(NodeRecord.LAYOUT.componentMask("lid", "nodeInfo.nodeType"));
        assertThat(fill(NodeRecord.LAYOUT, "nodeInfo.nodeType=switch")
                        .nodeInfo()
                        .nodeType())
                .isEqualTo(NodeType.SWITCH);
        assertThat(mask(ServiceRecord.LAYOUT, "serviceData8[2]=9"))
                .isEqualTo(ServiceRecord.LAYOUT.componentMask("serviceData8[2]"));
        assertThat(mask(PathRecord.LAYOUT)).isZero();
    }

    @Test
    void keepsTheOtherFieldsOfTheOriginal() {
        PortInfo before = fill(PortInfo.LAYOUT, "lid=5", "lmc=1");

        Structure after = FieldValues.over(before, List.of("lmc=2")).structure();

        assertThat(after).isEqualTo(new PortInfo().lid(before.lid()).lmc(2));
        assertThat(before.lmc()).isEqualTo(1);
    }

    /** Whatever a structure holds can be given as it is shown. */
    @Test
    void parsesEveryFieldOfEveryStructureAsPrinted() {
        Random random = new Random(20261121);
        for (String name : Structures.names()) {
            Layout<?> layout = Structures.byName(name).orElseThrow();
            byte[] bytes = new byte[layout.length()];
            random.nextBytes(bytes);
            Structure original = layout.wrap(bytes, 0);
            for (Field field : layout.fields()) {
                if (field.kind() == Kind.STRUCTURE || field.kind() == Kind.TEXT || field.kind() == Kind.ENUM) {
                    continue;
                }
                String text = field.text(original);
                if (text.equals("[]") && !field.isArray()) {
                    continue;
                }
                Structure read = FieldValues.parse(layout, List.of(field.name() + "=" + text))
                        .structure();
                assertThat(field.value(read)).as(name + "." + field.name()).isEqualTo(field.value(original));
            }
        }
    }

    @Test
    void rejectsHostileInputWithOneLine() {
        Random random = new Random(20261121);
        String letters = "lidportstae0123456789abcdefx[].=,|:- \u0000ü";
        List<String> messages = new ArrayList<>();
        for (int round = 0; round < 20_000; round++) {
            StringBuilder word = new StringBuilder(random.nextBoolean() ? "lid" : "");
            for (int i = random.nextInt(12); i > 0; i--) {
                word.append(letters.charAt(random.nextInt(letters.length())));
            }
            String assignment = word + "=" + letters.charAt(random.nextInt(letters.length()));
            try {
                FieldValues.parse(NodeRecord.LAYOUT, List.of(assignment)).componentMask();
            } catch (IllegalArgumentException e) {
                messages.add(e.getMessage());
            }
        }
        assertThat(messages)
                .hasSizeGreaterThan(1_000)
                .allSatisfy(
                        message -> assertThat(message).isNotBlank().doesNotContain("Exception", "For input string"));
    }

    @Test
    void rejectsAFieldWithoutABitInTheComponentMask() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> mask(PortInfo.LAYOUT, "lid=1", "linkSpeedExtActive2=1"))
                .withMessageContaining("has no bit in a component mask");
    }

    @SuppressWarnings("unchecked")
    private static <T extends Structure> T fill(Layout<T> layout, String... assignments) {
        return (T) FieldValues.parse(layout, List.of(assignments)).structure();
    }

    private static long mask(Layout<?> layout, String... assignments) {
        return FieldValues.parse(layout, List.of(assignments)).componentMask();
    }
}
