package io.verbena.diag.routing;

import io.verbena.iba.Lid;
import io.verbena.iba.LinkRecord;
import io.verbena.iba.NodeInfo;
import io.verbena.sa.SaClient;

/** Determines the input port of packets that another node has sent. */
@FunctionalInterface
public interface Arrival {

    /**
     * Returns the number of the input port.
     *
     * @param from a LID of the node that sent the packets
     * @param exit the output port of that node
     * @param node the NodeInfo of the node that receives them
     */
    int port(Lid from, int exit, NodeInfo node);

    /** Returns an instance that uses the port through which the request arrived, according to the NodeInfo. */
    static Arrival reported() {
        return (from, exit, node) -> node.localPortNum();
    }

    /**
     * Returns an instance that uses the links of the subnet administration, whose NodeInfo is the response to another
     * request.
     */
    static Arrival of(SaClient sa) {
        return (from, exit, node) -> sa.table(LinkRecord.query().fromLid(from).fromPort(exit)).stream()
                .findFirst()
                .map(LinkRecord::toPort)
                .orElseGet(node::localPortNum);
    }
}
