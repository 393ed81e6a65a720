package io.verbena.subnet;

import java.util.List;

/**
 * Something that must not be in a sound subnet.
 *
 * @param kind what it is
 * @param text the same in a line, with the ports
 * @param ports where it was found
 */
public record Finding(Kind kind, String text, List<Port> ports) {
    /** What can be wrong. */
    public enum Kind {
        /** Two ports that are not of one switch have the same GUID. */
        DUPLICATE_PORT_GUID,
        /** Two end ports have the same LID; with an LMC, share one of their LIDs. */
        DUPLICATE_LID
    }

    /** Makes the ports immutable. */
    public Finding {
        ports = List.copyOf(ports);
    }

    /** The text. */
    @Override
    public String toString() {
        return text;
    }
}
