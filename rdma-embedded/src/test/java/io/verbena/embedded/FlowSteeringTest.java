package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.error.UnsupportedException;
import io.verbena.hca.FlowCounter;
import io.verbena.hca.QueuePairType;
import io.verbena.iba.Gid;
import io.verbena.verbs.Counters;
import io.verbena.verbs.Flow;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.WorkCompletion;
import io.verbena.verbs.flow.AddressMatch;
import io.verbena.verbs.flow.AesGcmKey;
import io.verbena.verbs.flow.Esp;
import io.verbena.verbs.flow.EspAction;
import io.verbena.verbs.flow.EspAssociation;
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
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules steer Ethernet frames to queue pairs, tag them, drop them and count them. */
@Timeout(60)
class FlowSteeringTest {
    private static final int GRE = 47;
    private static final int ESP = 50;
    private static final int MPLS = 0x8847;

    private EmbeddedFabric fabric;
    private FrameStation client;
    private FrameStation server;

    /** Receives with the IDs 8 to 11, as {@code server.pair} does with 0 to 3. */
    private QueuePair second;

    @BeforeEach
    void open() {
        fabric = EmbeddedFabric.open("fat-tree:2,2,1");
        client = new FrameStation(fabric, "host0");
        server = new FrameStation(fabric, "host1");
        server.receiveAll(server.pair, 0, 4);
        second = server.pair();
        server.receive(second, 8, 4);
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
        fabric.close();
    }

    private boolean reaches(WorkCompletion completion, QueuePair pair) {
        return completion.check().queuePair() == pair.number();
    }

    private static FieldMatch ip(String address) {
        try {
            return FieldMatch.ipv4((Inet4Address) InetAddress.getByName(address));
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    private static FieldMatch is(long value) {
        return FieldMatch.exactly(value);
    }

    /** The frames of the parameterized test: each specification matches one of them, and none of the others. */
    private static Map<String, ByteBuffer> frames(long to, long from) {
        Map<String, ByteBuffer> frames = new LinkedHashMap<>();
        ByteBuffer plain = FrameStation.frame(to, from, FrameStation.IPV4);
        FrameStation.ipv4(plain, FrameStation.UDP, "10.0.0.1", "10.0.0.2", 16);
        frames.put("udp", FrameStation.udp(plain, 1000, 2000, 8));
        ByteBuffer tagged = FrameStation.frame(to, from, 0x8100, 0x6007, FrameStation.IPV6);
        FrameStation.ipv6(tagged, FrameStation.TCP, "fd00::1", "fd00::2", 20);
        frames.put("tcp6", tagged.putShort((short) 3000).putShort((short) 80).put(new byte[16]));
        ByteBuffer esp = FrameStation.frame(to, from, FrameStation.IPV4);
        FrameStation.ipv4(esp, ESP, "10.0.0.3", "10.0.0.4", 16);
        frames.put("esp", esp.putInt(0xabcdef).putInt(9).putLong(0));
        ByteBuffer gre = FrameStation.frame(to, from, FrameStation.IPV4);
        FrameStation.ipv4(gre, GRE, "10.0.0.5", "10.0.0.6", 36);
        gre.putShort((short) 0x2000).putShort((short) FrameStation.IPV4).putInt(0x4711);
        FrameStation.ipv4(gre, FrameStation.UDP, "192.168.0.1", "192.168.0.2", 8);
        frames.put("gre", FrameStation.udp(gre, 11, 12, 0));
        ByteBuffer vxlan = FrameStation.frame(to, from, FrameStation.IPV4);
        FrameStation.ipv4(vxlan, FrameStation.UDP, "10.0.0.7", "10.0.0.8", 70);
        FrameStation.udp(vxlan, 50000, 4789, 0).putInt(0x08000000).putInt(0x123456 << 8);
        vxlan.put(FrameStation.frame(0x02_0000_0000_02L, 0x02_0000_0000_01L, FrameStation.IPV4)
                .flip());
        FrameStation.ipv4(vxlan, FrameStation.TCP, "172.16.0.1", "172.16.0.2", 20);
        frames.put("vxlan", vxlan.putShort((short) 21).putShort((short) 22).put(new byte[16]));
        ByteBuffer mpls = FrameStation.frame(to, from, MPLS);
        mpls.putInt(0x00010000 | 64).putInt(0x00020100 | 64);
        FrameStation.ipv4(mpls, FrameStation.UDP, "10.0.0.9", "10.0.0.10", 8);
        frames.put("mpls", FrameStation.udp(mpls, 31, 32, 0));
        frames.values().forEach(ByteBuffer::flip);
        return frames;
    }

    /** The name of a frame, and specifications that match only this frame. */
    static Stream<Map.Entry<String, FlowSpec>> specifications() {
        return Stream.of(
                Map.entry("tcp6", Ethernet.ANY.etherType(is(FrameStation.IPV6))),
                Map.entry("tcp6", Ethernet.ANY.vlan(new FieldMatch(7, 0xfff))),
                Map.entry("mpls", Ethernet.ANY.etherType(is(MPLS))),
                Map.entry(
                        "vxlan",
                        Ethernet.ANY.destination(is(0x02_0000_0000_02L)).within()),
                Map.entry("udp", Ipv4.ANY.source(ip("10.0.0.1"))),
                Map.entry(
                        "udp",
                        Ipv4.ANY.destination(ip("10.0.0.2")).timeToLive(is(64)).typeOfService(is(0x10))),
                Map.entry("esp", Ipv4.ANY.protocol(is(ESP)).flags(is(2))),
                Map.entry("gre", Ipv4.ANY.destination(ip("192.168.0.2")).within()),
                Map.entry("mpls", Ipv4.ANY.destination(ip("10.0.0.10"))),
                Map.entry("tcp6", Ipv6.ANY),
                Map.entry(
                        "tcp6",
                        Ipv6.ANY
                                .source(AddressMatch.exactly(Gid.parse("fd00::1")))
                                .destination(AddressMatch.exactly(Gid.parse("fd00::2")))
                                .flowLabel(is(0x34567))
                                .nextHeader(is(FrameStation.TCP))
                                .trafficClass(is(0x12))
                                .hopLimit(is(63))),
                Map.entry("tcp6", TransportPorts.TCP),
                Map.entry("tcp6", TransportPorts.TCP.source(is(3000)).destination(is(80))),
                Map.entry("udp", TransportPorts.UDP.source(is(1000)).destination(is(2000))),
                Map.entry("gre", TransportPorts.UDP.within()),
                Map.entry("vxlan", TransportPorts.TCP.destination(is(22)).within()),
                Map.entry("esp", Esp.ANY.securityIndex(is(0xabcdef)).sequence(is(9))),
                Map.entry(
                        "gre",
                        Gre.ANY.key(is(0x4711)).protocol(is(FrameStation.IPV4)).flags(is(0x2000))),
                Map.entry("vxlan", VxlanTunnel.ANY.network(is(0x123456))),
                Map.entry("mpls", Mpls.ANY.label(new FieldMatch(0x00010000, 0xfffff000L))));
    }

    @ParameterizedTest
    @MethodSource("specifications")
    void aSpecificationMatchesTheFrameWithItsHeader(Map.Entry<String, FlowSpec> expected) {
        second.steer(FlowRule.port(1).matching(expected.getValue()));

        frames(server.mac, client.mac).forEach((name, frame) -> {
            client.send(frame);
            WorkCompletion completion = server.next();
            QueuePair reached = expected.getKey().equals(name) ? second : server.pair;
            assertThat(completion.check().queuePair()).as(name).isEqualTo(reached.number());
            assertThat(server.received(completion)).isEqualTo(frame);
            server.receive(reached, (int) completion.id(), 1);
        });
    }

    @Test
    void labelsOfMplsAreMatchedInTheirOrder() {
        ByteBuffer frame = frame("mpls");
        FlowSpec outer = Mpls.ANY.label(new FieldMatch(0x00010000, 0xfffff000L));
        FlowSpec inner = Mpls.ANY.label(new FieldMatch(0x00020000, 0xfffff000L));
        Flow wrong = second.steer(FlowRule.port(1).matching(inner).matching(outer));
        client.send(frame);
        assertThat(reaches(server.next(), server.pair)).isTrue();
        wrong.close();

        second.steer(FlowRule.port(1).matching(outer).matching(inner));
        client.send(frame);

        assertThat(reaches(server.next(), second)).isTrue();
    }

    private ByteBuffer frame(String name) {
        return Objects.requireNonNull(frames(server.mac, client.mac).get(name));
    }

    private ByteBuffer udp(long to) {
        return Objects.requireNonNull(frames(to, client.mac).get("udp"));
    }

    @Test
    void theRuleOfTheLowestPriorityNumberAppliesUntilItIsClosed() {
        second.steer(
                FlowRule.port(1).matching(Ipv4.ANY).matching(new FlowTag(2)).priority(2));
        Flow first = server.pair.steer(FlowRule.port(1)
                .matching(TransportPorts.UDP)
                .matching(new FlowTag(1))
                .priority(1));

        client.send(udp(server.mac));
        WorkCompletion byFirst = server.next().check();
        first.close();
        client.send(udp(server.mac));
        WorkCompletion bySecond = server.next().check();

        assertThat(byFirst.queuePair()).isEqualTo(server.pair.number());
        assertThat(byFirst.flowTag()).isEqualTo(1);
        assertThat(bySecond.queuePair()).isEqualTo(second.number());
        assertThat(bySecond.flowTag()).isEqualTo(2);
    }

    @Test
    void aRuleThatDoesNotTrapLetsFramesContinue() {
        second.steer(FlowRule.port(1).matching(Ipv4.ANY).flags(FlowFlag.DO_NOT_TRAP));

        client.send(udp(server.mac));

        assertThat(Stream.of(server.next(), server.next()).map(WorkCompletion::queuePair))
                .containsExactlyInAnyOrder(second.number(), server.pair.number());
    }

    @Test
    void aMulticastFrameGoesToAllRulesOfAPriorityAndAnotherFrameToTheOldest() {
        server.pair.steer(FlowRule.port(1).matching(Ipv4.ANY));
        second.steer(FlowRule.port(1).matching(Ipv4.ANY));

        client.send(udp(0x0100_5e00_0001L));
        assertThat(Stream.of(server.next(), server.next()).map(WorkCompletion::queuePair))
                .containsExactlyInAnyOrder(second.number(), server.pair.number());
        client.send(udp(server.mac));

        assertThat(reaches(server.next(), server.pair)).isTrue();
        assertThat(server.isQuiet()).isTrue();
    }

    @Test
    void multicastFramesHaveADefaultOfTheirOwnAndASnifferGetsCopies() {
        second.steer(FlowRule.ofType(FlowType.MULTICAST_DEFAULT, 1));
        client.send(udp(FrameStation.BROADCAST));
        assertThat(reaches(server.next(), second)).isTrue();
        client.send(udp(server.mac));
        assertThat(reaches(server.next(), server.pair)).isTrue();
        assertThat(server.isQuiet()).isTrue();

        second.steer(FlowRule.ofType(FlowType.SNIFFER, 1));
        client.send(udp(server.mac));

        assertThat(Stream.of(server.next(), server.next()).map(WorkCompletion::queuePair))
                .containsExactlyInAnyOrder(second.number(), server.pair.number());
    }

    @Test
    void aRuleDropsFramesAndCountsThem() {
        Counters counters = server.context.counters();
        counters.count(FlowCounter.PACKETS, 0);
        counters.count(FlowCounter.BYTES, 2);
        server.pair.steer(
                FlowRule.port(1)
                        .matching(TransportPorts.UDP.destination(is(2000)))
                        .matching(new FlowDrop()),
                counters);

        client.send(udp(server.mac));
        client.send(udp(server.mac));
        client.send(frame("esp"));

        assertThat(server.next().check().byteLength()).isEqualTo(50);
        assertThat(server.isQuiet()).isTrue();
        assertThat(counters.read(4, false)).containsExactly(2, 0, 2 * 50, 0);
    }

    @Test
    void aCounterIsAttachedToAnExistingRule() {
        Flow flow = second.steer(FlowRule.port(1).matching(Ipv4.ANY));
        Counters counters = server.context.counters();
        client.send(udp(server.mac));

        counters.count(FlowCounter.PACKETS, 1, flow);
        client.send(udp(server.mac));

        assertThat(counters.read(2, true)).containsExactly(0, 1);
    }

    @Test
    void countersOfARuleTakeNoMoreUntilItIsClosed() {
        Counters counters = server.context.counters();
        counters.count(FlowCounter.PACKETS, 0);
        Flow flow = second.steer(FlowRule.port(1).matching(Ipv4.ANY), counters);

        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> counters.count(FlowCounter.BYTES, 1))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EBUSY));
        flow.close();

        counters.count(FlowCounter.BYTES, 1);
        counters.close();
    }

    @Test
    void aPortWithoutRulesReceivesNothing() {
        server.pair.close();
        second.close();
        QueuePair third = server.pair();
        server.receive(third, 12, 1);

        client.send(udp(server.mac));

        assertThat(server.isQuiet()).isTrue();
    }

    @Test
    void whatTheAdapterDoesNotSteerIsRefusedWithAReason() {
        assertThatExceptionOfType(UnsupportedException.class)
                .isThrownBy(() -> second.steer(FlowRule.port(1).flags(FlowFlag.EGRESS)))
                .withMessageContaining("leave out the flag EGRESS");
        assertThatExceptionOfType(UnsupportedException.class)
                .isThrownBy(
                        () -> second.steer(FlowRule.ofType(FlowType.SNIFFER, 1).matching(Ipv4.ANY)))
                .withMessageContaining("only a rule of type NORMAL");
        assertThatExceptionOfType(UnsupportedException.class)
                .isThrownBy(() ->
                        server.context.flowAction(EspAction.of(EspAssociation.of(1), AesGcmKey.of(new byte[16], 0))))
                .withMessageContaining("neither encrypts nor decrypts");
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> second.steer(FlowRule.port(2)))
                .withMessageContaining("there is no port 2");
        QueuePair connected = server.domain
                .queuePair(QueuePairType.RC)
                .completions(server.queue)
                .create();
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> connected.steer(FlowRule.port(1)))
                .withMessageContaining("RAW_PACKET");
    }
}
