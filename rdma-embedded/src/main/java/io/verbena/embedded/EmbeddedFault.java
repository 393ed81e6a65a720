package io.verbena.embedded;

import java.util.Optional;

/**
 * An active fault of an embedded fabric.
 *
 * @param kind the kind of fault
 * @param node the affected node; empty for the whole fabric
 * @param port the affected port; empty for the whole node. For a link, its first end in the order of the fabric
 * @param detail a description of the fault
 */
public record EmbeddedFault(Kind kind, Optional<EmbeddedNode> node, Optional<EmbeddedPort> port, String detail) {

    /** The kinds of faults. */
    public enum Kind {
        /** All datagrams are delayed; see {@link EmbeddedFabric#delay}. */
        DELAY,
        /** Datagrams are lost; see {@link EmbeddedFabric#loss} and {@link EmbeddedFabric#pathLoss}. */
        LOSS,
        /** Datagrams are duplicated; see {@link EmbeddedFabric#duplicate}. */
        DUPLICATION,
        /** Datagrams are reordered; see {@link EmbeddedFabric#reorder}. */
        REORDERING,
        /** A node does not respond; see {@link EmbeddedNode#silence}. */
        SILENCE,
        /** A node reboots, or has rebooted and lacks its settings; see {@link EmbeddedNode#reboot}. */
        REBOOT,
        /** A host has no adapter; see {@link EmbeddedNode#unplug}. */
        REMOVAL,
        /** A node answers requests with status "busy"; see {@link EmbeddedNode#busy(int)}. */
        BUSY,
        /** A node redirects requests; see {@link EmbeddedNode#redirect}. */
        REDIRECT,
        /** A link is down; see {@link EmbeddedPort#down} and {@link EmbeddedPort#flap}. */
        CUT,
        /** A cable permits a lower speed only; see {@link EmbeddedPort#limit}. */
        SPEED,
        /** A port drops a service level; see {@link EmbeddedPort#dropServiceLevel}. */
        SERVICE_LEVEL,
        /** A port lacks a partition key; see {@link EmbeddedPort#removePartition}. */
        PARTITION
    }

    /** Returns the name of the affected port or node, or "the fabric". */
    public String where() {
        return port.map(EmbeddedPort::toString)
                .or(() -> node.map(EmbeddedNode::toString))
                .orElse("the fabric");
    }

    @Override
    public String toString() {
        return where() + ": " + detail;
    }
}
