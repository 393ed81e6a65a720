package io.verbena.iba;

import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Speed of one lane of a link. PortInfo distributes it over three fields. */
public enum LaneSpeed {
    /** 2.5 Gb/s. */
    SDR(2.5, 2.5, LinkSpeed.SDR),
    /** 5 Gb/s. */
    DDR(5, 5, LinkSpeed.DDR),
    /** 10 Gb/s. */
    QDR(10, 10, LinkSpeed.QDR),
    /**
     * 10.3125 Gb/s. A speed of Mellanox devices, reported as QDR in PortInfo; only a vendor attribute distinguishes the
     * two.
     */
    FDR10(10.3125, 10, null),
    /** 14.0625 Gb/s. */
    FDR(14.0625, 14, LinkSpeedExtended.FDR),
    /** 25.78125 Gb/s. */
    EDR(25.78125, 25, LinkSpeedExtended.EDR),
    /** 53.125 Gb/s. */
    HDR(53.125, 50, LinkSpeedExtended.HDR),
    /** 106.25 Gb/s. */
    NDR(106.25, 100, LinkSpeedExtended.NDR),
    /** 212.5 Gb/s. */
    XDR(212.5, 200, LinkSpeedExtended2.XDR),
    /** A speed without an assigned value. */
    UNKNOWN(0, 0, null);

    private static final LaneSpeed[] ALL = values();

    private final double gigabits;
    private final double nominal;

    /** The code of this speed in one of the three fields of PortInfo; null if it has none. */
    @SuppressWarnings("ImmutableEnumChecker") // a constant does not change
    private final @Nullable WireEnum code;

    LaneSpeed(double gigabits, double nominal, @Nullable WireEnum code) {
        this.gigabits = gigabits;
        this.nominal = nominal;
        this.code = code;
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
            return of(port.linkSpeedExtActive2());
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
        Stream.<Set<? extends WireEnum>>of(first, second, third)
                .flatMap(Set::stream)
                .forEach(code -> all.add(of(code)));
        all.remove(UNKNOWN);
        return all;
    }

    private static LaneSpeed of(WireEnum code) {
        for (LaneSpeed speed : ALL) {
            if (speed.code == code) {
                return speed;
            }
        }
        return UNKNOWN;
    }

    /** Writes this speed to the fields for the active speed of a port; a speed beyond QDR is QDR in the first field. */
    public void activate(PortInfo port) {
        port.linkSpeedExtActive2Bits(code instanceof LinkSpeedExtended2 latest ? latest.code() : 0);
        port.linkSpeedExtActiveBits(code instanceof LinkSpeedExtended extended ? extended.code() : 0);
        LinkSpeed highest = this == UNKNOWN ? LinkSpeed.EXTENDED : LinkSpeed.QDR;
        port.linkSpeedActiveBits((code instanceof LinkSpeed basic ? basic : highest).code());
    }
}
