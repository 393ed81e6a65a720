package io.verbena.embedded.service;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.EmbeddedNode;
import io.verbena.embedded.EmbeddedPort;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortInfo;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** The port of a client, and what control requests read of it. */
record ServedPort(EmbeddedPort port) {
    private static final int FIRMWARE = 1;
    private static final int FIRMWARE_OFFSET = 16;
    private static final int KEYS = ServiceMessage.DATA / Short.BYTES;

    /**
     * Finds the port that a client asks for: port 0 of a switch, and port 1 of any other node. The suffix
     * {@code :number} selects another port.
     *
     * @param name a node by description, ID or GUID; empty for the first channel adapter
     * @throws IllegalArgumentException if there is no such node or port; the message contains the closest names
     */
    static ServedPort find(EmbeddedFabric fabric, String name) {
        int colon = name.lastIndexOf(':');
        if (colon > 0 && name.substring(colon + 1).matches("[0-9]{1,3}")) {
            EmbeddedNode node = node(fabric, name.substring(0, colon));
            return new ServedPort(node.port(Integer.parseInt(name.substring(colon + 1))));
        }
        EmbeddedNode node = node(fabric, name);
        return new ServedPort(node.port(node.type() == NodeType.SWITCH ? 0 : 1));
    }

    private static EmbeddedNode node(EmbeddedFabric fabric, String name) {
        return name.isEmpty()
                ? fabric.nodes().stream()
                        .filter(node -> node.type() == NodeType.CHANNEL_ADAPTER)
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("the fabric has no channel adapter"))
                : fabric.node(name);
    }

    /** Returns the response to a request that reads an attribute of the port; a failure for any other request. */
    ServiceMessage answer(ServiceMessage request) {
        byte[] data = new byte[ServiceMessage.DATA];
        ByteBuffer network = ByteBuffer.wrap(data);
        ByteBuffer host = ByteBuffer.wrap(data).order(ByteOrder.nativeOrder());
        switch (request.type) {
            case ServiceMessage.GET_PORT -> {
                PortInfo info = port.info();
                host.putShort((short) info.lid().bits()).put((byte) info.portStateBits());
            }
            case ServiceMessage.GET_VENDOR -> {
                NodeInfo info = port.nodeInfo();
                host.putInt(info.vendorId())
                        .putInt(info.deviceId())
                        .putInt((int) info.revision())
                        .putLong(FIRMWARE_OFFSET, FIRMWARE);
            }
            case ServiceMessage.GET_GID ->
                network.putLong(port.info().gidPrefix())
                        .putLong(port.node().guid().bits());
            case ServiceMessage.GET_GUID -> network.putLong(port.node().guid().bits());
            case ServiceMessage.GET_NODE_INFO -> port.nodeInfo().copyTo(data, 0);
            case ServiceMessage.GET_PORT_INFO -> {
                int number = request.port();
                if (number > port.node().numPorts()) {
                    return request.failure();
                }
                EmbeddedPort asked = number == 0 ? port : port.node().port(number);
                PortInfo info = asked.info();
                info.mKey(0).localPortNum(port.number()).copyTo(data, 0);
            }
            case ServiceMessage.GET_PARTITION_KEYS -> {
                List<Integer> keys = port.attributes().pKeys();
                keys.stream().limit(KEYS).forEach(key -> network.putShort(key.shortValue()));
            }
            default -> {
                return request.failure();
            }
        }
        return request.answer(data);
    }
}
