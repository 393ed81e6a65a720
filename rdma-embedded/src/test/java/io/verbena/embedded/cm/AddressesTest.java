package io.verbena.embedded.cm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.verbena.hca.PortSpace;
import io.verbena.iba.Guid;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressesTest {
    @ParameterizedTest
    @CsvSource({"1, 10.0.0.1", "256, 10.0.1.0", "16777214, 10.255.255.254"})
    void portsCountThroughTheNetwork(int number, String address) {
        assertThat(IpAddresses.ipv4(number).getHostAddress()).isEqualTo(address);
    }

    @Test
    void theNumberOfAddressesIsLimited() {
        assertThatIllegalArgumentException().isThrownBy(() -> IpAddresses.ipv4(0));
        assertThatIllegalArgumentException().isThrownBy(() -> IpAddresses.ipv4(16777215));
    }

    @Test
    void aGuidBecomesALinkLocalAddress() throws UnknownHostException {
        assertThat(IpAddresses.linkLocal(Guid.of(0x0002c903000a1b2cL)))
                .isEqualTo(InetAddress.getByName("fe80::202:c903:a:1b2c"));
    }

    @ParameterizedTest
    @CsvSource({"10.0.0.1, 10.0.0.1", "fe80::1, fe80::1", "fe80::1%ib0, fe80::1"})
    void anAddressIsReadAsItIsWritten(String text, String address) throws UnknownHostException {
        assertThat(IpAddresses.parse(text)).isEqualTo(InetAddress.getByName(address));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "host0", "300.1.1.1", "10.0.0", "10.0.0.1.2", "fe80::1::2", ":", "%"})
    void whatIsNoAddressIsNotRead(String text) {
        assertThat(IpAddresses.parse(text)).isNull();
    }

    /** The addresses that a kernel joins: see ip maddr and saquery -m on IPoIB, and rdma_join_multicast. */
    @ParameterizedTest
    @CsvSource({
        "239.7.7.7, IPOIB, ff12:401b:ffff::f07:707",
        "239.7.7.7, UDP, ff12:4001:ffff::f07:707",
        "ff02::1, IPOIB, ff12:601b:ffff::1",
        "ff05::abcd:1234, UDP, ff15:6001:ffff::abcd:1234",
        "ff12:a01b:1:2:3:4:5:6, UDP, ff12:a01b:1:2:3:4:5:6"
    })
    void groupsHaveTheMgidsOfIpoib(String group, PortSpace space, String mgid) throws UnknownHostException {
        InetAddress expected = InetAddress.getByName(mgid);

        byte[] bytes = ByteBuffer.allocate(16)
                .putLong(GroupSteps.GroupAddresses.mgid(InetAddress.getByName(group), space, 0x7fff)
                        .prefix())
                .putLong(GroupSteps.GroupAddresses.mgid(InetAddress.getByName(group), space, 0x7fff)
                        .interfaceId())
                .array();

        assertThat(bytes).isEqualTo(expected.getAddress());
    }

    @Test
    void theHeaderOfARequestIsReadAsItWasWritten() throws UnknownHostException {
        for (String address : new String[] {"10.0.0.1", "fe80::1"}) {
            InetAddress host = InetAddress.getByName(address);
            IpHeader header = new IpHeader(host, 7471, host);

            byte[] bytes = header.before(new byte[] {1, 2}, 92);

            assertThat(IpHeader.read(bytes)).isEqualTo(header);
            assertThat(IpHeader.after(bytes)).hasSize(56).startsWith(1, 2, 0);
        }
        assertThat(IpHeader.read(new byte[92])).isNull();
    }

    /** The sums of IBA 9.9.1.6, rounded up to a power of two. */
    @ParameterizedTest
    @CsvSource({"18, 15, 19", "14, 15, 16", "10, 15, 15", "15, 15, 17", "30, 15, 31", "31, 31, 31"})
    void acknowledgementsTakeBothWaysAndTheDelay(int lifeTime, int delay, int timeout) {
        assertThat(Timeouts.acknowledge(lifeTime, delay)).isEqualTo(timeout);
    }
}
