package io.verbena.diag.link;

import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeType;
import org.jspecify.annotations.Nullable;

/**
 * One end of a link.
 *
 * @param node the GUID of the node
 * @param type the type of the node
 * @param name the name of the node
 * @param guid the GUID of the port, which all ports of a switch share
 * @param lid the LID of the port
 * @param port the port number
 * @param externalPort the external port number of the chassis; null if it is unknown
 */
public record LinkEnd(
        Guid node,
        NodeType type,
        String name,
        Guid guid,
        Lid lid,
        int port,
        @Nullable Integer externalPort) {}
