package io.verbena.diag.link;

import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeType;
import org.jspecify.annotations.Nullable;

/**
 * One end of a link.
 *
 * @param node the GUID of the node
 * @param type what kind of node
 * @param name of the node
 * @param guid of the port; all ports of a switch have the same
 * @param lid by which the port is reached
 * @param port its number
 * @param externalPort its number on the outside of the chassis; null where that is not known
 */
public record LinkEnd(
        Guid node,
        NodeType type,
        String name,
        Guid guid,
        Lid lid,
        int port,
        @Nullable Integer externalPort) {}
