package io.verbena.subnet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.verbena.error.RdmaException;
import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.LinkRecord;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeRecord;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortInfoRecord;
import io.verbena.iba.SwitchInfo;
import io.verbena.iba.SwitchInfoRecord;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A subnet built from records: a switch, and two channel adapters, one with LMC 2. */
class SubnetBuilderTest {
    private static final Guid LEAF = Guid.of(0x10);
    private static final Guid HOST_A = Guid.of(0x100);
    private static final Guid HOST_B = Guid.of(0x200);

    private static NodeInfo info(NodeType type, Guid guid, int ports) {
        return new NodeInfo()
                .nodeType(type)
                .numPorts(ports)
                .nodeGuid(guid)
                .portGuid(type == NodeType.SWITCH ? guid : Guid.of(guid.bits() + 1))
                .systemImageGuid(Guid.of(0x5))
                .localPortNum(1);
    }

    private static NodeRecord node(NodeType type, Guid guid, int ports, int lid, String name) {
        return new NodeRecord()
                .lid(Lid.of(lid))
                .nodeInfo(info(type, guid, ports))
                .nodeDescription(new NodeDescription().nodeString(name));
    }

    private static PortInfoRecord port(int lid, int number, int lmc) {
        return new PortInfoRecord()
                .endportLid(Lid.of(lid))
                .portNum(number)
                .portInfo(new PortInfo().lid(Lid.of(lid)).lmc(lmc).gidPrefix(0x20010db8L << 32));
    }

    private static LinkRecord link(int from, int fromPort, int to, int toPort) {
        return new LinkRecord()
                .fromLid(Lid.of(from))
                .fromPort(fromPort)
                .toLid(Lid.of(to))
                .toPort(toPort);
    }

    private static List<Consumer<SubnetBuilder>> records() {
        return new ArrayList<>(List.of(
                subnet -> subnet.add(node(NodeType.SWITCH, LEAF, 8, 2, "leaf")),
                subnet -> subnet.add(node(NodeType.CHANNEL_ADAPTER, HOST_A, 1, 4, "host a")),
                subnet -> subnet.add(node(NodeType.CHANNEL_ADAPTER, HOST_B, 1, 8, "host b")),
                subnet ->
                        subnet.add(new SwitchInfoRecord().lid(Lid.of(2)).switchInfo(new SwitchInfo().linearFdbTop(9))),
                subnet -> subnet.add(port(2, 0, 0)),
                subnet -> subnet.add(port(4, 1, 0)),
                subnet -> subnet.add(port(8, 1, 2)),
                subnet -> subnet.add(link(4, 1, 2, 3)),
                subnet -> subnet.add(link(2, 3, 4, 1)),
                subnet -> subnet.add(link(2, 5, 8, 1))));
    }

    private static Subnet build(List<Consumer<SubnetBuilder>> records) {
        SubnetBuilder builder = new SubnetBuilder();
        records.forEach(record -> record.accept(builder));
        return builder.build(Guid.of(HOST_A.bits() + 1));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void recordsMayComeInAnyOrder(long seed) {
        List<Consumer<SubnetBuilder>> records = records();
        Collections.shuffle(records, new Random(seed));

        Subnet subnet = build(records);

        assertThat(subnet.failures()).isEmpty();
        assertThat(subnet.nodes()).extracting(Node::description).containsExactly("host a", "leaf", "host b");
        assertThat(subnet.nodes()).extracting(node -> node.path().route()).containsExactly("0", "0,1", "0,1,5");
        assertThat(subnet.node(LEAF).orElseThrow().switchInfo()).isPresent();
        assertThat(subnet.maxHops()).isEqualTo(2);
    }

    @Test
    void everyLidOfAnLmcReachesThePort() {
        Subnet subnet = build(records());
        Port host = subnet.port(Guid.of(HOST_B.bits() + 1)).orElseThrow();

        for (int lid = 8; lid <= 11; lid++) {
            assertThat(subnet.port(Lid.of(lid))).containsSame(host);
            assertThat(host.has(Lid.of(lid))).isTrue();
        }
        assertThat(subnet.port(Lid.of(7))).isEmpty();
        assertThat(subnet.port(Lid.of(12))).isEmpty();
        assertThat(host.has(Lid.of(12))).isFalse();
        assertThat(subnet.port(new Gid(0x20010db8L << 32, HOST_B.bits() + 1))).containsSame(host);
    }

    @Test
    void duplicateLidsAndGuidsAreFound() {
        List<Consumer<SubnetBuilder>> records = records();
        records.add(subnet -> {
            Port port = subnet.node(
                    info(NodeType.CHANNEL_ADAPTER, Guid.of(0x300), 1).portGuid(Guid.of(HOST_B.bits() + 1)));
            subnet.lid(port, Lid.of(10));
        });

        assertThat(build(records).findings())
                .extracting(SubnetFinding::text)
                .containsExactlyInAnyOrder(
                        "LID 10: \"host b\" port 1 and 0x0000000000000300 port 1",
                        "GUID 0x0000000000000201: \"host b\" port 1 and 0x0000000000000300 port 1");
    }

    @Test
    void anAmbiguousNameFailsWithTheNodesThatHaveIt() {
        Subnet subnet = build(records());

        assertThat(subnet.named("host", NodeNameMap.EMPTY)).hasSize(2);
        assertThat(subnet.node("leaf", NodeNameMap.EMPTY).guid()).isEqualTo(LEAF);
        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> subnet.node("host", NodeNameMap.EMPTY))
                .withMessage("2 nodes are called 'host'; give the GUID of one:"
                        + " 0x0000000000000100 \"host a\", 0x0000000000000200 \"host b\"");
    }

    @Test
    void unmatchedRecordsAreFailuresAndDoNotAffectOthers() {
        List<Consumer<SubnetBuilder>> records = records();
        records.add(subnet -> subnet.add(link(2, 6, 77, 1)));
        records.add(subnet -> subnet.add(port(4, 9, 0)));
        records.add(subnet -> subnet.add(link(2, 3, 8, 1)));
        records.add(subnet -> subnet.add(node(NodeType.SWITCH, HOST_B, 8, 8, "host b")));

        Subnet subnet = build(records);

        assertThat(subnet.nodes()).hasSize(3);
        assertThat(subnet.failures())
                .extracting(Throwable::getMessage)
                .containsExactlyInAnyOrder(
                        "a LinkRecord names LID 77, of which there is no node",
                        "a PortInfoRecord names port 9 of LID 4, but \"host a\" has 1",
                        "the subnet changed, or two nodes share a GUID: a link leads from \"leaf\" port 3 to"
                                + " \"host b\" port 1, but \"host b\" port 1 is linked to \"leaf\" port 5",
                        "two nodes share the GUID 0x0000000000000200: \"host b\" is a"
                                + " Channel Adapter of 1 ports, vendor 0x0, device 0x0, system 0x5, another"
                                + " a Switch of 8 ports, vendor 0x0, device 0x0, system 0x5");
    }

    @Test
    void aNodeWithoutLinksHasNoPath() {
        List<Consumer<SubnetBuilder>> records = records();
        records.add(subnet -> subnet.add(node(NodeType.CHANNEL_ADAPTER, Guid.of(0x300), 1, 30, "island")));

        Subnet subnet = build(records);
        Node island = subnet.node("island", NodeNameMap.EMPTY);

        assertThat(island.findPath()).isEmpty();
        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(island::path)
                .withMessage("no known links lead to \"island\"");
        assertThat(subnet.route(subnet.origin(), island.port(1).orElseThrow())).isEmpty();
    }

    @Test
    void aRouteDoesNotLeadThroughAChannelAdapter() {
        SubnetBuilder builder = new SubnetBuilder();
        Port first = builder.node(info(NodeType.SWITCH, Guid.of(1), 2));
        Port second = builder.node(info(NodeType.SWITCH, Guid.of(2), 2));
        Port bridge = builder.node(info(NodeType.CHANNEL_ADAPTER, Guid.of(3), 2));
        builder.link(first, bridge);
        builder.link(second, builder.port(Guid.of(3), 2));

        Subnet subnet = builder.build(first, 0);

        assertThat(subnet.route(first, bridge)).isPresent();
        assertThat(subnet.route(first, second)).isEmpty();
    }

    @Test
    void unknownNodesAndPortsAreRefused() {
        SubnetBuilder builder = new SubnetBuilder();
        Port port = builder.node(info(NodeType.CHANNEL_ADAPTER, HOST_A, 1));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.port(HOST_A, 2))
                .withMessage("0x0000000000000100 has no port 2; its last is 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.switchInfo(HOST_B, new SwitchInfo()))
                .withMessage("no node has the GUID 0x0000000000000200; add its NodeInfo first");
        assertThatExceptionOfType(RdmaException.class).isThrownBy(() -> builder.build(HOST_B));
        builder.build(port, 0);
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> builder.build(port, 0));
    }
}
