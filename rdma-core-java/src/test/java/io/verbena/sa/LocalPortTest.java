package io.verbena.sa;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.PortInfo;
import io.verbena.path.IbPath;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Attributes of an end port by which a client and the subnet administration know each other. */
class LocalPortTest {
    private static final Gid OWN = new Gid(0xfec0_0000_0000_0001L, 3);
    private static final LocalPort PORT = new LocalPort(Lid.of(3), OWN, Lid.of(1), 2, 0x8007, 4);

    static Stream<LocalPort> others() {
        return Stream.of(
                new LocalPort(Lid.of(9), OWN, Lid.of(1), 2, 0x8007, 4),
                new LocalPort(Lid.of(3), new Gid(1, 3), Lid.of(1), 2, 0x8007, 4),
                new LocalPort(Lid.of(3), OWN, Lid.of(9), 2, 0x8007, 4),
                new LocalPort(Lid.of(3), OWN, Lid.of(1), 9, 0x8007, 4),
                new LocalPort(Lid.of(3), OWN, Lid.of(1), 2, 0x8009, 4),
                new LocalPort(Lid.of(3), OWN, Lid.of(1), 2, 0x8007, 9));
    }

    /** Each of them may mean that the subnet administration has lost what the port registered. */
    @ParameterizedTest
    @MethodSource("others")
    void aPortWithAnotherAttributeIsAnother(LocalPort other) {
        assertThat(other).isNotEqualTo(PORT).doesNotHaveSameHashCodeAs(PORT);
    }

    @Test
    void equalAttributesAreEqualPorts() {
        assertThat(new LocalPort(Lid.of(3), OWN, Lid.of(1), 2, 0x8007, 4))
                .isEqualTo(PORT)
                .hasSameHashCodeAs(PORT);
    }

    @Test
    void requestsGoToTheSubnetManagerAtItsServiceLevelAndInThePartition() {
        assertThat(PORT.administration())
                .isEqualTo(IbPath.to(Lid.of(1)).withSl(2).withPKey(0x8007));
        assertThat(PORT.hasSubnetManager()).isTrue();
        assertThat(new LocalPort(Lid.NONE, OWN, Lid.NONE, 0, 0xffff, 0).hasSubnetManager())
                .isFalse();
    }

    @Test
    void theAgentReportsAddressesAndTheSubnetManager() {
        PortInfo info = new PortInfo()
                .lid(Lid.of(5))
                .gidPrefix(0xfec0_0000_0000_0002L)
                .masterSmLid(Lid.of(6))
                .masterSmSl(7);

        assertThat(PORT.as(info))
                .isEqualTo(new LocalPort(Lid.of(5), new Gid(0xfec0_0000_0000_0002L, 3), Lid.of(6), 7, 0x8007, 4));
    }

    @Test
    void aSubnetManagerThatTheOptionsNameReplacesThatOfThePort() {
        assertThat(PORT.withSubnetManager(Lid.of(8))).isEqualTo(new LocalPort(Lid.of(3), OWN, Lid.of(8), 2, 0x8007, 4));
        assertThat(PORT.withSubnetManager(Lid.NONE)).isEqualTo(PORT);
    }

    @Test
    void aLinkLocalGidGetsThePrefixOfTheSubnet() {
        Gid elsewhere = Gid.parse("fec0:0:0:9::7");

        assertThat(PORT.inSubnet(Gid.linkLocal(Guid.of(7)))).isEqualTo(new Gid(OWN.prefix(), 7));
        assertThat(PORT.inSubnet(elsewhere)).isEqualTo(elsewhere);
    }
}
