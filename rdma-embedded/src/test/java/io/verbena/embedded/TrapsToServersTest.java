package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.embedded.junit.WithFabric;
import io.verbena.iba.LinkStateNoticeDetails;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.SubnetNotice;
import io.verbena.mad.MadServer;
import io.verbena.mad.MadService;
import io.verbena.mad.MadTransactor;
import io.verbena.spi.IsSm;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A program at the port of the subnet manager receives and represses the traps of the fabric. */
@Timeout(30)
@WithFabric("fat-tree:2,4,4")
class TrapsToServersTest {
    private static final MadService TRAPS = MadService.of(ManagementClass.SUBNET_LID_ROUTED, MadMethod.TRAP)
            .withAttributes(Set.of(SubnetNotice.LAYOUT.attributeId()));

    @Test
    void aLinkFailureIsReportedAtTheLidOfTheSubnetManager(EmbeddedFabric fabric) throws Exception {
        BlockingQueue<SubnetNotice> notices = new LinkedBlockingQueue<>();
        List<Integer> answered = new ArrayList<>();
        try (Rdma rdma = Rdma.builder()
                        .driver(fabric.driver("host0"))
                        .packets(packet -> {
                            if (packet.direction() == io.verbena.trace.Packet.Direction.SENT) {
                                answered.add(packet.mad().get(packet.mad().position() + 3) & 0xff);
                            }
                        })
                        .open();
                IsSm manager = rdma.subnetManager(rdma.defaultEndPort());
                MadTransactor mad = rdma.mad(rdma.defaultEndPort());
                MadServer server = mad.serve(TRAPS, request -> {
                    SubnetNotice notice = request.payload(SubnetNotice.class);
                    request.respond(notice);
                    notices.add(notice);
                })) {
            fabric.node("leaf1").port(1).down();

            SubnetNotice notice = notices.poll(10, TimeUnit.SECONDS);
            assertThat(notice).isNotNull();
            assertThat(notice.trapNumber()).isEqualTo(128);
            assertThat(LinkStateNoticeDetails.LAYOUT
                            .wrap(notice.dataDetails(), 0)
                            .lid()
                            .bits())
                    .isEqualTo(fabric.node("leaf1").port(0).lid());
            assertThat(answered).containsOnly(MadMethod.TRAP_REPRESS.code());
            assertThat(manager).isNotNull();
            assertThat(server.service()).isEqualTo(TRAPS);
        }
    }
}
