package io.verbena.embedded.service;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.Layout;
import io.verbena.iba.Lid;
import io.verbena.iba.LinearForwardingTable;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.MulticastForwardingTable;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.PKeyTable;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.iba.SlToVlMappingTable;
import io.verbena.iba.SwitchInfo;
import io.verbena.iba.VlArbitrationTable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A client of a service, on a fabric of its own, that reads and writes the attributes of nodes as a subnet manager does.
 * The JVM compiles what these requests execute; the programs that come later would otherwise wait for it.
 */
final class ServiceWarmUp {
    private static final int DATA = DirectedRouteSmp.LAYOUT.field("data").bit() / Byte.SIZE;
    private static final String FABRIC = "fat-tree:2,4,4";
    private static final String HOST = "host0";
    private static final int[][] SWITCHES = {{1}, {1, 1}, {1, 2}, {1, 1, 1}, {1, 2, 3}};
    private static final int[][] ADAPTERS = {{}, {1, 3}, {1, 4}, {1, 1, 2, 3}};
    private static final int SWITCH_PORTS = 4;
    // As many as opensm has by default.
    private static final int OUTSTANDING = 4;

    private final DatagramChannel control;
    private final DatagramChannel packets;
    private final Selector selector;
    private final ServiceClient.ClientPacket packet = new ServiceClient.ClientPacket();
    private final List<Request> requests = new ArrayList<>();
    private final byte[] mad = new byte[DirectedRouteSmp.LAYOUT.length()];
    private final long end;

    private record Request(DirectedRouteSmp smp, boolean writable) {}

    private ServiceWarmUp(DatagramChannel control, DatagramChannel packets, Selector selector, long end)
            throws IOException {
        this.control = control;
        this.packets = packets;
        this.selector = selector;
        this.end = end;
        control.register(selector, SelectionKey.OP_READ);
        for (int[] path : SWITCHES) {
            addNode(path);
            add(SwitchInfo.LAYOUT, true, 0, path);
            add(LinearForwardingTable.LAYOUT, true, 0, path);
            add(MulticastForwardingTable.LAYOUT, true, 0, path);
            add(PortInfo.LAYOUT, true, 0, path);
            for (int port = 1; port <= SWITCH_PORTS; port++) {
                addPort(port, path);
            }
        }
        for (int[] path : ADAPTERS) {
            addNode(path);
            addPort(1, path);
        }
    }

    /** Sends requests for a time, and returns how many were answered. */
    static int run(Duration time) throws IOException {
        long end = System.nanoTime() + time.toNanos();
        InetSocketAddress loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (EmbeddedFabric fabric = EmbeddedFabric.builder(FABRIC).unmanaged().open();
                FabricService service = FabricService.builder(fabric).open();
                DatagramChannel control = ServiceLoop.bind(loopback);
                DatagramChannel packets = ServiceLoop.bind(loopback);
                Selector selector = Selector.open()) {
            ServiceWarmUp client = new ServiceWarmUp(control, packets, selector, end);
            return client.connect(service.address()) ? client.exchange() : 0;
        }
    }

    private void addNode(int... path) {
        add(NodeInfo.LAYOUT, false, 0, path);
        add(NodeDescription.LAYOUT, false, 0, path);
        add(PKeyTable.LAYOUT, true, 0, path);
    }

    private void addPort(int port, int... path) {
        add(PortInfo.LAYOUT, true, port, path);
        add(SlToVlMappingTable.LAYOUT, true, port, path);
        add(VlArbitrationTable.LAYOUT, true, 1 << 16 | port, path);
    }

    private void add(Layout<?> attribute, boolean writable, long modifier, int... path) {
        DirectedRouteSmp smp = new DirectedRouteSmp()
                .baseVersion(1)
                .managementClass(ManagementClass.SUBNET_DIRECTED_ROUTE)
                .classVersion(1)
                .method(MadMethod.GET)
                .transactionId(requests.size())
                .attributeId(attribute.attributeId())
                .attributeModifier(modifier)
                .drSlid(Lid.PERMISSIVE)
                .drDlid(Lid.PERMISSIVE)
                .hopCount(path.length);
        for (int hop = 0; hop < path.length; hop++) {
            smp.initialPath(hop + 1, path[hop]);
        }
        requests.add(new Request(smp, writable));
    }

    private boolean connect(InetSocketAddress address) throws IOException {
        ByteBuffer message = ByteBuffer.allocateDirect(ServiceMessage.LENGTH);
        int port = ((InetSocketAddress) packets.getLocalAddress()).getPort();
        ServiceMessage.connect(port, HOST).write(message);
        control.send(message, address);
        while (control.receive(message.clear()) == null) {
            if (!await()) {
                return false;
            }
        }
        ServiceMessage answer = ServiceMessage.read(message.flip());
        if (answer == null || answer.type != ServiceMessage.CONNECT) {
            return false;
        }
        packets.connect(new InetSocketAddress(address.getAddress(), address.getPort() + 1 + answer.client));
        packets.register(selector, SelectionKey.OP_READ);
        return true;
    }

    private int exchange() throws IOException {
        int answered = 0;
        int next = 0;
        while (leftMillis() > 0) {
            for (int sent = 0; sent < OUTSTANDING; sent++) {
                requests.get(next).smp.copyTo(mad, 0);
                packets.write(packet.write(Lid.PERMISSIVE.bits(), ByteBuffer.wrap(mad)));
                next = (next + 1) % requests.size();
            }
            int received = 0;
            while (received < OUTSTANDING) {
                if (packets.read(packet.receiving()) > 0) {
                    alternate();
                    received++;
                } else if (!await()) {
                    return answered + received;
                }
            }
            answered += received;
        }
        return answered;
    }

    /** Makes the next request of this kind write what was read, or read again. */
    private void alternate() {
        packet.mad().get(mad);
        DirectedRouteSmp response = DirectedRouteSmp.LAYOUT.wrap(mad, 0);
        assert response.status() == 0 : response;
        Request request = requests.get((int) response.transactionId());
        if (!request.writable || request.smp.method() == MadMethod.SET) {
            request.smp.method(MadMethod.GET);
            return;
        }
        if (response.attributeId() == PortInfo.LAYOUT.attributeId()) {
            PortInfo.LAYOUT
                    .wrapWritable(mad, DATA)
                    .lid(Lid.of(1))
                    .masterSmLid(Lid.of(1))
                    .portState(PortState.NO_CHANGE)
                    .portPhysicalState(PortPhysicalState.NO_CHANGE);
        }
        request.smp.method(MadMethod.SET).data(response.data());
    }

    private boolean await() throws IOException {
        long left = leftMillis();
        if (left > 0) {
            selector.select(key -> {}, left);
        }
        return left > 0;
    }

    private long leftMillis() {
        return TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
    }
}
