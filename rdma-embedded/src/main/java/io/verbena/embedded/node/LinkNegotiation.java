package io.verbena.embedded.node;

import io.verbena.iba.LaneSpeed;
import io.verbena.iba.LinkSpeed;
import io.verbena.iba.LinkSpeedExtended;
import io.verbena.iba.LinkSpeedExtended2;
import io.verbena.iba.LinkWidth;
import io.verbena.iba.Mtu;
import io.verbena.iba.PortInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Negotiates the width, speed and MTU of a link when it trains (IBA 5.6.4, 14.2.5.6). */
final class LinkNegotiation {
    /** The value of LinkSpeedExtEnabled that disables extended speeds. */
    private static final int NO_EXTENDED_SPEED = 30;

    private static final List<LinkWidth> WIDEST_FIRST =
            List.of(LinkWidth.TWELVE, LinkWidth.EIGHT, LinkWidth.FOUR, LinkWidth.TWO, LinkWidth.ONE);
    private static final List<LaneSpeed> FASTEST_FIRST = List.of(
            LaneSpeed.XDR, LaneSpeed.NDR, LaneSpeed.HDR, LaneSpeed.EDR, LaneSpeed.FDR, LaneSpeed.QDR, LaneSpeed.DDR);

    private LinkNegotiation() {}

    /** Sets both ends to the best values that both have enabled, and to no higher speed than the limit, if there is one. */
    static void agree(PortInfo one, PortInfo other, @Nullable LaneSpeed limit) {
        int widths = one.linkWidthEnabledBits() & other.linkWidthEnabledBits();
        LinkWidth width = WIDEST_FIRST.stream()
                .filter(each -> (widths & each.code()) != 0)
                .findFirst()
                .orElse(LinkWidth.ONE);
        LaneSpeed speed = FASTEST_FIRST.stream()
                .filter(each -> limit == null || each.compareTo(limit) <= 0)
                .filter(each -> enables(one, each) && enables(other, each))
                .findFirst()
                .orElse(LaneSpeed.SDR);
        Mtu mtu = one.mtuCapBits() < other.mtuCapBits() ? one.mtuCap() : other.mtuCap();
        for (PortInfo end : List.of(one, other)) {
            speed.activate(end);
            end.linkWidthActive(width).neighborMtu(mtu);
        }
    }

    private static boolean enables(PortInfo port, LaneSpeed speed) {
        int basic = port.linkSpeedEnabledBits();
        int extended = port.linkSpeedExtEnabledBits() == NO_EXTENDED_SPEED ? 0 : port.linkSpeedExtEnabledBits();
        int mask = switch (speed) {
            case XDR -> port.linkSpeedExtEnabled2Bits() & LinkSpeedExtended2.XDR.code();
            case NDR -> extended & LinkSpeedExtended.NDR.code();
            case HDR -> extended & LinkSpeedExtended.HDR.code();
            case EDR -> extended & LinkSpeedExtended.EDR.code();
            case FDR -> extended & LinkSpeedExtended.FDR.code();
            case QDR -> basic & LinkSpeed.QDR.code();
            case DDR -> basic & LinkSpeed.DDR.code();
            default -> 0;
        };
        return mask != 0;
    }

    /** Sets a port without a link to the lowest speed. */
    static void rest(PortInfo port) {
        LaneSpeed.SDR.activate(port);
        port.linkWidthActive(LinkWidth.FOUR);
    }
}
