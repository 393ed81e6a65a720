package io.verbena.linux;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.contract.DiscoveryContract;
import io.verbena.iba.MadHeader;
import io.verbena.iba.ManagementClass;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadOptions.Segmentation;
import io.verbena.mad.MadTransactor;
import io.verbena.subnet.Subnet;
import io.verbena.trace.Packet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The tables of a real opensm; no link is cut here, so that it knows what is there. */
@Tag("ibsim")
@Timeout(120)
class DiscoveryBySaIbsimTest {
    private static ManagementClass managementClass(Packet packet) {
        byte[] header = new byte[MadHeader.LENGTH];
        packet.mad().get(header);
        return MadHeader.LAYOUT.wrap(header, 0).managementClass();
    }

    @ParameterizedTest
    @EnumSource
    void theSubnetIsTheSameAndNoPacketOfSubnetManagementIsSent(Segmentation segmentation) {
        List<ManagementClass> classes = new CopyOnWriteArrayList<>();
        try (Rdma rdma = Rdma.builder()
                        .mad(MadOptions.DEFAULTS.withSegmentation(segmentation))
                        .packets(packet -> classes.add(managementClass(packet)))
                        .open();
                MadTransactor mad = rdma.mad(rdma.defaultEndPort())) {
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
}
