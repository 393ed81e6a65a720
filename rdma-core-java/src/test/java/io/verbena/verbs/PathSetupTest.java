package io.verbena.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.verbena.hca.AddressVector;
import io.verbena.hca.GidTableEntry;
import io.verbena.hca.GidType;
import io.verbena.hca.LinkLayer;
import io.verbena.hca.PortProperties;
import io.verbena.hca.QueuePairAttribute;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.hca.QueuePairType;
import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import io.verbena.iba.Mtu;
import io.verbena.iba.Rate;
import io.verbena.path.IbPath;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the attributes of queue pairs that are connected along a path. */
class PathSetupTest {
    private static final Gid FAR = Gid.parse("fec0:1::2:3");
    private static final Gid IPV4 = Gid.parse("::ffff:10.77.0.2");

    private static PathSetup by(LinkLayer layer, GidTableEntry... gids) {
        PortProperties port = PortProperties.builder()
                .number(2)
                .linkLayer(layer)
                .activeMtu(Mtu.MTU_2048)
                .maxMtu(Mtu.MTU_4096)
                .lid(Lid.of(4))
                .smLid(Lid.of(1))
                .gids(8)
                .build();
        return new PathSetup(port, List.of(gids));
    }

    private static QueuePairAttributes readyToReceive(PathSetup setup, IbPath path) {
        return setup.to(path, 17, 3, 16).readyToReceive(QueuePairType.RC);
    }

    private static AddressVector way(PathSetup setup, IbPath path) {
        return readyToReceive(setup, path).get(QueuePairAttribute.ADDRESS, AddressVector.class);
    }

    @Test
    void withinASubnetPacketsGoByTheLidAlone() {
        IbPath path = IbPath.to(Lid.of(9))
                .withDgid(FAR)
                .withSl(3)
                .withPathBits(1)
                .withRate(Rate.RATE_40)
                .withMtu(Mtu.MTU_1024)
                .withPacketLifeTime(18);

        QueuePairAttributes attributes = readyToReceive(by(LinkLayer.INFINIBAND), path);

        assertThat(attributes.get(QueuePairAttribute.ADDRESS, AddressVector.class))
                .isEqualTo(new AddressVector(2, Lid.of(9), 3, 1, Rate.RATE_40.code(), Gid.ZERO, 0, 0, 0, 0));
        assertThat(attributes.get(QueuePairAttribute.PATH_MTU, Mtu.class)).isEqualTo(Mtu.MTU_1024);
        assertThat(attributes.number(QueuePairAttribute.DESTINATION_QUEUE_PAIR)).isEqualTo(17);
    }

    @Test
    void acrossRoutersTheyHaveAGlobalRouteHeader() {
        IbPath path = IbPath.to(Lid.of(9)).withDgid(FAR).withGlobalRoute(12, 0x345, 6);

        assertThat(way(by(LinkLayer.INFINIBAND), path))
                .isEqualTo(new AddressVector(2, Lid.of(9), 0, 0, 0, FAR, 0, 0x345, 12, 6));
    }

    @Test
    void onEthernetTheyHaveOneFromTheOwnAddressOfTheSameKind() {
        PathSetup setup = by(
                LinkLayer.ETHERNET,
                new GidTableEntry(2, 0, Gid.parse("fe80::1"), GidType.ROCE_V2, 1),
                new GidTableEntry(2, 1, Gid.parse("::ffff:10.77.0.1"), GidType.ROCE_V1, 1),
                new GidTableEntry(2, 2, Gid.parse("::ffff:10.77.0.1"), GidType.ROCE_V2, 1),
                new GidTableEntry(2, 3, Gid.parse("::ffff:10.99.0.1"), GidType.ROCE_V2, 1),
                new GidTableEntry(1, 4, Gid.parse("::ffff:10.77.0.9"), GidType.ROCE_V2, 1));

        assertThat(way(setup, IbPath.to(IPV4))).isEqualTo(new AddressVector(2, Lid.NONE, 0, 0, 0, IPV4, 2, 0, 64, 0));
    }

    @Test
    void anAcknowledgementHasTheTimeOfTwoWaysAndItsDelay() {
        PathSetup setup = by(LinkLayer.INFINIBAND);

        // 2 * 2^18 and 2^16 are less than 2^20; 2 * 2^5 and 2^16 are less than 2^17.
        assertThat(timeout(setup, IbPath.to(Lid.of(9)).withPacketLifeTime(18))).isEqualTo(20);
        assertThat(timeout(setup, IbPath.to(Lid.of(9)).withPacketLifeTime(5))).isEqualTo(17);
        assertThat(timeout(setup, IbPath.to(Lid.of(9)).withPacketLifeTime(63))).isEqualTo(31);
        assertThat(timeout(setup, IbPath.to(Lid.of(9)))).as("nobody knows").isEqualTo(14);
    }

    private static int timeout(PathSetup setup, IbPath path) {
        return setup.to(path, 17, 3, 16).readyToSend(QueuePairType.RC).number(QueuePairAttribute.TIMEOUT);
    }

    @Test
    void aPathThatLacksWhatTheLinkLayerNeedsIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> by(LinkLayer.INFINIBAND).to(IbPath.to(FAR), 1, 0, 0))
                .withMessageContaining("has no LID");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> by(LinkLayer.ETHERNET).to(IbPath.to(Lid.of(4)), 1, 0, 0))
                .withMessageContaining("Ethernet");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> by(LinkLayer.INFINIBAND).to(IbPath.to(Lid.of(4)).withGlobalRoute(9, 0, 0), 1, 0, 0))
                .withMessageContaining("cross routers");
    }
}
