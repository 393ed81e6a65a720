package io.verbena.iba;

/** The speed of one lane of a link, over all generations; PortInfo spreads it over three fields. */
public enum LaneSpeed {
    /** 2.5 Gb/s. */
    SDR(2.5, 2.5),
    /** 5 Gb/s. */
    DDR(5, 5),
    /** 10 Gb/s. */
    QDR(10, 10),
    /** 10.3125 Gb/s. Mellanox's own: PortInfo calls it QDR, and only a vendor attribute tells the two apart. */
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
    /** What the port says is in no table. */
    UNKNOWN(0, 0);

    private final double gigabits;
    private final double nominal;

    LaneSpeed(double gigabits, double nominal) {
        this.gigabits = gigabits;
        this.nominal = nominal;
    }

    /** Signalling rate in Gb/s. */
    public double gigabits() {
        return gigabits;
    }

    /** The round number in Gb/s by which it is called, and by which the rates of links and paths are counted. */
    public double nominal() {
        return nominal;
    }

    /** The active speed of a port; the newest field that is not zero counts. */
    public static LaneSpeed active(PortInfo port) {
        if (port.linkSpeedExtActive2Bits() != 0) {
            return port.linkSpeedExtActive2() == LinkSpeedExtended2.XDR ? XDR : UNKNOWN;
        }
        if (port.linkSpeedExtActiveBits() != 0) {
            return switch (port.linkSpeedExtActive()) {
                case FDR -> FDR;
                case EDR -> EDR;
                case HDR -> HDR;
                case NDR -> NDR;
                case NONE, UNKNOWN -> UNKNOWN;
            };
        }
        return switch (port.linkSpeedActive()) {
            case SDR -> SDR;
            case DDR -> DDR;
            case QDR -> QDR;
            case EXTENDED, UNKNOWN -> UNKNOWN;
        };
    }

    /** Writes this speed to the fields of a port that say which speed is active. */
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
