package io.verbena.embedded.service;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.Layout;
import io.verbena.iba.Lid;
import io.verbena.iba.LinearForwardingTable;
import io.verbena.iba.LinkDownDefaultState;
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
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A client that brings up a small fabric over its service, as a subnet manager does, again and again. The JVM compiles what these
 * requests execute; the programs that come later would otherwise wait for it. Each fabric is new, because code that the JVM compiled
 * for nodes that exist is of no use for the first request to a node.
 */
final class ServiceWarmUp {
    private static final String FABRIC = "fat-tree:2,4,4";
    private static final String HOST = "host0";
    private static final int[][] SWITCHES = {{1}, {1, 1}, {1, 2}, {1, 1, 1}, {1, 2, 3}};
    private static final int[][] ADAPTERS = {{}, {1, 3}, {1, 4}, {1, 1, 2, 3}};
    private static final int SWITCH_PORTS = 4;
    // As many as opensm has by default.
    private static final int OUTSTANDING = 4;
    /** The LID of the port of the client, whose node is the first. */
    private static final int MANAGER = 1;

    private final DatagramChannel control;
    private final DatagramChannel packets;
    private final Selector selector;
    private final ServiceClient.ClientPacket packet = new ServiceClient.ClientPacket();
    private final List<Request> requests = new ArrayList<>();
    private final ByteBuffer message = ByteBuffer.allocateDirect(ServiceMessage.LENGTH);
    private final byte[] mad = new byte[DirectedRouteSmp.LAYOUT.length()];
    private final long end;
    private int nodes;
    private int client;
    private int answered;

    /** A request to a node that gets a LID, and whether a subnet manager sets what it gets. */
    private record Request(DirectedRouteSmp smp, int lid, boolean writable) {
        boolean isForPort() {
            return smp.attributeId() == PortInfo.LAYOUT.attributeId() && smp.attributeModifier() > 0;
        }

        Request get() {
            smp.method(MadMethod.GET);
            return this;
        }

        Request getByLid() {
            smp.managementClass(ManagementClass.SUBNET_LID_ROUTED);
            return get();
        }

        /** Sets what was read, with this state of a port. */
        Request set(PortState state) {
            smp.method(MadMethod.SET);
            if (smp.attributeId() == PortInfo.LAYOUT.attributeId()) {
                byte[] data = smp.data();
                PortInfo.LAYOUT
                        .wrapWritable(data, 0)
                        .lid(Lid.of(lid))
                        .masterSmLid(Lid.of(MANAGER))
                        .portState(state)
                        .portPhysicalState(PortPhysicalState.NO_CHANGE)
                        .clientReregister(state == PortState.ACTIVE ? 1 : 0)
                        .linkDownDefaultState(
                                state == PortState.ARMED
                                        ? LinkDownDefaultState.POLLING
                                        : LinkDownDefaultState.NO_CHANGE);
                smp.data(data);
            }
            return this;
        }
    }

    private ServiceWarmUp(DatagramChannel control, DatagramChannel packets, Selector selector, long end)
            throws IOException {
        this.control = control;
        this.packets = packets;
        this.selector = selector;
        this.end = end;
        control.register(selector, SelectionKey.OP_READ);
        for (int[] path : ADAPTERS) {
            nodes++;
            addNode(path);
            addPort(1, path);
        }
        for (int[] path : SWITCHES) {
            nodes++;
            addNode(path);
            add(SwitchInfo.LAYOUT, true, 0, path);
            add(LinearForwardingTable.LAYOUT, true, 0, path);
            add(MulticastForwardingTable.LAYOUT, true, 0, path);
            add(PortInfo.LAYOUT, true, 0, path);
            for (int port = 1; port <= SWITCH_PORTS; port++) {
                addPort(port, path);
                add(PKeyTable.LAYOUT, true, (long) port << 16, path);
            }
        }
    }

    /** Brings up fabrics for a time, and returns how many requests were answered. */
    static int run(Duration time) throws IOException {
        long end = System.nanoTime() + time.toNanos();
        int answered = 0;
        while (end - System.nanoTime() > 0) {
            answered += bringUp(end);
        }
        return answered;
    }

    private static int bringUp(long end) throws IOException {
        InetSocketAddress loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (EmbeddedFabric fabric = EmbeddedFabric.builder(FABRIC).unmanaged().open();
                FabricService service = FabricService.builder(fabric).open();
                DatagramChannel control = ServiceLoop.bind(loopback);
                DatagramChannel packets = ServiceLoop.bind(loopback);
                Selector selector = Selector.open()) {
            ServiceWarmUp client = new ServiceWarmUp(control, packets, selector, end);
            control.connect(service.address());
            if (client.connect(service.address()) && !ServiceClient.isFree(service.address())) {
                client.bringUp();
            }
            return client.answered;
        }
    }

    private void bringUp() throws IOException {
        exchange(requests.stream().map(Request::get));
        exchange(requests.stream().filter(Request::writable).map(request -> request.set(PortState.NO_CHANGE)));
        for (PortState state : List.of(PortState.ARMED, PortState.ACTIVE)) {
            exchange(requests.stream().filter(Request::isForPort).map(request -> request.set(state)));
        }
        for (int type = ServiceMessage.GET_PORT; type <= ServiceMessage.GET_PARTITION_KEYS; type++) {
            // A subnet manager that starts at a port changes its capabilities, and gets a trap that reports this.
            ask(ServiceMessage.request(client, type, type == ServiceMessage.SET_IS_SM ? 1 : 0));
        }
        exchange(requests.stream().filter(request -> request.lid == MANAGER).map(Request::getByLid));
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
        requests.add(new Request(smp, nodes, writable));
    }

    private boolean connect(InetSocketAddress address) throws IOException {
        int port = ((InetSocketAddress) packets.getLocalAddress()).getPort();
        ServiceMessage response = ask(ServiceMessage.connect(port, HOST));
        if (response == null || response.type != ServiceMessage.CONNECT) {
            return false;
        }
        client = response.client;
        packets.connect(new InetSocketAddress(address.getAddress(), address.getPort() + 1 + client));
        packets.register(selector, SelectionKey.OP_READ);
        return true;
    }

    private @Nullable ServiceMessage ask(ServiceMessage request) throws IOException {
        request.write(message);
        control.write(message);
        while (control.read(message.clear()) <= 0) {
            if (!await()) {
                return null;
            }
        }
        return ServiceMessage.read(message.flip());
    }

    private void exchange(Stream<Request> batch) throws IOException {
        Iterator<Request> left = batch.iterator();
        int outstanding = 0;
        while (leftMillis() > 0 && (outstanding > 0 || left.hasNext())) {
            while (outstanding < OUTSTANDING && left.hasNext()) {
                DirectedRouteSmp smp = left.next().smp;
                boolean directed = smp.managementClass() == ManagementClass.SUBNET_DIRECTED_ROUTE;
                smp.copyTo(mad, 0);
                packets.write(packet.write(directed ? Lid.PERMISSIVE.bits() : MANAGER, ByteBuffer.wrap(mad)));
                outstanding++;
            }
            if (packets.read(packet.receiving()) == 0) {
                await();
            } else if (takeResponse()) {
                outstanding--;
            }
        }
    }

    /** Stores what a response contains. Returns false for a trap, which answers no request. */
    private boolean takeResponse() {
        packet.mad().get(mad);
        DirectedRouteSmp response = DirectedRouteSmp.LAYOUT.wrap(mad, 0);
        if (response.method() != MadMethod.GET_RESPONSE) {
            return false;
        }
        requests.get((int) response.transactionId()).smp.data(response.data());
        answered++;
        return true;
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
