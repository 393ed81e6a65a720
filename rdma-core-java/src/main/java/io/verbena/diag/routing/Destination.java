package io.verbena.diag.routing;

import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeType;

/**
 * Who has a LID.
 *
 * @param type of the node
 * @param portGuid of the port
 * @param name of the node
 * @param base the first LID of the port
 * @param lids how many it has, 1 to 128
 */
public record Destination(NodeType type, Guid portGuid, String name, Lid base, int lids) {}
