package io.verbena.topology;

import io.verbena.iba.LaneSpeed;
import io.verbena.iba.LinkRate;
import io.verbena.iba.LinkWidth;
import io.verbena.iba.WireEnum;
import java.util.Arrays;

/** Names of widths and speeds in a topology: 4x and EDR, or ?? and ??? for unknown codes. */
public final class LinkNames {
    private static final String UNKNOWN_SPEED = "???";

    private LinkNames() {}

    /** Returns the name of a width, such as {@code 4x}. */
    public static String of(LinkWidth width) {
        return switch (width) {
            case ONE -> "1x";
            case TWO -> "2x";
            case FOUR -> "4x";
            case EIGHT -> "8x";
            case TWELVE -> "12x";
            case UNKNOWN -> "??";
        };
    }

    /** Returns the name of a speed, such as {@code EDR}. */
    public static String of(LaneSpeed speed) {
        return speed == LaneSpeed.UNKNOWN ? UNKNOWN_SPEED : speed.name();
    }

    static LinkWidth width(String name, Line line) {
        return Arrays.stream(LinkWidth.values())
                .filter(width -> of(width).equals(name))
                .findFirst()
                .orElseThrow(() -> line.expected("a width: 1x, 2x, 4x, 8x, 12x or ??"));
    }

    static LaneSpeed speed(String name, Line line) {
        return Arrays.stream(LaneSpeed.values())
                .filter(speed -> of(speed).equals(name))
                .findFirst()
                .orElseThrow(() -> line.expected("a speed: SDR, DDR, QDR, FDR10, FDR, EDR, HDR, NDR, XDR or ???"));
    }

    static LinkWidth widest(int mask) {
        LinkWidth widest = LinkWidth.UNKNOWN;
        for (LinkWidth width : WireEnum.setOf(LinkWidth.class, mask)) {
            widest = LinkRate.lanes(width) > LinkRate.lanes(widest) ? width : widest;
        }
        return widest;
    }

    /**
     * Returns the fastest of a mask of basic or extended speeds, whose constants have the names of {@link LaneSpeed}.
     */
    static <E extends Enum<E> & WireEnum> LaneSpeed fastest(Class<E> type, int mask) {
        LaneSpeed fastest = LaneSpeed.UNKNOWN;
        for (E speed : WireEnum.setOf(type, mask)) {
            LaneSpeed candidate = LaneSpeed.valueOf(speed.name());
            fastest = candidate.gigabits() > fastest.gigabits() ? candidate : fastest;
        }
        return fastest;
    }
}
