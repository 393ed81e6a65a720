package io.verbena.diag.counters;

import io.verbena.iba.LinkRate;
import io.verbena.iba.NodeInfo;
import io.verbena.subnet.Port;
import java.util.OptionalDouble;

/**
 * The tick of PortXmitWait, from the attribute PortSamplesControl (IBA 16.1.3.2). A tick lasts as long as a number of
 * octets takes on one lane, or on the link: IBA defines the former, and some devices count the latter.
 *
 * @param octets the number of octets, from 1 to 256
 */
public record WaitTick(int octets) {
    private static final int MELLANOX = 0x2c9;
    private static final int SWITCH_X = 0xc738;
    private static final int SWITCH_IB = 0xcb20;
    private static final int SWITCH_IB_2 = 0xcf08;
    private static final int QUANTUM = 0xd2f0;
    private static final int QUANTUM_2 = 0xd2f2;
    private static final int QUANTUM_3 = 0xd2f4;

    /**
     * Returns the duration of the tick at the present speed of a port in nanoseconds; empty if the link is down, or if it
     * is unknown how the device counts. The devices are those of the user manual of ibdiagnet.
     */
    public OptionalDouble nanos(Port port) {
        NodeInfo node = port.node().info();
        int lanes = LinkRate.lanes(port.width());
        double gigabits = port.speed().dataGigabits();
        if (node.vendorId() != MELLANOX || lanes == 0 || gigabits == 0) {
            return OptionalDouble.empty();
        }
        double onLane = octets * Byte.SIZE / gigabits;
        return switch (node.deviceId()) {
            case SWITCH_X, SWITCH_IB, SWITCH_IB_2 -> OptionalDouble.of(onLane);
            case QUANTUM, QUANTUM_2, QUANTUM_3 -> OptionalDouble.of(onLane / lanes);
            default -> OptionalDouble.empty();
        };
    }
}
