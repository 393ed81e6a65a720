package io.verbena.shell.view;

import io.verbena.iba.LaneSpeed;
import io.verbena.iba.LinkWidth;
import java.util.Locale;

/** Short names that several views share. */
final class Names {
    private Names() {}

    /** What a node calls itself, fit for a terminal: a control character could do anything there. */
    static String printable(String description) {
        return description
                .codePoints()
                .map(character -> Character.isISOControl(character) ? ' ' : character)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /** {@code 4x}. */
    static String width(LinkWidth width) {
        return width == LinkWidth.UNKNOWN ? "??" : width.text().toLowerCase(Locale.ROOT);
    }

    /** {@code EDR}. */
    static String speed(LaneSpeed speed) {
        return speed == LaneSpeed.UNKNOWN ? "???" : speed.name();
    }
}
