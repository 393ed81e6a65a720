package io.verbena.topology;

import io.verbena.iba.LaneSpeed;
import io.verbena.iba.LinkRate;
import io.verbena.iba.LinkSpeed;
import io.verbena.iba.LinkSpeedExtended;
import io.verbena.iba.LinkWidth;
import io.verbena.iba.VirtualLanes;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The text behind the two ends of a link: the options of ibsim, and the comment of ibnetdiscover. */
final class LinkAttributes {
    private static final Pattern COMMENT =
            Pattern.compile("(?:lid (?<lid>\\d{1,5}) lmc (?<lmc>[0-7]) )?\"(?<name>.*)\"(?: lid (?<peer>\\d{1,5}))?"
                    + "(?: (?<width>\\d{1,2}x|\\?\\?)(?<speed>[A-Z0-9]{3,5}|\\?\\?\\?))?"
                    + "(?: s=\\d{1,2} w=\\d{1,3} v=(?<lanes>\\d{1,2}))?"
                    // Cards and servers of a Xsigo chassis.
                    + "(?: slot \\d{1,3}| \\(scp\\))?\\s*");

    private final Line line;
    int lid;
    int lmc;
    int peerLid;
    private @Nullable LinkWidth width;
    private @Nullable LaneSpeed speed;
    VirtualLanes virtualLanes = VirtualLanes.VL0_TO_7;

    private LinkAttributes(Line line) {
        this.line = line;
    }

    static LinkAttributes read(Line line) {
        LinkAttributes link = new LinkAttributes(line);
        link.options();
        if (!line.skipBlanks().atEnd()) {
            line.require("#", "w=, s=, e=, v=, or # and a comment");
            link.comment(line.skipBlanks().rest());
        }
        return link;
    }

    // Masks of enabled values; the port uses the best of them.
    private void options() {
        for (String name = line.skipBlanks().word();
                !name.isEmpty();
                name = line.skipBlanks().word()) {
            line.require("=", "w=, s=, e= or v=");
            int mask = line.decimal(0, 255, name + "=");
            switch (name) {
                case "w" -> width = LinkNames.widest(mask);
                case "s" -> speed = speed == null ? LinkNames.fastest(LinkSpeed.class, mask) : speed;
                case "e" -> speed = mask == 0 ? speed : LinkNames.fastest(LinkSpeedExtended.class, mask);
                case "v" -> virtualLanes = VirtualLanes.of(mask);
                default -> throw line.expected("w=, s=, e= or v=");
            }
        }
    }

    private void comment(String text) {
        if (!text.startsWith("\"") && !text.startsWith("lid ")) {
            return; // A comment that a person has added.
        }
        Matcher comment = COMMENT.matcher(text);
        if (!comment.matches()) {
            throw line.expected("# \"name\" lid N 4xEDR, or # lid N lmc N \"name\" lid N 4xEDR");
        }
        lid = line.lid(comment.group("lid"));
        lmc = comment.group("lmc") == null ? 0 : Integer.parseInt(comment.group("lmc"));
        peerLid = line.lid(comment.group("peer"));
        if (comment.group("width") != null) {
            width = LinkNames.width(comment.group("width"), line);
            speed = LinkNames.speed(comment.group("speed"), line);
        }
        if (comment.group("lanes") != null) {
            virtualLanes = VirtualLanes.of(Integer.parseInt(comment.group("lanes")));
        }
    }

    LinkWidth width(LinkAttributes far) {
        LinkWidth one = width != null ? width : far.width != null ? far.width : LinkWidth.FOUR;
        LinkWidth other = far.width != null ? far.width : one;
        return LinkRate.lanes(one) <= LinkRate.lanes(other) ? one : other;
    }

    LaneSpeed speed(LinkAttributes far) {
        LaneSpeed one = speed != null ? speed : far.speed != null ? far.speed : LaneSpeed.SDR;
        LaneSpeed other = far.speed != null ? far.speed : one;
        return one.gigabits() <= other.gigabits() ? one : other;
    }
}
