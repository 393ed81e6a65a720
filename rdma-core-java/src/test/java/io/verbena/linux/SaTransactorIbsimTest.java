package io.verbena.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.Rdma;
import io.verbena.error.RdmaException;
import io.verbena.iba.GuidInfo;
import io.verbena.iba.LinearForwardingTable;
import io.verbena.iba.MadHeader;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.MulticastForwardingTable;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeRecord;
import io.verbena.iba.NodeType;
import io.verbena.iba.PKeyTable;
import io.verbena.iba.PortInfo;
import io.verbena.iba.SlToVlMappingTable;
import io.verbena.iba.SlToVlMappingTableRecord;
import io.verbena.iba.SmInfo;
import io.verbena.iba.Structure;
import io.verbena.iba.SubnGet;
import io.verbena.iba.SubnetNotice;
import io.verbena.iba.SwitchInfo;
import io.verbena.iba.VlArbitrationTable;
import io.verbena.iba.VlArbitrationTableRecord;
import io.verbena.mad.MadExchange;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTracer;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import io.verbena.sa.SaClient;
import io.verbena.sa.SaTransactor;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Compares the responses of agents to SMPs with the records of opensm. The tracer sees every packet that leaves the port. */
@Tag("ibsim")
@Timeout(60)
class SaTransactorIbsimTest {
    private static final long SM_KEY = 1;

    private final AtomicLong smps = new AtomicLong();
    private final Rdma rdma =
            Rdma.builder().mad(MadOptions.DEFAULTS).tracer(new SmpCounter()).open();
    private final MadTransactor mad = rdma.mad(rdma.defaultEndPort());
    private final SaClient sa = rdma.sa(mad);
    private final SaTransactor management = sa.management();

    /** Counts subnet management packets. */
    private final class SmpCounter implements MadTracer {
        @Override
        public void sent(MadExchange exchange, int attempt) {
            ManagementClass sent = MadHeader.LAYOUT.wrap(exchange.request(), 0).managementClass();
            if (sent == ManagementClass.SUBNET_LID_ROUTED || sent == ManagementClass.SUBNET_DIRECTED_ROUTE) {
                smps.incrementAndGet();
            }
        }
    }

    @AfterEach
    void close() {
        mad.close();
        rdma.close();
    }

    private IbPath pathTo(NodeType type) {
        return IbPath.to(sa.table(NodeRecord.query().nodeType(type)).get(0).lid());
    }

    private <T extends Structure & SubnGet> T withoutSmp(Class<T> type, IbPath path, long modifier) {
        long before = smps.get();
        T answer = management.subnGet(type, path, modifier);
        assertThat(smps.get()).as("SMPs that left the port").isEqualTo(before);
        return answer;
    }

    private <T extends Structure & SubnGet> void isTheSame(Class<T> type, IbPath path, long modifier) {
        assertThat(withoutSmp(type, path, modifier))
                .as(type.getSimpleName() + " " + modifier + " of " + path)
                .isEqualTo(mad.subnGet(type, path, modifier));
    }

    @Test
    void readsOfASwitchWhatItsAgentAnswers() {
        IbPath path = pathTo(NodeType.SWITCH);

        isTheSame(NodeDescription.class, path, 0);
        isTheSame(SwitchInfo.class, path, 0);
        isTheSame(LinearForwardingTable.class, path, 0);
        isTheSame(GuidInfo.class, path, 0);
        isTheSame(MulticastForwardingTable.class, path, 0);
        isTheSame(MulticastForwardingTable.class, path, 1L << 28);
    }

    @Test
    void readsOfAChannelAdapterWhatItsAgentAnswers() {
        IbPath path = pathTo(NodeType.CHANNEL_ADAPTER);

        isTheSame(NodeInfo.class, path, 0);
        isTheSame(NodeDescription.class, path, 0);
        isTheSame(GuidInfo.class, path, 0);
    }

    /** Without quality of service opensm does not read these tables from the agents, and its records are all zeros. */
    @Test
    void readsTheTablesOfVirtualLanesFromTheirRecords() {
        IbPath path = pathTo(NodeType.SWITCH);
        var mapping = SlToVlMappingTableRecord.query().lid(path.dlid()).inputPortNum(1);
        var arbitration = VlArbitrationTableRecord.query().lid(path.dlid()).outputPortNum(1);

        assertThat(withoutSmp(SlToVlMappingTable.class, path, 1 << 8 | 2))
                .isEqualTo(sa.get(mapping.outputPortNum(2)).slToVlMappingTable());
        assertThat(withoutSmp(VlArbitrationTable.class, path, 2 << 16 | 1))
                .isEqualTo(sa.get(arbitration.blockNum(2)).vlArbitrationTable());
    }

    @Test
    void readsEveryBlockOfPartitionKeysWhereItIsTrusted() {
        MadOptions options = mad.options();
        SaTransactor trusted = rdma.sa(
                        mad.withOptions(options.withKeys(options.keys().withSmKey(SM_KEY))))
                .management();
        IbPath path = pathTo(NodeType.CHANNEL_ADAPTER);

        assertThat(trusted.subnGet(PKeyTable.class, path, 1 << 16)).isEqualTo(mad.subnGet(PKeyTable.class, path, 0));
        assertThat(trusted.subnGet(PKeyTable.class, path, 1 << 16 | 1))
                .isEqualTo(mad.subnGet(PKeyTable.class, path, 1));
        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> trusted.subnGet(PKeyTable.class, path, 1 << 16 | 77))
                .withMessageContaining("portNum=1] block 77");
    }

    @Test
    void takesPort0ForThatOfASwitchAndForTheOneThatIsAskedElsewhere() {
        for (NodeType type : new NodeType[] {NodeType.SWITCH, NodeType.CHANNEL_ADAPTER}) {
            IbPath path = pathTo(type);

            assertThat(withoutSmp(PortInfo.class, path, 0).lid()).isEqualTo(path.dlid());
        }
    }

    @Test
    void readsTheSubnetManagerFromItsRecord() {
        IbPath manager = IbPath.to(mad.endPort().attributes().smLid());

        assertThat(withoutSmp(SmInfo.class, manager, 0).guid())
                .isEqualTo(mad.subnGet(SmInfo.class, manager).guid());
    }

    @Test
    void followsARouteAndRemembersIt() {
        DirectedPath route = DirectedPath.of(1, 1);
        NodeInfo first = management.subnGet(NodeInfo.class, route);
        long before = mad.datagramsSent();

        assertThat(management.subnGet(NodeInfo.class, route)).isEqualTo(first);
        assertThat(mad.datagramsSent()).isEqualTo(before + 1);
        assertThat(smps.get()).isZero();
    }

    @Test
    void saysWhichAttributesHaveNoRecord() {
        assertThatExceptionOfType(RdmaException.class)
                .isThrownBy(() -> management.subnGet(
                        SubnetNotice.class, IbPath.to(mad.endPort().attributes().lid())))
                .withMessageStartingWith("the subnet administration has no record of SubnetNotice");
    }
}
