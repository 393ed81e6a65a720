package io.verbena.iba;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A dump has one line for each word, with the fields that begin there. */
class StructureDumpTest {
    @Test
    void eachWordHasItsOffsetItsBitsAndItsFields() {
        NodeInfo info = new NodeInfo()
                .baseVersion(1)
                .classVersion(1)
                .nodeType(NodeType.SWITCH)
                .numPorts(8)
                .systemImageGuid(Guid.of(0x0002c90300001490L));

        assertThat(StructureDump.of(info))
                .hasSize(10)
                .startsWith(
                        "   0  01010208  baseVersion=1, classVersion=1, nodeType=SWITCH, numPorts=8",
                        "   4  0002c903  systemImageGuid=0002:c903:0000:1490",
                        "   8  00001490")
                .endsWith("  36  00000000  localPortNum=0, vendorId=0x000000");
    }

    @Test
    void fieldsOfANestedStructureAreThoseOfTheRecord() {
        NodeRecord record = new NodeRecord().lid(Lid.of(4)).nodeInfo(new NodeInfo().numPorts(3));

        assertThat(StructureDump.of(record).get(0)).isEqualTo("   0  00040000  lid=4");
        assertThat(StructureDump.of(record).get(1))
                .startsWith("   4  00000003  nodeInfo.baseVersion=0, ")
                .endsWith(", nodeInfo.numPorts=3");
    }

    @Test
    void elementsOfAnArrayAreNumberedAndBytesAreNotRepeated() {
        assertThat(StructureDump.of(new PKeyTable().pKey(0, 0xffff).pKey(3, 0x8001)))
                .hasSize(16)
                .startsWith(
                        "   0  ffff0000  pKey[0]=0xffff, pKey[1]=0x0000",
                        "   4  00008001  pKey[2]=0x0000, pKey[3]=0x8001");
        assertThat(StructureDump.of(new Notice()).get(4)).doesNotContain("=");
    }
}
