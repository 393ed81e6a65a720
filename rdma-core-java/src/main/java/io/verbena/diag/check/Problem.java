package io.verbena.diag.check;

/**
 * Something of a node or a port that is not as it should be.
 *
 * @param kind what can be wrong
 * @param what the name of the field or counter; of {@link Kind#SILENT} that of the attribute that was asked for
 * @param value what it is
 * @param expected what it should be; of a counter, up to where it is no matter
 */
public record Problem(Kind kind, String what, String value, String expected) {
    /** What can be wrong. */
    public enum Kind {
        /** It does not answer, or refuses to. */
        SILENT,
        /** Another node answers in its place. */
        OTHER_NODE,
        /** It is not up, or not active. */
        STATE,
        /** It has one lane. */
        WIDTH,
        /** Its LIDs, or the one of its subnet manager, are missing or wrong. */
        ADDRESS,
        /** A counter is over its threshold. */
        COUNTER
    }
}
