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
 * A port as the agent of its node reports it.
 *
 * @param path the path to the node
 * @param port the port number; for an adapter, 0 means the port through which the path arrives
 * @param node the NodeInfo of the node
 * @param info the PortInfo of the port
 * @param vendor the Mellanox extension; null if the device has none, or did not respond
 * @param extendedSpeeds whether the port supports extended speeds; port 0 reports this for a whole switch
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
     * @throws io.verbena.mad.MadTimeoutException if the node does not respond
     * @throws io.verbena.mad.MadStatusException if the port does not exist
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

    /** Returns whether it is an external port of a switch, which has no address of its own. */
    public boolean isExternal() {
        return isSwitch() && port != 0;
    }

    /** Returns whether the port belongs to a switch. */
    public boolean isSwitch() {
        return isSwitch(node);
    }

    /** Returns the attribute modifier that selects the port with its extended speeds. */
    long modifier() {
        return extendedSpeeds ? EXTENDED_SPEEDS | port : port;
    }

    /**
     * Recognizes devices with Mellanox extensions by their device IDs; other devices respond with an error or not at all.
     */
    private static final class MellanoxDevices {
        private static final int FIRST_SWITCH = 0xc738;
        private static final int LAST_SWITCH = 0xc73b;
        private static final int FIRST_ADAPTER = 0x1003;
        private static final int LAST_ADAPTER = 0x101b;

        private MellanoxDevices() {}

        /** Returns whether the ports of a node have the extended port information, which includes FDR10. */
        static boolean haveExtendedPortInfo(NodeInfo node) {
            int device = node.deviceId();
            return switch (device) {
                case 0xc839, 0xcb20, 0xcf08, 0xcf09, 0xd2f0, 0x1b02, 0xa2d2 -> true;
                default ->
                    (device >= FIRST_SWITCH && device <= LAST_SWITCH)
                            || (device >= FIRST_ADAPTER && device <= LAST_ADAPTER);
            };
        }
    }
}
