package io.verbena.diag.routing;

import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortInfo;
import io.verbena.mad.AsyncSubnetManagement;
import io.verbena.mad.SubnetManagement;
import io.verbena.path.IbPath;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Finds the ports that have LIDs. */
@FunctionalInterface
public interface Destinations {

    /** Finds the port that has a LID; empty if it is unknown. */
    CompletableFuture<Optional<Destination>> findAsync(Lid lid);

    /** Returns an instance that finds no ports. */
    static Destinations unknown() {
        return lid -> CompletableFuture.completedFuture(Optional.empty());
    }

    /** Returns an instance that uses a subnet that was read. */
    static Destinations of(Subnet subnet, NodeNameMap names) {
        return lid -> CompletableFuture.completedFuture(subnet.port(lid).map(port -> of(port, names)));
    }

    private static Destination of(Port port, NodeNameMap names) {
        return new Destination(port.node().type(), port.guid(), names.nameOf(port.node()), port.lid(), 1 << port.lmc());
    }

    /** Returns an instance that queries the LIDs. Unresponsive ports are unknown. */
    static Destinations askedBy(SubnetManagement management, NodeNameMap names) {
        return lid -> ask(management.async(), IbPath.to(lid), names)
                .thenApply(Optional::of)
                .exceptionally(failure -> Optional.empty());
    }

    private static CompletableFuture<Destination> ask(
            AsyncSubnetManagement management, IbPath path, NodeNameMap names) {
        CompletableFuture<NodeDescription> description = management.subnGet(NodeDescription.class, path);
        return management.subnGet(NodeInfo.class, path).thenCompose(node -> {
            int port = node.nodeType() == NodeType.SWITCH ? 0 : node.localPortNum();
            return management
                    .subnGet(PortInfo.class, path, port)
                    .thenCombine(
                            description,
                            (info, name) -> new Destination(
                                    node.nodeType(),
                                    node.portGuid(),
                                    names.nameOf(node.nodeGuid(), name.nodeString()),
                                    info.lid(),
                                    1 << info.lmc()));
        });
    }

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
}
