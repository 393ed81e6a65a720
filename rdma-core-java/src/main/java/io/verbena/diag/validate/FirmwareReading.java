package io.verbena.diag.validate;

import io.verbena.diag.MellanoxAgent;
import io.verbena.diag.NodePaths;
import io.verbena.diag.PendingRequests;
import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.MellanoxGeneralInfo;
import io.verbena.mad.MadTransactor;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads the firmware versions of Mellanox devices by their vendor-specific agents. A device that does not respond has no
 * version, because its firmware may lack the agent; any number of them costs one timeout.
 */
final class FirmwareReading {
    private static final int MELLANOX = 0x2c9;

    private FirmwareReading() {}

    /**
     * Reads the versions, such as {@code 20.31.1014}, by node GUID.
     *
     * @throws RdmaException if the end port is lost, or the thread is interrupted
     */
    static Map<Guid, String> read(Subnet subnet, MadTransactor mad, NodePaths paths) {
        MadTransactor quick = mad.withOptions(PendingRequests.withinOneTimeout(mad.options()));
        Map<Guid, String> versions = new ConcurrentHashMap<>();
        List<CompletableFuture<Node>> asked = new ArrayList<>();
        for (Node node : subnet.nodes()) {
            if (node.info().vendorId() == MELLANOX) {
                node.ports().stream()
                        .filter(port -> port.isEndPort() && port.lid().isUnicast())
                        .map(Port::lid)
                        .findFirst()
                        .ifPresent(lid -> asked.add(paths.pathToAsync(lid)
                                .thenCompose(path -> new MellanoxAgent(quick, path).generalInfoAsync())
                                .handle((info, failure) -> {
                                    if (failure == null) {
                                        versions.put(node.guid(), version(info));
                                    }
                                    return node;
                                })));
            }
        }
        PendingRequests.all(mad, asked, "the firmware versions of " + asked.size() + " devices");
        return versions;
    }

    private static String version(MellanoxGeneralInfo info) {
        return info.firmwareMajor() + "." + info.firmwareMinor() + "." + info.firmwareSubMinor();
    }
}
