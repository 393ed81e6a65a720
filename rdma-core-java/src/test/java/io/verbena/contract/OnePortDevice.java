package io.verbena.contract;

import io.verbena.hca.Transport;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.spi.DeviceAttributes;
import io.verbena.spi.PortAttributes;
import java.util.List;

/** The attributes of a device with one active port, for providers of tests. */
public final class OnePortDevice {
    private OnePortDevice() {}

    /** Returns the attributes of a device with this name. */
    public static DeviceAttributes named(String name) {
        return new DeviceAttributes(
                name,
                NodeType.CHANNEL_ADAPTER,
                Transport.INFINIBAND,
                "test",
                "1",
                "1",
                Guid.of(1),
                Guid.of(1),
                List.of(port()));
    }

    /** Returns the attributes of its port. */
    public static PortAttributes port() {
        return new PortAttributes(
                1,
                PortState.ACTIVE,
                PortPhysicalState.LINK_UP,
                100,
                "100 Gb/sec (4X EDR)",
                Lid.of(1),
                0,
                Lid.of(9),
                0,
                0,
                0,
                Guid.of(2),
                "InfiniBand",
                List.of(0xffff));
    }
}
