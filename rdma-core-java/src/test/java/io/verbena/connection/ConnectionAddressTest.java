package io.verbena.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionAddressTest {
    @ParameterizedTest
    @CsvSource({"10.77.0.2:7471, 10.77.0.2, 7471", "[fe80::2]:1, fe80::2, 1", "0.0.0.0:0, 0.0.0.0, 0"})
    void anAddressHasAPort(String text, String host, int port) {
        assertThat(RdmaConnections.address(text)).isEqualTo(new InetSocketAddress(host, port));
    }

    @Test
    void aNameWithoutAddressStaysUnresolved() {
        assertThat(RdmaConnections.address("no-such-host.invalid:7471"))
                .isEqualTo(InetSocketAddress.createUnresolved("no-such-host.invalid", 7471));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":",
                "10.77.0.2",
                "10.77.0.2:",
                ":7471",
                "fe80::2:7471",
                "[]:7471",
                "a:65536",
                "a:-1",
                "a:99999"
            })
    void whatIsNoAddressIsRefusedWithWhatToWrite(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RdmaConnections.address(text))
                .withMessageContaining("'" + text + "'")
                .withMessageContaining("10.77.0.2:7471");
    }
}
