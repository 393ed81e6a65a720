package io.verbena.embedded.agent;

import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Packet;
import io.verbena.embedded.node.Port;
import io.verbena.embedded.time.Timeline;
import io.verbena.iba.MellanoxGeneralInfo;
import io.verbena.iba.VendorMad;
import java.util.concurrent.TimeUnit;

/** The vendor class of Mellanox, of which nodes of Mellanox have one attribute: hardware, firmware and uptime. */
final class GeneralInfoAgent extends ClassAgent {
    static final int MANAGEMENT_CLASS = 0x0a;

    private static final int GENERAL_INFO = 0x17;
    private static final int MELLANOX = 0x2c9;
    private static final int DATA = VendorMad.LAYOUT.field("data").bit() / Byte.SIZE;

    GeneralInfoAgent(Timeline timeline) {
        super(1);
        long start = timeline.nanoTime();
        add(GENERAL_INFO, (node, packet, arrival) -> {
            packet.at(DATA, MellanoxGeneralInfo.LAYOUT)
                    .deviceId(node.model().deviceId())
                    .uptime(TimeUnit.NANOSECONDS.toSeconds(timeline.nanoTime() - start))
                    .firmwareMajor(1)
                    .psid("EMBEDDED");
            return Status.OK;
        });
    }

    @Override
    boolean leavesToPrograms(Node node, Packet packet, Port arrival) {
        return node.model().vendorId() != MELLANOX;
    }
}
