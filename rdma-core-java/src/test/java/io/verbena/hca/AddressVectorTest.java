package io.verbena.hca;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressVectorTest {

    /** The ports are those of ibv_flow_label_to_udp_sport. */
    @ParameterizedTest
    @CsvSource({"0x0, 0xc000", "0x1, 0xc001", "0x3fff, 0xffff", "0x4000, 0xc001", "0xfffff, 0xffc0", "0x12345, 0xe341"})
    void theUdpPortIsMadeOfTheFlowLabel(String label, String port) {
        AddressVector way = new AddressVector(1, Lid.NONE, 0, 0, 0, Gid.ZERO, 0, Integer.decode(label), 0, 0);

        assertThat(way.udpSourcePort()).isEqualTo(Integer.decode(port));
    }
}
