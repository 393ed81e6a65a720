package io.verbena.diag;

import io.verbena.iba.MlnxExtPortInfo;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortCapability;
import io.verbena.iba.PortInfo;
import io.verbena.mad.MadException;
import io.verbena.mad.SubnetManagement;
import io.verbena.path.Path;
import org.jspecify.annotations.Nullable;

/**
 * What the agent of a node says of one of its ports.
 *
 * @param path to the node
 * @param port its number; of an adapter, 0 stands for the port by which the path arrives
 * @param node the node
 * @param info the port
 * @param vendor what Mellanox adds; null where the device has no such thing, or did not answer
 * @param extendedSpeeds whether the port knows extended speeds: of a switch, port 0 says so for all
 */
public record PortReading(
        Path path,
        int port,
        NodeInfo node,
        PortInfo info,
        @Nullable MlnxExtPortInfo vendor,
        boolean extendedSpeeds) {
    private static final long EXTENDED_SPEEDS = 1L << 31;

    /**
     * Reads a port.
     *
     * @throws io.verbena.mad.MadTimeoutException if nobody answers
     * @throws io.verbena.mad.MadStatusException if there is no such port
     */
    public static PortReading read(SubnetManagement mad, Path path, int port) {
        NodeInfo node = mad.subnGet(NodeInfo.class, path);
        PortInfo info = mad.subnGet(PortInfo.class, path, port);
        PortInfo speaker = isSwitch(node) && port != 0 ? mad.subnGet(PortInfo.class, path, 0) : info;
        boolean extended = speaker.capabilityMask().contains(PortCapability.IS_EXTENDED_SPEEDS_SUPPORTED);
        return new PortReading(path, port, node, info, vendor(mad, path, port, node), extended);
    }

    private static @Nullable MlnxExtPortInfo vendor(SubnetManagement mad, Path path, int port, NodeInfo node) {
        if (!MellanoxDevices.haveExtendedPortInfo(node)) {
            return null;
        }
        try {
            return mad.subnGet(MlnxExtPortInfo.class, path, port);
        } catch (MadException e) {
            return null;
        }
    }

    private static boolean isSwitch(NodeInfo node) {
        return node.nodeType() == NodeType.SWITCH;
    }

    /** Whether it is a port by which a switch forwards, which has no address of its own. */
    public boolean isExternal() {
        return isSwitch() && port != 0;
    }

    /** Whether it belongs to a switch. */
    public boolean isSwitch() {
        return isSwitch(node);
    }

    /** The attribute modifier that asks for it, or writes it, with its extended speeds. */
    long modifier() {
        return extendedSpeeds ? EXTENDED_SPEEDS | port : port;
    }
}
