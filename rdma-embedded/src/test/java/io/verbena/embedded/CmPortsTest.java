package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.hca.AddressVector;
import io.verbena.hca.CmEventType;
import io.verbena.hca.PortSpace;
import io.verbena.hca.QueuePairAttribute;
import io.verbena.hca.QueuePairState;
import io.verbena.spi.cm.CmEventRecord;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A host with two ports, each with addresses of its own. */
@Timeout(60)
class CmPortsTest {
    private static final int PORT = 7471;
    private static final Path NET =
            Path.of(System.getProperty("basedir", "."), "src", "test", "resources", "two-ports.net");

    private final EmbeddedFabric fabric = EmbeddedFabric.open(NET.toString());
    private final CmSide wide = new CmSide(fabric, "wide");
    private final CmSide narrow = new CmSide(fabric, "narrow");

    @AfterEach
    void close() {
        fabric.close();
    }

    private InetAddress address(int port) {
        return fabric.node("wide").port(port).address();
    }

    private void listen(CmSide side, InetAddress address) {
        long listening = side.id(PortSpace.TCP);
        side.cm.bind(listening, new InetSocketAddress(address, PORT));
        side.cm.listen(listening, 0);
    }

    @Test
    void addressesNumberThePortsOfHosts() {
        assertThat(address(1).getHostAddress()).isEqualTo("10.0.0.1");
        assertThat(address(2).getHostAddress()).isEqualTo("10.0.0.2");
        assertThat(narrow.address.getHostAddress()).isEqualTo("10.0.0.3");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void whoListensEverywhereIsReachedByEachPort(int port) throws Exception {
        listen(wide, InetAddress.getByName("0.0.0.0"));
        long asking = narrow.resolved(PortSpace.TCP, new InetSocketAddress(address(port), PORT));

        narrow.cm.connect(asking, CmSide.parameters(11, ""));

        CmEventRecord request = wide.next(CmEventType.CONNECT_REQUEST);
        assertThat(wide.cm.endpoint(request.request()).port()).isEqualTo(port);
        AddressVector way = wide.cm
                .queuePairAttributes(request.request(), QueuePairState.READY_TO_RECEIVE)
                .get(QueuePairAttribute.ADDRESS, AddressVector.class);
        assertThat(way.port()).isEqualTo(port);
    }

    @Test
    void aListenerAtOneAddressIsNotReachedByTheOther() {
        listen(wide, address(1));
        long asking = narrow.resolved(PortSpace.TCP, new InetSocketAddress(address(2), PORT));

        narrow.cm.connect(asking, CmSide.parameters(11, ""));

        narrow.next(CmEventType.REJECTED);
    }

    @Test
    void aConnectionLeavesByThePortThatItIsBoundTo() {
        listen(narrow, narrow.address);
        long asking = wide.id(PortSpace.TCP);
        wide.cm.resolveAddress(
                asking,
                new InetSocketAddress(address(2), 0),
                new InetSocketAddress(narrow.address, PORT),
                CmSide.TIMEOUT);
        wide.next(CmEventType.ADDRESS_RESOLVED);
        wide.cm.resolveRoute(asking, CmSide.TIMEOUT);
        wide.next(CmEventType.ROUTE_RESOLVED);
        long before = fabric.node("wide").port(2).counter("portXmitPkts");

        wide.cm.connect(asking, CmSide.parameters(11, ""));

        CmEventRecord request = narrow.next(CmEventType.CONNECT_REQUEST);
        assertThat(narrow.cm.endpoint(request.request()).peer()).isEqualTo(wide.at(asking));
        assertThat(wide.cm.endpoint(asking).port()).isEqualTo(2);
        assertThat(fabric.node("wide").port(2).counter("portXmitPkts")).isEqualTo(before + 1);
    }

    @Test
    void bothPortsOfAHostReachEachOtherThroughTheFabric() {
        listen(wide, address(1));
        long asking = wide.id(PortSpace.TCP);
        wide.cm.bind(asking, new InetSocketAddress(address(2), 0));
        wide.cm.resolveAddress(asking, null, new InetSocketAddress(address(1), PORT), CmSide.TIMEOUT);
        wide.next(CmEventType.ADDRESS_RESOLVED);
        wide.cm.resolveRoute(asking, CmSide.TIMEOUT);
        wide.next(CmEventType.ROUTE_RESOLVED);
        long before = fabric.node("wide").port(1).counter("portRcvPkts");

        wide.cm.connect(asking, CmSide.parameters(11, ""));

        wide.next(CmEventType.CONNECT_REQUEST);
        assertThat(fabric.node("wide").port(1).counter("portRcvPkts")).isEqualTo(before + 1);
    }

    @Test
    void theSecondPortIsUsedIfTheFirstIsDown() {
        fabric.subnetAdministration().moveTo(fabric.node("narrow").port(1));
        fabric.node("wide").port(1).down();
        listen(narrow, narrow.address);

        long asking = wide.resolved(PortSpace.TCP, new InetSocketAddress(narrow.address, PORT));

        assertThat(wide.cm.endpoint(asking).port()).isEqualTo(2);
        assertThat(wide.at(asking).getAddress()).isEqualTo(address(2));
    }
}
