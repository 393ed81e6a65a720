package io.verbena.hca;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class EthernetAddressTest {

    @Test
    void isWrittenAsUsual() {
        assertThat(new EthernetAddress(0x0102030405ffL, OptionalInt.empty())).hasToString("01:02:03:04:05:ff");
        assertThat(new EthernetAddress(0xaL, OptionalInt.of(7))).hasToString("00:00:00:00:00:0a VLAN 7");
    }

    @Test
    void hasSixBytes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new EthernetAddress(1L << 48, OptionalInt.empty()))
                .withMessageContaining("0x1000000000000 is no MAC address");
    }
}
