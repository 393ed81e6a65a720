package io.verbena.diag.link;

import io.verbena.iba.LaneSpeed;
import io.verbena.iba.LinkWidth;
import io.verbena.iba.PortInfo;
import io.verbena.subnet.Port;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** The capabilities of a link, which both of its ends support (IBA 14.2.5.6). */
final class LinkAbility {
    private LinkAbility() {}

    /** Returns a width that both ends support and that is greater than the active width. */
    static Optional<LinkWidth> wider(Port port, Port peer) {
        Optional<PortInfo> near = port.info();
        Optional<PortInfo> far = peer.info();
        if (near.isEmpty() || far.isEmpty()) {
            return Optional.empty();
        }
        Set<LinkWidth> common = EnumSet.copyOf(near.get().linkWidthSupported());
        common.retainAll(far.get().linkWidthSupported());
        return common.stream()
                .max(Comparator.comparingInt(LinkAbility::lanes))
                .filter(best -> lanes(best) > lanes(port.width()));
    }

    private static int lanes(LinkWidth width) {
        return switch (width) {
            case ONE -> 1;
            case TWO -> 2;
            case FOUR -> 4;
            case EIGHT -> 8;
            case TWELVE -> 12;
            case UNKNOWN -> 0;
        };
    }

    /** Returns a speed that both ends support and that is higher than the active speed. */
    static Optional<LaneSpeed> faster(Port port, Port peer) {
        Optional<PortInfo> near = port.info();
        Optional<PortInfo> far = peer.info();
        if (near.isEmpty() || far.isEmpty()) {
            return Optional.empty();
        }
        Set<LaneSpeed> common = speeds(near.get());
        common.retainAll(speeds(far.get()));
        // The constants are in the order of the speeds; FDR10 is not part of the standard attributes.
        return common.stream()
                .max(Comparator.naturalOrder())
                .filter(best -> best.compareTo(port.speed()) > 0 && port.speed() != LaneSpeed.FDR10);
    }

    private static Set<LaneSpeed> speeds(PortInfo info) {
        Set<LaneSpeed> speeds = EnumSet.noneOf(LaneSpeed.class);
        info.linkSpeedSupported().forEach(speed -> {
            switch (speed) {
                case SDR -> speeds.add(LaneSpeed.SDR);
                case DDR -> speeds.add(LaneSpeed.DDR);
                case QDR -> speeds.add(LaneSpeed.QDR);
                case EXTENDED, UNKNOWN -> {}
            }
        });
        info.linkSpeedExtSupported().forEach(speed -> {
            switch (speed) {
                case FDR -> speeds.add(LaneSpeed.FDR);
                case EDR -> speeds.add(LaneSpeed.EDR);
                case HDR -> speeds.add(LaneSpeed.HDR);
                case NDR -> speeds.add(LaneSpeed.NDR);
                case NONE, UNKNOWN -> {}
            }
        });
        if (!info.linkSpeedExtSupported2().isEmpty()) {
            speeds.add(LaneSpeed.XDR);
        }
        return speeds;
    }
}
