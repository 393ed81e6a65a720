package io.verbena.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.verbena.iba.Gid;
import io.verbena.verbs.flow.AddressMatch;
import io.verbena.verbs.flow.Esp;
import io.verbena.verbs.flow.Ethernet;
import io.verbena.verbs.flow.FieldMatch;
import io.verbena.verbs.flow.FlowDrop;
import io.verbena.verbs.flow.FlowFlag;
import io.verbena.verbs.flow.FlowRule;
import io.verbena.verbs.flow.FlowSpec;
import io.verbena.verbs.flow.FlowTag;
import io.verbena.verbs.flow.FlowType;
import io.verbena.verbs.flow.Gre;
import io.verbena.verbs.flow.Ipv4;
import io.verbena.verbs.flow.Ipv6;
import io.verbena.verbs.flow.Mpls;
import io.verbena.verbs.flow.TransportPorts;
import io.verbena.verbs.flow.VxlanTunnel;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Rules lie as the C compiler has them: each field is looked for where C says that it is. */
class FlowLayoutTest {

    /** The bytes of a specification. */
    private static final class Written {
        private final ByteBuffer bytes;

        Written(FlowSpec spec, int type, int size) {
            // What is not written shows.
            bytes = ByteBuffer.allocate(spec.length()).order(ByteOrder.nativeOrder());
            spec.write(bytes);
            assertThat(bytes.remaining()).as("bytes that are not written").isZero();
            assertThat(spec.length()).isEqualTo(size);
            assertThat(bytes.getInt(0)).isEqualTo(type);
            assertThat(bytes.getShort(FlowLayout.specSize)).isEqualTo((short) size);
        }

        Written has(int offset, String hex) {
            byte[] wanted = HexFormat.of().parseHex(hex);
            byte[] found = new byte[wanted.length];
            bytes.get(offset, found);
            assertThat(HexFormat.of().formatHex(found))
                    .as("at offset " + offset)
                    .isEqualTo(hex);
            return this;
        }
    }

    @Test
    void anEthernetHeader() {
        FlowSpec spec = Ethernet.ANY
                .destination(FieldMatch.mac("66:11:22:33:44:55"))
                .source(new FieldMatch(0x010203040506L, 0xff0000000000L))
                .etherType(FieldMatch.exactly(0x86dd))
                .vlan(new FieldMatch(0x0123, 0x0fff));

        new Written(spec, FlowLayout.typeEthernet, FlowLayout.ethSize)
                .has(FlowLayout.ethDstMac, "661122334455")
                .has(FlowLayout.ethDstMacMask, "ffffffffffff")
                .has(FlowLayout.ethSrcMac, "010203040506")
                .has(FlowLayout.ethSrcMacMask, "ff0000000000")
                .has(FlowLayout.ethEtherType, "86dd")
                .has(FlowLayout.ethEtherTypeMask, "ffff")
                .has(FlowLayout.ethVlanTag, "0123")
                .has(FlowLayout.ethVlanTagMask, "0fff");
    }

    @Test
    void anIpv4Header() {
        FlowSpec spec = new Ipv4(
                FieldMatch.exactly(0x0a4d0001),
                new FieldMatch(0x0a4d0000, 0xffff0000L),
                FieldMatch.exactly(17),
                FieldMatch.exactly(0x20),
                new FieldMatch(64, 0xf0),
                FieldMatch.exactly(2),
                false);

        new Written(spec, FlowLayout.typeIpv4, FlowLayout.ipv4ExtSize)
                .has(FlowLayout.ipv4ExtSrcIp, "0a4d0001")
                .has(FlowLayout.ipv4ExtSrcIpMask, "ffffffff")
                .has(FlowLayout.ipv4ExtDstIp, "0a4d0000")
                .has(FlowLayout.ipv4ExtDstIpMask, "ffff0000")
                .has(FlowLayout.ipv4ExtProto, "11")
                .has(FlowLayout.ipv4ExtProtoMask, "ff")
                .has(FlowLayout.ipv4ExtTos, "20")
                .has(FlowLayout.ipv4ExtTosMask, "ff")
                .has(FlowLayout.ipv4ExtTtl, "40")
                .has(FlowLayout.ipv4ExtTtlMask, "f0")
                .has(FlowLayout.ipv4ExtFlags, "02")
                .has(FlowLayout.ipv4ExtFlagsMask, "ff");
    }

    @Test
    void anIpv6HeaderWithinATunnel() {
        FlowSpec spec = Ipv6.ANY
                .source(AddressMatch.exactly(Gid.parse("fe80::1:2")))
                .destination(new AddressMatch(Gid.parse("fec0::"), new Gid(-1, 0)))
                .flowLabel(FieldMatch.exactly(0x54321))
                .nextHeader(FieldMatch.exactly(6))
                .trafficClass(FieldMatch.exactly(7))
                .hopLimit(FieldMatch.exactly(8))
                .within();

        new Written(spec, FlowLayout.typeIpv6 | FlowLayout.typeInner, FlowLayout.ipv6Size)
                .has(FlowLayout.ipv6SrcIp, "fe800000000000000000000000010002")
                .has(FlowLayout.ipv6SrcIpMask, "ffffffffffffffffffffffffffffffff")
                .has(FlowLayout.ipv6DstIp, "fec00000000000000000000000000000")
                .has(FlowLayout.ipv6DstIpMask, "ffffffffffffffff0000000000000000")
                .has(FlowLayout.ipv6FlowLabel, "00054321")
                .has(FlowLayout.ipv6FlowLabelMask, "000fffff")
                .has(FlowLayout.ipv6NextHdr, "06")
                .has(FlowLayout.ipv6NextHdrMask, "ff")
                .has(FlowLayout.ipv6TrafficClass, "07")
                .has(FlowLayout.ipv6TrafficClassMask, "ff")
                .has(FlowLayout.ipv6HopLimit, "08")
                .has(FlowLayout.ipv6HopLimitMask, "ff");
    }

    @Test
    void thePortsOfTcpAndUdp() {
        FlowSpec udp = TransportPorts.UDP.destination(FieldMatch.exactly(4791)).source(new FieldMatch(0xc000, 0xc000));

        new Written(udp, FlowLayout.typeUdp, FlowLayout.tcpUdpSize)
                .has(FlowLayout.tcpUdpDstPort, "12b7")
                .has(FlowLayout.tcpUdpDstPortMask, "ffff")
                .has(FlowLayout.tcpUdpSrcPort, "c000")
                .has(FlowLayout.tcpUdpSrcPortMask, "c000");
        new Written(TransportPorts.TCP, FlowLayout.typeTcp, FlowLayout.tcpUdpSize)
                .has(FlowLayout.tcpUdpDstPortMask, "0000");
    }

    @Test
    void tunnelsAndWhatIsEncrypted() {
        new Written(
                        Esp.ANY.securityIndex(FieldMatch.exactly(0x01020304)).sequence(FieldMatch.exactly(5)),
                        FlowLayout.typeEsp,
                        FlowLayout.espSize)
                .has(FlowLayout.espSpi, "01020304")
                .has(FlowLayout.espSpiMask, "ffffffff")
                .has(FlowLayout.espSeq, "00000005")
                .has(FlowLayout.espSeqMask, "ffffffff");
        new Written(
                        Gre.ANY
                                .flags(FieldMatch.exactly(0x2000))
                                .protocol(FieldMatch.exactly(0x0800))
                                .key(FieldMatch.exactly(0xa0b0c0d0L)),
                        FlowLayout.typeGre,
                        FlowLayout.greSize)
                .has(FlowLayout.greCKsRes0Ver, "2000")
                .has(FlowLayout.greCKsRes0VerMask, "ffff")
                .has(FlowLayout.greProtocol, "0800")
                .has(FlowLayout.greProtocolMask, "ffff")
                .has(FlowLayout.greKey, "a0b0c0d0")
                .has(FlowLayout.greKeyMask, "ffffffff");
        new Written(Mpls.ANY.label(new FieldMatch(0x12345000, 0xfffff000L)), FlowLayout.typeMpls, FlowLayout.mplsSize)
                .has(FlowLayout.mplsLabel, "12345000")
                .has(FlowLayout.mplsLabelMask, "fffff000");
        new Written(VxlanTunnel.ANY.network(FieldMatch.exactly(0x123456)), FlowLayout.typeTunnel, FlowLayout.tunnelSize)
                .has(FlowLayout.tunnelTunnelId, "00123456")
                .has(FlowLayout.tunnelTunnelIdMask, "00ffffff");
    }

    @Test
    void whatBecomesOfAPacket() {
        Written tag = new Written(new FlowTag(0x01020304), FlowLayout.typeTag, FlowLayout.tagSize);
        assertThat(tag.bytes.getInt(FlowLayout.tagId)).isEqualTo(0x01020304);
        new Written(new FlowDrop(), FlowLayout.typeDrop, FlowLayout.dropSize);
    }

    @Test
    void aRuleHasItsSpecificationsActionsAndCountersBehindIt() {
        FlowRule rule = FlowRule.port(2)
                .priority(0x0304)
                .flags(FlowFlag.DO_NOT_TRAP, FlowFlag.EGRESS)
                .matching(TransportPorts.TCP)
                .matching(new FlowTag(9));
        ByteBuffer bytes = ByteBuffer.allocate(rule.length(2)).order(ByteOrder.nativeOrder());

        rule.write(bytes, new long[] {0x1112131415161718L}, 0x0102030405060708L);

        assertThat(bytes.remaining()).isZero();
        assertThat(bytes.getInt(FlowLayout.ruleType)).isEqualTo(FlowType.NORMAL.code());
        assertThat(bytes.getShort(FlowLayout.ruleSize)).isEqualTo((short) bytes.capacity());
        assertThat(bytes.getShort(FlowLayout.rulePriority)).isEqualTo((short) 0x0304);
        assertThat(bytes.get(FlowLayout.ruleNumOfSpecs)).isEqualTo((byte) 4);
        assertThat(bytes.get(FlowLayout.rulePort)).isEqualTo((byte) 2);
        assertThat(bytes.getInt(FlowLayout.ruleFlags)).isEqualTo(6);
        int tag = FlowLayout.ruleLength + FlowLayout.tcpUdpSize;
        int action = tag + FlowLayout.tagSize;
        int counters = action + FlowLayout.actionSize;
        assertThat(bytes.getInt(FlowLayout.ruleLength)).isEqualTo(FlowLayout.typeTcp);
        assertThat(bytes.getInt(tag)).isEqualTo(FlowLayout.typeTag);
        assertThat(bytes.getInt(action)).isEqualTo(FlowLayout.typeAction);
        assertThat(bytes.getShort(action + FlowLayout.specSize)).isEqualTo((short) FlowLayout.actionSize);
        assertThat(bytes.getLong(action + FlowLayout.action)).isEqualTo(0x1112131415161718L);
        assertThat(bytes.getInt(counters)).isEqualTo(FlowLayout.typeCount);
        assertThat(bytes.getShort(counters + FlowLayout.specSize)).isEqualTo((short) FlowLayout.countersSize);
        assertThat(bytes.getLong(counters + FlowLayout.counters)).isEqualTo(0x0102030405060708L);
    }

    @Test
    void whatDoesNotFitIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TransportPorts.TCP.destination(FieldMatch.exactly(65536)))
                .withMessage("destination port 0x10000 with mask 0xffffffffffffffff does not fit; it has 16 bits");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FieldMatch.mac("66:11:22:33:44"))
                .withMessageContaining("'66:11:22:33:44' is no MAC address");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FlowRule.port(256))
                .withMessage("port 256 is out of range; it is from 0 to 255");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FlowRule.ofType(FlowType.SNIFFER, 1).flags(FlowFlag.EGRESS))
                .withMessageContaining("only NORMAL ones do");
    }
}
