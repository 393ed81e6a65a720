package io.verbena.subnet.chassis;

import io.verbena.subnet.chassis.Chassis.ChassisSlot;
import java.util.Optional;

/** Voltaire spine boards and the wiring of their chassis. */
enum VoltaireSpine {
    SFB4("ISR9096", 6, 3, 1),
    SFB12("ISR9288", 2, 3, 3),
    SFB2012("ISR2012", 2, 3, 3),
    SFB2004("ISR2004", 6, 3, 1),
    SFB4700("ISR4700", 2, 2, 1),
    SFB4700X2("ISR4700", 1, 2, 2),
    SFB4200("ISR4200", 4, 4, 1);

    private static final int LAST_BACKPLANE_PORT = 18;

    final String system;
    private final int portsPerLineBoard;
    private final int linePortsPerSpineBoard;
    private final int chips;

    VoltaireSpine(String system, int portsPerLineBoard, int linePortsPerSpineBoard, int chips) {
        this.system = system;
        this.portsPerLineBoard = portsPerLineBoard;
        this.linePortsPerSpineBoard = linePortsPerSpineBoard;
        this.chips = chips;
    }

    static Optional<VoltaireSpine> of(int device) {
        return Optional.ofNullable(
                switch (device) {
                    case 0x5a0b, 0x5a33 -> SFB4;
                    case 0x5a08, 0x5a32 -> SFB12;
                    case 0x5a37 -> SFB2012;
                    case 0x5a40 -> SFB2004;
                    case 0x5a5c -> SFB4700;
                    case 0x5a5d -> SFB4700X2;
                    case 0x5a60 -> SFB4200;
                    default -> null;
                });
    }

    boolean isExternal(int port) {
        return this == SFB4700X2 && port > LAST_BACKPLANE_PORT;
    }

    /** Returns the slot of the line or router board that a port of the spine connects to, or 0. */
    int lineSlot(int port) {
        int ports = this == SFB4700 || this == SFB4200 ? 36 : this == SFB4700X2 ? LAST_BACKPLANE_PORT : 24;
        return port < 1 || port > ports ? 0 : (port - 1) / portsPerLineBoard + 1;
    }

    /** Returns the chip of the line board that a port of the spine connects to. */
    int lineChip(int port) {
        return switch (this) {
            case SFB4, SFB2004 -> (port - 1) / 3 % 2 + 1;
            case SFB12, SFB2012 -> (port - 1) % 2 + 1;
            case SFB4700, SFB4700X2, SFB4200 -> 1;
        };
    }

    /** Returns the module of the router board that a port of the spine with this GUID connects to, or 0. */
    int routerChip(int port, long guid) {
        return switch (this) {
            case SFB4, SFB2004 -> 3 - (port - 1) % 3;
            // The chips of such a board have consecutive GUIDs, and module 1 is connected to the last.
            case SFB12, SFB2012 ->
                switch ((int) Long.remainderUnsigned(guid, 4)) {
                    case 3 -> 1;
                    case 1 -> 3;
                    default -> 2;
                };
            case SFB4700, SFB4700X2, SFB4200 -> 0;
        };
    }

    /** Returns the slot of the spine that a port of a line board connects to, or 0. */
    int slot(int linePort) {
        if (this == SFB4200) {
            // Ports 5 and 6 are not used.
            return linePort >= 1 && linePort <= 4 ? 1 : linePort >= 7 && linePort <= 18 ? (linePort - 7) / 4 + 2 : 0;
        }
        int ports = this == SFB4700 || this == SFB4700X2 ? LAST_BACKPLANE_PORT : 12;
        return linePort < 1 || linePort > ports ? 0 : (linePort - 1) / linePortsPerSpineBoard + 1;
    }

    /** Returns the chip of the spine board that a port of a line board connects to. */
    int chip(int linePort) {
        return switch (this) {
            case SFB12, SFB2012 -> (linePort - 1) % 3 + 1;
            case SFB4700X2 -> 2 - (linePort - 1) % 2;
            case SFB4, SFB2004, SFB4700, SFB4200 -> 1;
        };
    }

    /** Returns the index of a chip among all spine chips of the chassis, from 1. */
    int place(ChassisSlot slot) {
        int chipsPerBoard = this == SFB4700 ? 2 : chips;
        return chipsPerBoard * (slot.number() - 1) + (chipsPerBoard == 1 ? 1 : slot.chip());
    }
}
