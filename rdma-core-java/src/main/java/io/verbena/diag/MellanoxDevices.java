package io.verbena.diag;

import io.verbena.iba.NodeInfo;

/**
 * Recognizes devices with Mellanox extensions by their device IDs; other devices respond with an error or not at all.
 */
final class MellanoxDevices {
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
