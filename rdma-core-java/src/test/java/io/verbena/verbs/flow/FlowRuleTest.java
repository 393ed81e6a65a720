package io.verbena.verbs.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.verbena.iba.Gid;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Tests the bytes of rules. The build compares the offsets behind them with the headers of libibverbs. */
class FlowRuleTest {
    private static void assertWritten(FlowSpec spec, String... parts) {
        assertWritten(spec, ByteOrder.LITTLE_ENDIAN, parts);
    }

    private static void assertWritten(FlowSpec spec, ByteOrder order, String... parts) {
        ByteBuffer bytes = ByteBuffer.allocate(spec.length()).order(order);
        spec.write(bytes);

        assertThat(bytes.remaining()).as("bytes that are not written").isZero();
        assertThat(HexFormat.of().formatHex(bytes.array())).isEqualTo(String.join("", parts));
    }

    @Test
    void anEthernetHeader() {
        FlowSpec spec = Ethernet.ANY
                .destination(FieldMatch.mac("66:11:22:33:44:55"))
                .source(new FieldMatch(0x010203040506L, 0xff0000000000L))
                .etherType(FieldMatch.exactly(0x86dd))
                .vlan(new FieldMatch(0x0123, 0x0fff));

        assertWritten(
                spec,
                "20000000" + "2800",
                "661122334455" + "010203040506" + "86dd" + "0123",
                "ffffffffffff" + "ff0000000000" + "ffff" + "0fff",
                "0000");
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

        assertWritten(
                spec,
                "32000000" + "2000" + "0000",
                "0a4d0001" + "0a4d0000" + "11" + "20" + "40" + "02",
                "ffffffff" + "ffff0000" + "ff" + "ff" + "f0" + "ff");
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

        assertWritten(
                spec,
                "31010000" + "5800" + "0000",
                "fe800000000000000000000000010002" + "fec00000000000000000000000000000",
                "00054321" + "06" + "07" + "08" + "00",
                "ffffffffffffffffffffffffffffffff" + "ffffffffffffffff0000000000000000",
                "000fffff" + "ff" + "ff" + "ff" + "00");
    }

    @Test
    void thePortsOfTcpAndUdp() {
        FlowSpec udp = TransportPorts.UDP.destination(FieldMatch.exactly(4791)).source(new FieldMatch(0xc000, 0xc000));

        assertWritten(udp, "41000000" + "1000", "12b7" + "c000", "ffff" + "c000", "0000");
        assertWritten(udp, ByteOrder.BIG_ENDIAN, "00000041" + "0010", "12b7" + "c000", "ffff" + "c000", "0000");
        assertWritten(TransportPorts.TCP, "40000000" + "1000", "00000000", "00000000", "0000");
    }

    @Test
    void tunnelsAndEncryptedPackets() {
        assertWritten(
                Esp.ANY.securityIndex(FieldMatch.exactly(0x01020304)).sequence(FieldMatch.exactly(5)),
                "34000000" + "1800" + "0000",
                "01020304" + "00000005",
                "ffffffff" + "ffffffff");
        assertWritten(
                Gre.ANY
                        .flags(FieldMatch.exactly(0x2000))
                        .protocol(FieldMatch.exactly(0x0800))
                        .key(FieldMatch.exactly(0xa0b0c0d0L)),
                "51000000" + "1800" + "0000",
                "2000" + "0800" + "a0b0c0d0",
                "ffff" + "ffff" + "ffffffff");
        assertWritten(
                Mpls.ANY.label(new FieldMatch(0x12345000, 0xfffff000L)),
                "60000000" + "1000" + "0000",
                "12345000",
                "fffff000");
        assertWritten(
                VxlanTunnel.ANY.network(FieldMatch.exactly(0x123456)),
                "50000000" + "1000" + "0000",
                "00123456",
                "00ffffff");
    }

    @Test
    void actions() {
        assertWritten(new FlowTag(0x01020304), "00100000" + "0c00" + "0000" + "04030201");
        assertWritten(new FlowDrop(), "01100000" + "0800" + "0000");
    }

    @Test
    void aRuleHasItsSpecificationsActionsAndCountersBehindIt() {
        FlowRule rule = FlowRule.port(2)
                .priority(0x0304)
                .flags(FlowFlag.DO_NOT_TRAP, FlowFlag.EGRESS)
                .matching(TransportPorts.TCP)
                .matching(new FlowTag(9));
        ByteBuffer bytes = ByteBuffer.allocate(rule.length(2)).order(ByteOrder.LITTLE_ENDIAN);

        rule.write(bytes, new long[] {0x1112131415161718L}, 0x0102030405060708L);

        assertThat(bytes.remaining()).isZero();
        assertThat(HexFormat.of().formatHex(bytes.array()))
                .isEqualTo(String.join(
                        "",
                        "00000000" + "00000000" + "5000" + "0403" + "04" + "02" + "0000" + "06000000",
                        "40000000" + "1000" + "00000000000000000000",
                        "00100000" + "0c00" + "0000" + "09000000",
                        "02100000" + "1000" + "0000" + "1817161514131211",
                        "03100000" + "1000" + "0000" + "0807060504030201"));
    }

    @Test
    void whatDoesNotFitIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TransportPorts.TCP.destination(FieldMatch.exactly(65536)))
                .withMessage(
                        "TransportPorts.destination 0x10000 with mask 0xffffffffffffffff does not fit; it has 16 bits");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FieldMatch.mac("66:11:22:33:44"))
                .withMessageContaining("'66:11:22:33:44' is no MAC address");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FlowRule.port(256))
                .withMessage("port 256 is out of range; expected 0 to 255");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FlowRule.ofType(FlowType.SNIFFER, 1).flags(FlowFlag.EGRESS))
                .withMessageContaining("only NORMAL ones do");
    }
}
