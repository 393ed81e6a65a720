package io.verbena.embedded.agent;

import io.verbena.embedded.agent.ClassAgent.Status;
import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
import io.verbena.embedded.time.Timeline;
import io.verbena.iba.ClassPortInfo;
import io.verbena.iba.MellanoxConfigRecord;
import io.verbena.iba.MellanoxConfigSpace;
import io.verbena.iba.MellanoxGeneralInfo;
import io.verbena.iba.VendorMad;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The vendor class of Mellanox, implemented by nodes with its vendor ID: general information, and registers that store
 * what is written to them.
 */
final class MellanoxVendorAgent extends ClassAgent {
    static final int MANAGEMENT_CLASS = 0x0a;

    private static final int GENERAL_INFO = 0x17;
    private static final int CONFIG_SPACE = 0x50;
    private static final int COUNT_SHIFT = 16;
    private static final int COUNT_MASK = 0x7f;
    private static final int MAX_RECORDS = 18;
    private static final int MAX_REGISTERS = 4_096;
    private static final int MELLANOX = 0x2c9;
    private static final int DATA = VendorMad.LAYOUT.field("data").bit() / Byte.SIZE;

    private final Map<FabricNode, Map<Long, Long>> registers = new HashMap<>();

    MellanoxVendorAgent(Timeline timeline) {
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
        add(ClassPortInfo.LAYOUT.attributeId(), (node, packet, arrival) -> {
            packet.at(DATA, ClassPortInfo.LAYOUT).baseVersion(1).classVersion(1);
            return Status.OK;
        });
        add(CONFIG_SPACE, this::readRegisters, this::writeRegisters);
    }

    @Override
    boolean leavesToPrograms(FabricNode node, MadPacket packet, FabricPort arrival) {
        return node.model().vendorId() != MELLANOX;
    }

    private int readRegisters(FabricNode node, MadPacket packet, FabricPort arrival) {
        int records = records(packet);
        MellanoxConfigSpace space = packet.at(DATA, MellanoxConfigSpace.LAYOUT);
        for (int i = 0; i < Math.min(records, MAX_RECORDS); i++) {
            MellanoxConfigRecord register = space.record(i);
            register.data(of(node).getOrDefault(register.address(), 0L));
        }
        return isCount(records) ? Status.OK : Status.INVALID_VALUE;
    }

    private int writeRegisters(FabricNode node, MadPacket packet, FabricPort arrival) {
        int records = records(packet);
        MellanoxConfigSpace space = packet.at(DATA, MellanoxConfigSpace.LAYOUT);
        if (!isCount(records) || of(node).size() + records > MAX_REGISTERS) {
            return Status.INVALID_VALUE;
        }
        for (int i = 0; i < records; i++) {
            MellanoxConfigRecord register = space.record(i);
            long mask = register.mask();
            long data = register.data();
            of(node).merge(register.address(), data & mask, (old, set) -> (old & ~mask) | set);
        }
        return readRegisters(node, packet, arrival);
    }

    private static int records(MadPacket packet) {
        return (int) (packet.header().attributeModifier() >>> COUNT_SHIFT) & COUNT_MASK;
    }

    private static boolean isCount(int records) {
        return records > 0 && records <= MAX_RECORDS;
    }

    private Map<Long, Long> of(FabricNode node) {
        return registers.computeIfAbsent(node, first -> new HashMap<>());
    }
}
