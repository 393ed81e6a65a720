package io.verbena.linux;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.GuidInfoRecord;
import io.verbena.iba.JoinState;
import io.verbena.iba.LinearForwardingTableRecord;
import io.verbena.iba.LinkRecord;
import io.verbena.iba.McMemberRecord;
import io.verbena.iba.MulticastForwardingTableRecord;
import io.verbena.iba.NodeRecord;
import io.verbena.iba.NodeType;
import io.verbena.iba.PKeyTableRecord;
import io.verbena.iba.PathRecord;
import io.verbena.iba.PortInfoRecord;
import io.verbena.iba.ServiceRecord;
import io.verbena.iba.SlToVlMappingTableRecord;
import io.verbena.iba.SmInfoRecord;
import io.verbena.iba.SwitchInfoRecord;
import io.verbena.iba.VlArbitrationTableRecord;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTransactor;
import io.verbena.sa.SaClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Same SA answers as saquery: asks a real opensm for whole tables, and compares them with what saquery shows of them. */
@Tag("ibsim")
@Timeout(120)
class SaqueryParityIbsimTest {
    private static final long SM_KEY = 1;
    private static final Gid BROADCAST = Gid.parse("ff12:401b:ffff::ffff:ffff");

    private final Rdma rdma = new Ibsim().open(MadOptions.DEFAULTS.withTimeout(Duration.ofSeconds(2)));
    private final MadTransactor mad = rdma.mad(rdma.defaultEndPort());
    private final SaClient sa = rdma.sa(mad);

    @AfterEach
    void close() {
        sa.close();
        mad.close();
        rdma.close();
    }

    private static <T> List<Map<String, String>> shown(List<T> records, Function<T, Map<String, String>> form) {
        return records.stream().map(form).toList();
    }

    @Test
    void showsTheSameNodes() {
        assertThat(shown(sa.table(NodeRecord.class), SaqueryForm::of))
                .hasSizeGreaterThan(2)
                .containsExactlyElementsOf(Saquery.run("NR"));
    }

    @Test
    void findsTheSwitchesByTheirType() {
        List<NodeRecord> switches = sa.table(NodeRecord.query().nodeType(NodeType.SWITCH));

        assertThat(shown(switches, SaqueryForm::of))
                .isNotEmpty()
                .containsExactlyElementsOf(Saquery.run("NR").stream()
                        .filter(node -> "Switch".equals(node.get("node_type")))
                        .toList());
    }

    @Test
    void showsTheSamePorts() {
        assertThat(shown(sa.table(PortInfoRecord.class), SaqueryForm::of))
                .containsExactlyElementsOf(Saquery.run("PIR"));
    }

    @Test
    void showsTheSameLinks() {
        assertThat(shown(sa.table(LinkRecord.class), SaqueryForm::of)).containsExactlyElementsOf(Saquery.run("LR"));
    }

    @Test
    void showsTheSameSwitches() {
        assertThat(shown(sa.table(SwitchInfoRecord.class), SaqueryForm::of))
                .containsExactlyElementsOf(Saquery.run("SWIR"));
    }

    @Test
    void showsTheSameForwardingTables() {
        assertThat(shown(sa.table(LinearForwardingTableRecord.class), SaqueryForm::of))
                .containsExactlyElementsOf(Saquery.run("LFTR"));
    }

    @Test
    void showsTheSameGuids() {
        assertThat(shown(sa.table(GuidInfoRecord.class), SaqueryForm::of))
                .containsExactlyElementsOf(Saquery.run("GIR"));
    }

    @Test
    void showsTheSameMappingTablesOfOneSwitch() {
        String lid = anySwitch();

        assertThat(shown(
                        sa.table(SlToVlMappingTableRecord.query().lid(io.verbena.iba.Lid.parse(lid))), SaqueryForm::of))
                .isNotEmpty()
                .containsExactlyElementsOf(Saquery.run("SL2VL", lid));
    }

    @Test
    void showsTheSameArbitrationTables() {
        assertThat(shown(sa.table(VlArbitrationTableRecord.class), SaqueryForm::of))
                .containsExactlyElementsOf(Saquery.run("VLAR"));
    }

    @Test
    void showsTheSameSubnetManagers() {
        List<Map<String, String>> theirs = Saquery.run("SMIR");
        // It grows while both ask.
        theirs.forEach(manager -> manager.remove("ActCount"));

        assertThat(shown(sa.table(SmInfoRecord.class), SaqueryForm::of)).containsExactlyElementsOf(theirs);
    }

    /** A filter of saquery, and the same as a query. */
    @ParameterizedTest
    @CsvSource({"--slid", "--dlid", "--src-to-dst"})
    void showsTheSamePaths(String filter) {
        List<NodeRecord> nodes = sa.table(NodeRecord.class);
        var first = nodes.get(1).lid();
        var second = nodes.get(nodes.size() - 1).lid();
        PathRecord.Query query = PathRecord.query();
        String value = first.toString();
        switch (filter) {
            case "--slid" -> query.slid(first);
            case "--dlid" -> query.dlid(first);
            default -> {
                query.slid(first).dlid(second);
                value = first + ":" + second;
            }
        }

        assertThat(shown(sa.table(query), SaqueryForm::of))
                .isNotEmpty()
                .containsExactlyElementsOf(Saquery.run("PR", filter, value));
    }

    @Test
    void showsTheSameMulticastGroups() {
        try (var membership = sa.join(BROADCAST, JoinState.FULL_MEMBER)) {
            assertThat(membership.record().mlid().bits()).isGreaterThanOrEqualTo(0xc000);
            assertThat(shown(sa.table(McMemberRecord.class), SaqueryForm::of))
                    .isNotEmpty()
                    .containsExactlyElementsOf(Saquery.run("MCMR"));
        }
    }

    /** A group of one member has no entries; the second one is another host, for which we join. */
    @Test
    void showsTheSameMulticastForwardingTables() {
        Gid own = mad.endPort().attributes().defaultGid();
        Guid other = sa.table(NodeRecord.query().nodeType(NodeType.CHANNEL_ADAPTER)).stream()
                .map(node -> node.nodeInfo().portGuid())
                .filter(port -> port.bits() != own.interfaceId())
                .findFirst()
                .orElseThrow();
        McMemberRecord.Query proxy = McMemberRecord.query()
                .mgid(BROADCAST)
                .portGid(new Gid(own.prefix(), other.bits()))
                .joinState(Set.of(JoinState.FULL_MEMBER));
        try (var membership = sa.join(BROADCAST, JoinState.FULL_MEMBER)) {
            sa.set(proxy);
            List<Map<String, String>> theirs = List.of();
            // opensm writes the tables a moment after a port has joined.
            for (int round = 0; theirs.isEmpty() && round < 100; round++) {
                theirs = Saquery.run("MFTR");
            }

            assertThat(membership.failure()).isEmpty();
            assertThat(shown(sa.table(MulticastForwardingTableRecord.class), SaqueryForm::of))
                    .isNotEmpty()
                    .containsExactlyElementsOf(theirs);
        } finally {
            sa.delete(proxy);
        }
    }

    @Test
    void showsTheSamePartitionKeysToWhomTheSubnetManagerTrusts() {
        MadOptions options = mad.options();
        SaClient trusted =
                rdma.sa(mad.withOptions(options.withKeys(options.keys().withSmKey(SM_KEY))));

        assertThat(shown(trusted.table(PKeyTableRecord.class), SaqueryForm::of))
                .hasSizeGreaterThan(2)
                .containsExactlyElementsOf(Saquery.run("--smkey", String.valueOf(SM_KEY), "PKTR"));
    }

    @Test
    void showsTheSameServices() {
        ServiceRecord service =
                new ServiceRecord().serviceId(0x1234).servicePKey(0xffff).serviceName("verbena");
        try (var registration = sa.register(service, Duration.ofSeconds(60))) {
            List<Map<String, String>> theirs = Saquery.run("SR");
            theirs.forEach(found ->
                    found.keySet().retainAll(List.of("ServiceID", "ServiceGID", "ServiceP_Key", "ServiceName")));

            assertThat(shown(sa.table(ServiceRecord.class), SaqueryForm::of))
                    .hasSize(1)
                    .containsExactlyElementsOf(theirs);
            assertThat(registration.failure()).isEmpty();
        }
    }

    private String anySwitch() {
        return sa.table(NodeRecord.query().nodeType(NodeType.SWITCH))
                .get(0)
                .lid()
                .toString();
    }
}
