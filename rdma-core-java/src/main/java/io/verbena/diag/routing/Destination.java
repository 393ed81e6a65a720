package io.verbena.diag.routing;

import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeType;

/**
 * The port that has a LID.
 *
 * @param type the type of the node
 * @param portGuid the GUID of the port
 * @param name the name of the node
 * @param base the base LID of the port
 * @param lids the number of its LIDs, 1 to 128
 */
public record Destination(NodeType type, Guid portGuid, String name, Lid base, int lids) {}
