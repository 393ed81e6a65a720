package io.verbena.diag;

import io.verbena.error.RdmaException;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.LinkRate;
import io.verbena.iba.LinkWidth;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortPhysicalState;
import io.verbena.mad.SubnetManagement;
import io.verbena.path.DirectedPath;
import io.verbena.path.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A port and the port at the other end of its link, if it is a switch port whose link is up.
 *
 * @param port the port
 * @param peer the other end; null if there is none, or it was not queried
 * @param warnings attributes of the link that are below what both ends enable
 * @param failures why the other end could not be read
 */
public record LinkReport(
        PortReading port, @Nullable PortReading peer, List<String> warnings, List<RdmaException> failures) {
    /** The value of LinkSpeedExtEnabled that disables all extended speeds (IBA 14.2.5.6). */
    private static final int EXTENDED_DISABLED = 30;

    /**
     * Reads both ends.
     *
     * @throws RdmaException if the port itself cannot be read
     */
    public static LinkReport read(SubnetManagement mad, Path path, int number) {
        PortReading port = PortReading.read(mad, path, number);
        if (!port.isExternal() || port.info().portPhysicalState() != PortPhysicalState.LINK_UP) {
            return new LinkReport(port, null, List.of(), List.of());
        }
        try {
            PortReading peer = peer(mad, path.then(DirectedPath.of(number)));
            return new LinkReport(port, peer, warnings(port.info(), peer.info()), List.of());
        } catch (RdmaException e) {
            return new LinkReport(
                    port, null, List.of(), List.of(e.during("cannot read the other end of port " + number)));
        }
    }

    /** Reads the port through which the path arrives, or the management port of a switch that is addressed by it. */
    private static PortReading peer(SubnetManagement mad, Path path) {
        return PortReading.read(mad, path, mad.subnGet(NodeInfo.class, path).localPortNum());
    }

    private static List<String> warnings(PortInfo here, PortInfo there) {
        List<String> warnings = new ArrayList<>();
        wider(here, there)
                .ifPresent(best -> warnings.add(
                        "the link is " + here.linkWidthActive().text() + " wide, and both ends enable " + best.text()));
        faster(here, there)
                .ifPresent(best -> warnings.add(
                        "the link runs at " + LaneSpeed.active(here).gigabits()
                                + " Gb/s per lane, and both ends enable " + best.gigabits() + " Gb/s"));
        return List.copyOf(warnings);
    }

    /** Returns the greatest width that both ends of a link enable, if it exceeds the active width. */
    public static Optional<LinkWidth> wider(PortInfo here, PortInfo there) {
        LinkWidth active = here.linkWidthActive();
        return here.linkWidthEnabled().stream()
                .filter(there.linkWidthEnabled()::contains)
                .max(Comparator.comparingInt(LinkRate::lanes))
                .filter(best -> LinkRate.lanes(best) > LinkRate.lanes(active));
    }

    /** Returns the highest speed that both ends of a link enable, if it exceeds the active speed. */
    public static Optional<LaneSpeed> faster(PortInfo here, PortInfo there) {
        LaneSpeed active = LaneSpeed.active(here);
        Set<LaneSpeed> others = enabled(there);
        return enabled(here).stream()
                .filter(others::contains)
                .max(Comparator.comparingDouble(LaneSpeed::gigabits))
                .filter(best -> best.gigabits() > active.gigabits());
    }

    private static Set<LaneSpeed> enabled(PortInfo port) {
        Set<LaneSpeed> enabled = LaneSpeed.enabled(port);
        if (port.linkSpeedExtEnabledBits() == EXTENDED_DISABLED) {
            enabled.removeIf(speed -> speed.gigabits() > LaneSpeed.QDR.gigabits());
        }
        return enabled;
    }
}
