package io.verbena.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.iba.MadHeader;
import io.verbena.iba.ManagementClass;
import io.verbena.mad.MadOptions.Segmentation;
import io.verbena.mad.MadTransactor;
import io.verbena.subnet.Subnet;
import io.verbena.trace.Packet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The tables of the subnet administration are the subnet that a directed discovery finds; on the net {@code two-rail}, as
 * {@code host5} sees it. No link is cut here, so that its records stay true.
 */
public abstract class DiscoveryBySaContract extends ProviderContract {
    private final TriedFabric fabric;

    /** The promises as this fabric keeps them. */
    protected DiscoveryBySaContract(TriedFabric fabric) {
        super(fabric);
        this.fabric = fabric;
    }

    private static ManagementClass managementClass(Packet packet) {
        byte[] header = new byte[MadHeader.LENGTH];
        packet.mad().get(header);
        return MadHeader.LAYOUT.wrap(header, 0).managementClass();
    }

    @ParameterizedTest
    @EnumSource
    void theSubnetIsTheSameAndNoPacketOfSubnetManagementIsSent(Segmentation segmentation) {
        List<ManagementClass> classes = new CopyOnWriteArrayList<>();
        rdma.close();
        rdma = fabric.open(OPTIONS.withSegmentation(segmentation), packet -> classes.add(managementClass(packet)));
        try (MadTransactor mad = rdma.mad(rdma.defaultEndPort())) {
            Subnet subnet = rdma.discovery(mad).bySa().run();
            List<ManagementClass> sent = List.copyOf(classes);

            assertThat(sent).isNotEmpty().containsOnly(ManagementClass.SUBNET_ADMINISTRATION);
            assertThat(subnet.failures()).isEmpty();
            assertThat(subnet.origin().node().description()).isEqualTo("host5 HCA-1");
            assertThat(DiscoveryContract.facts(subnet))
                    .isEqualTo(DiscoveryContract.facts(
                            rdma.discovery(mad).directed().run()));
        }
    }

    @ParameterizedTest
    @EnumSource
    void theSubnetHasTheNodesOfTheNetFile(Segmentation segmentation) {
        try (Rdma other = fabric.open(OPTIONS.withSegmentation(segmentation), packet -> {});
                MadTransactor mad = other.mad(other.defaultEndPort())) {
            assertThat(other.discovery(mad).bySa().run().nodes())
                    .extracting(node -> node.guid())
                    .containsExactlyInAnyOrderElementsOf(guids().toList());
        }
    }
}
