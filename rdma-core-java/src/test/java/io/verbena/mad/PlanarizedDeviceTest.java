package io.verbena.mad;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.iba.Lid;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.PortCounters;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A transactor of a planarized device sends requests from two ports. */
@Timeout(30)
class PlanarizedDeviceTest {
    private final ScriptedPort port = new ScriptedPort(ScriptedPort.PATIENT);

    @Test
    void eachManagementClassUsesItsOwnPort() {
        try (port;
                MadTransactor mad = port.openPlanes()) {
            var node = mad.async().subnGet(NodeInfo.class, DirectedPath.of(1), 0);
            var counters = mad.async().performanceGet(new PortCounters(), IbPath.to(Lid.of(7)));

            assertThat(port.channels).as("the one is open already").hasSize(2);
            assertThat(attributesSentBy(0)).isEqualTo(NodeInfo.LAYOUT.attributeId());
            assertThat(attributesSentBy(1)).isEqualTo(PortCounters.LAYOUT.attributeId());
            assertThat(mad.statistics().sent()).isEqualTo(2);
            assertThat(node).isNotDone();
            assertThat(counters).isNotDone();
        }
    }

    private int attributesSentBy(int plane) {
        ScriptedChannel channel = port.channels.get(plane);
        int attribute = channel.next().header().attributeId();
        assertThat(channel.rest()).isEmpty();
        return attribute;
    }

    @Test
    void closingReleasesBothPorts() {
        try (port) {
            MadTransactor mad = port.openPlanes();
            mad.close();

            assertThat(mad.isOpen()).isFalse();
            assertThat(port.mad.isOpen())
                    .as("the transactor that shares the first port")
                    .isTrue();
            port.openPlanes().close();
            assertThat(port.channels).as("the second port is opened again").hasSize(3);
        }
    }
}
