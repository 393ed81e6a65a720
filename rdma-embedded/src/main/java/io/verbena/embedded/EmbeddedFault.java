package io.verbena.embedded;

import java.util.Optional;

/**
 * Something that is wrong with an embedded fabric because somebody wanted it to be.
 *
 * @param kind what kind of fault
 * @param node the node it is of; empty for the whole fabric
 * @param port the port it is of; empty for the whole node. Of a link, its first end in the order of the fabric
 * @param detail the rest of it in words, such as how much
 */
public record EmbeddedFault(Kind kind, Optional<EmbeddedNode> node, Optional<EmbeddedPort> port, String detail) {

    /** What can be wrong. */
    public enum Kind {
        /** {@link EmbeddedFabric#delay}. */
        DELAY,
        /** {@link EmbeddedFabric#loss}. */
        LOSS,
        /** {@link EmbeddedFabric#duplicate}. */
        DUPLICATION,
        /** {@link EmbeddedFabric#reorder}. */
        REORDERING,
        /** {@link EmbeddedNode#silence}. */
        SILENCE,
        /** {@link EmbeddedNode#reboot}, also when the node is back and has not got its settings back. */
        REBOOT,
        /** {@link EmbeddedNode#busy(int)}. */
        BUSY,
        /** {@link EmbeddedNode#redirect}. */
        REDIRECT,
        /** {@link EmbeddedPort#down} and {@link EmbeddedPort#flap}. */
        CUT,
        /** {@link EmbeddedPort#dropServiceLevel}. */
        SERVICE_LEVEL,
        /** {@link EmbeddedPort#removePartition}. */
        PARTITION
    }

    /** Where it is: a port, a node, or the fabric. */
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
