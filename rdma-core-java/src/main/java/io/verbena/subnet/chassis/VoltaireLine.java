package io.verbena.subnet.chassis;

import java.util.Optional;

/** Voltaire line boards and their external port numbers. */
enum VoltaireLine {
    SLB24(12),
    SLB8(12),
    SLB2024(12),
    SLB4018(18);

    private static final int[] SLB24_OUTSIDE = {6, 5, 4, 18, 17, 16, 1, 2, 3, 13, 14, 15};

    private final int backplanePorts;

    VoltaireLine(int backplanePorts) {
        this.backplanePorts = backplanePorts;
    }

    static Optional<VoltaireLine> of(int device) {
        return Optional.ofNullable(
                switch (device) {
                    case 0x5a09, 0x5a34, 0x5a42 -> SLB24;
                    case 0x5a0d -> SLB8;
                    case 0x5a38 -> SLB2024;
                    case 0x5a5b -> SLB4018;
                    default -> null;
                });
    }

    /** Returns whether a port is external. */
    boolean isExternal(int port) {
        return port > backplanePorts;
    }

    /** Returns the external port number, or 0 if there is none. */
    int externalPort(int port, int chip) {
        int outside = port - backplanePorts;
        if (outside < 1 || outside > backplanePorts || chip < 1 || chip > 2) {
            return 0;
        }
        return switch (this) {
            case SLB24 -> SLB24_OUTSIDE[outside - 1] + 6 * (chip - 1);
            // Three ports of a chip form one 12X port.
            case SLB8 -> new int[] {2, 6, 1, 5}[(outside - 1) / 3] + 2 * (chip - 1);
            case SLB2024 -> chip == 1 ? port : outside;
            case SLB4018 -> outside;
        };
    }

    /** Returns the index of a chip among all line chips of the chassis, from 1. */
    static int place(Optional<VoltaireLine> line, ChassisSlot slot) {
        return line.filter(SLB4018::equals).isPresent() ? slot.number() : 3 * (slot.number() - 1) + slot.chip();
    }
}
