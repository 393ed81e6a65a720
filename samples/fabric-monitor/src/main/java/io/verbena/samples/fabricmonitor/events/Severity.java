package io.verbena.samples.fabricmonitor.events;

/** How bad it is that something happened. */
public enum Severity {
    /** Something is well again. */
    GOOD,
    /** Something is other than it was. */
    NOTE,
    /** Something should be looked at. */
    WARNING,
    /** Something does not work. */
    ERROR
}
