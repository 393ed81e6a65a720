package io.verbena.iba;

import java.util.EnumSet;
import java.util.Set;

/** Speed of one lane of a link. PortInfo distributes it over three fields. */
public enum LaneSpeed {
    /** 2.5 Gb/s. */
    SDR(2.5, 2.5),
    /** 5 Gb/s. */
    DDR(5, 5),
    /** 10 Gb/s. */
    QDR(10, 10),
    /**
     * 10.3125 Gb/s. A speed of Mellanox devices, reported as QDR in PortInfo; only a vendor attribute distinguishes the
     * two.
     */
    FDR10(10.3125, 10),
    /** 14.0625 Gb/s. */
    FDR(14.0625, 14),
    /** 25.78125 Gb/s. */
    EDR(25.78125, 25),
    /** 53.125 Gb/s. */
    HDR(53.125, 50),
    /** 106.25 Gb/s. */
    NDR(106.25, 100),
    /** 212.5 Gb/s. */
    XDR(212.5, 200),
    /** A speed without an assigned value. */
    UNKNOWN(0, 0);

    private final double gigabits;
    private final double nominal;

    LaneSpeed(double gigabits, double nominal) {
        this.gigabits = gigabits;
        this.nominal = nominal;
    }

    /** Returns the signaling rate in Gb/s. */
    public double gigabits() {
        return gigabits;
    }

    /**
     * Returns the rounded speed in Gb/s that names the generation and that the rates of links and paths are multiples
     * of.
     */
    public double nominal() {
        return nominal;
    }

    /**
     * Returns the data rate in Gb/s, which excludes the line code: 8b/10b up to QDR, 64b/66b up to FDR, and from EDR on a
     * code whose overhead makes the data rate the nominal speed.
     */
    public double dataGigabits() {
        return switch (this) {
            case SDR, DDR, QDR -> gigabits * 8 / 10;
            case FDR10, FDR -> gigabits * 64 / 66;
            default -> nominal;
        };
    }

    /** Returns the active speed of a port. The most recent field that is not 0 counts. */
    public static LaneSpeed active(PortInfo port) {
        if (port.linkSpeedExtActive2Bits() != 0) {
            return port.linkSpeedExtActive2() == LinkSpeedExtended2.XDR ? XDR : UNKNOWN;
        }
        if (port.linkSpeedExtActiveBits() != 0) {
            return of(port.linkSpeedExtActive());
        }
        return of(port.linkSpeedActive());
    }

    /** Returns the speeds that a port supports, from all three fields. */
    public static Set<LaneSpeed> supported(PortInfo port) {
        return all(port.linkSpeedSupported(), port.linkSpeedExtSupported(), port.linkSpeedExtSupported2());
    }

    /** Returns the speeds that are enabled at a port, from all three fields. */
    public static Set<LaneSpeed> enabled(PortInfo port) {
        return all(port.linkSpeedEnabled(), port.linkSpeedExtEnabled(), port.linkSpeedExtEnabled2());
    }

    private static Set<LaneSpeed> all(
            Set<LinkSpeed> first, Set<LinkSpeedExtended> second, Set<LinkSpeedExtended2> third) {
        Set<LaneSpeed> all = EnumSet.noneOf(LaneSpeed.class);
        first.forEach(speed -> all.add(of(speed)));
        second.forEach(speed -> all.add(of(speed)));
        third.forEach(speed -> all.add(speed == LinkSpeedExtended2.XDR ? XDR : UNKNOWN));
        all.remove(UNKNOWN);
        return all;
    }

    private static LaneSpeed of(LinkSpeed speed) {
        return switch (speed) {
            case SDR -> SDR;
            case DDR -> DDR;
            case QDR -> QDR;
            case EXTENDED, UNKNOWN -> UNKNOWN;
        };
    }

    private static LaneSpeed of(LinkSpeedExtended speed) {
        return switch (speed) {
            case FDR -> FDR;
            case EDR -> EDR;
            case HDR -> HDR;
            case NDR -> NDR;
            case NONE, UNKNOWN -> UNKNOWN;
        };
    }

    /** Writes this speed to the fields for the active speed of a port. */
    public void activate(PortInfo port) {
        port.linkSpeedExtActive2Bits(this == XDR ? LinkSpeedExtended2.XDR.code() : 0);
        port.linkSpeedExtActiveBits(
                switch (this) {
                    case FDR -> LinkSpeedExtended.FDR.code();
                    case EDR -> LinkSpeedExtended.EDR.code();
                    case HDR -> LinkSpeedExtended.HDR.code();
                    case NDR -> LinkSpeedExtended.NDR.code();
                    default -> 0;
                });
        port.linkSpeedActiveBits(
                switch (this) {
                    case SDR -> LinkSpeed.SDR.code();
                    case DDR -> LinkSpeed.DDR.code();
                    case UNKNOWN -> 0;
                    default -> LinkSpeed.QDR.code();
                });
    }
}
