package io.verbena.samples.fabricmonitor.topology;

/** How a link was found, the worst last. */
public enum LinkState {
    /** Both ends carry traffic. */
    ACTIVE,
    /** It is up, and waits for a subnet manager. */
    INACTIVE,
    /** It is up, and what stands behind it does not answer. */
    SILENT,
    /** It is down. */
    DOWN
}
