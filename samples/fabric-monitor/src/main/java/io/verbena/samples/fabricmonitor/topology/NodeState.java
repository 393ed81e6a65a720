package io.verbena.samples.fabricmonitor.topology;

/** How a node was found. */
public enum NodeState {
    /** It answered. */
    PRESENT,
    /** It did not answer, or no way leads to it any more. */
    LOST
}
