package io.verbena.diag.routing;

import io.verbena.iba.Lid;
import io.verbena.iba.LinkRecord;
import io.verbena.iba.NodeInfo;
import io.verbena.sa.SaClient;

/** By which port of a node packets come in that another has sent out. */
@FunctionalInterface
public interface Arrival {

    /**
     * The number of the port.
     *
     * @param from a LID of the node that sent them
     * @param exit by which port
     * @param node what the node says to which they came
     */
    int port(Lid from, int exit, NodeInfo node);

    /** The node says by which port the question itself came in. */
    static Arrival told() {
        return (from, exit, node) -> node.localPortNum();
    }

    /** The subnet administration knows the link, where it tells what the node said to another. */
    static Arrival of(SaClient sa) {
        return (from, exit, node) -> sa.table(LinkRecord.query().fromLid(from).fromPort(exit)).stream()
                .findFirst()
                .map(LinkRecord::toPort)
                .orElseGet(node::localPortNum);
    }
}
