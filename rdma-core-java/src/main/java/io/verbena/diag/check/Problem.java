package io.verbena.diag.check;

/**
 * A problem of a node or a port.
 *
 * @param kind the kind of problem
 * @param what the name of the field or counter; for {@link Kind#SILENT}, the attribute that was requested
 * @param value the actual value
 * @param expected the expected value; for a counter, its threshold
 */
public record Problem(Kind kind, String what, String value, String expected) {
    /** The kinds of problems. */
    public enum Kind {
        /** The node does not respond, or refuses the request. */
        SILENT,
        /** Another node responds in its place. */
        OTHER_NODE,
        /** The port is not up or not active. */
        STATE,
        /** The link width is 1X. */
        WIDTH,
        /** The LIDs or the SM LID are missing or invalid. */
        ADDRESS,
        /** A counter exceeds its threshold. */
        COUNTER
    }
}
