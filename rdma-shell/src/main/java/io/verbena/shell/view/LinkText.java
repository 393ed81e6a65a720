package io.verbena.shell.view;

import io.verbena.diag.link.NodeLinks.LinkEnd;
import io.verbena.diag.link.NodeLinks.PortLink;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.LinkSpeed;
import io.verbena.iba.LinkSpeedExtended;
import io.verbena.iba.LinkSpeedExtended2;
import org.jspecify.annotations.Nullable;

/** Renders a link in the layout that iblinkinfo and ibqueryerrors share. */
final class LinkText {
    private static final String NOBODY = "             [  ] \"\" ( )";
    private static final String NOT_LEARNED = "      \"Port not available\"";

    private LinkText() {}

    /**
     * Returns the text that starts with the LID of the port: {@code 4    1[  ] ==( 4X 25.78125 Gbps Active/  LinkUp)==>
     * …}.
     */
    static String of(PortLink link, boolean withGuid, boolean additional) {
        return of("%6s %4d[%2s] ==(%s)%s==>%s", link, withGuid, additional);
    }

    /** Returns the text of ibqueryerrors, whose column for the port is narrower. */
    static String ofErrors(PortLink link) {
        return of("%6s %3d[%2s] ==(%s)%s==>%s", link, true, false);
    }

    private static String of(String format, PortLink link, boolean withGuid, boolean additional) {
        LinkEnd from = link.from();
        return format.formatted(
                from.lid(),
                from.port(),
                external(from),
                state(link),
                additional && !link.isDown()
                        ? " (HOQ:%d VL_Stall:%d)".formatted(link.hoqLife(), link.vlStallCount())
                        : "",
                peer(link, withGuid));
    }

    private static String state(PortLink link) {
        String states =
                "%6s/%8s".formatted(link.state().text(), link.physicalState().text());
        return link.isDown()
                ? " ".repeat(14) + states
                : "%3s %18s %s".formatted(link.width().text(), speed(link.speed()), states);
    }

    private static String peer(PortLink link, boolean withGuid) {
        LinkEnd to = link.to();
        if (to == null) {
            return link.isDown() ? NOBODY : NOT_LEARNED;
        }
        return "  %s%6s %4d[%2s] \"%s\" (%s %s)"
                .formatted(
                        withGuid ? to.guid().toHex() + " " : "",
                        to.lid(),
                        to.port(),
                        external(to),
                        Names.printable(to.name()),
                        link.possibleWidth() == null
                                ? ""
                                : "Could be " + link.possibleWidth().text(),
                        possible(link.possibleSpeed()));
    }

    private static String possible(@Nullable LaneSpeed speed) {
        return speed == null ? "" : "Could be " + speed(speed);
    }

    private static Object external(LinkEnd end) {
        return end.externalPort() == null ? "" : end.externalPort();
    }

    /** Returns the name of a speed in infiniband-diags; FDR10 is QDR in PortInfo. */
    private static String speed(LaneSpeed speed) {
        return switch (speed) {
            case SDR -> LinkSpeed.SDR.text();
            case DDR -> LinkSpeed.DDR.text();
            case QDR -> LinkSpeed.QDR.text();
            case FDR10 -> LinkSpeed.QDR.text() + " (FDR10)";
            case FDR -> LinkSpeedExtended.FDR.text();
            case EDR -> LinkSpeedExtended.EDR.text();
            case HDR -> LinkSpeedExtended.HDR.text();
            case NDR -> LinkSpeedExtended.NDR.text();
            case XDR -> LinkSpeedExtended2.XDR.text();
            case UNKNOWN -> "undefined";
        };
    }
}
