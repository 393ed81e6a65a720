package io.verbena.embedded.service;

import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.Layout;
import io.verbena.iba.Lid;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.Structure;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A client of ibsim's protocol, written from the description of the protocol and not with the classes of the service. */
final class RawClient implements AutoCloseable {
    static final int CONNECT = 1;
    static final int DISCONNECT = 2;
    static final int SET_IS_SM = 9;
    private static final int CONTROL = 80;
    private static final int PACKET = 288;
    private static final int TIMEOUT = 5000;

    private final InetSocketAddress service;
    private final DatagramSocket control = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    private final DatagramSocket packets = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    private int number = -1;

    RawClient(FabricService service) throws IOException {
        this.service = service.address();
        control.setSoTimeout(TIMEOUT);
        packets.setSoTimeout(TIMEOUT);
    }

    /** Attaches to a node, and returns whether the service accepts this. */
    boolean attach(String node, boolean manager) throws IOException {
        byte[] data = new byte[64];
        host(data)
                .putInt(0, packets.getLocalPort())
                .putInt(8, manager ? 1 : 0)
                .put(12, node.getBytes(StandardCharsets.UTF_8));
        byte[] answer = ask(0, CONNECT, data);
        number = host(answer).getInt(16);
        boolean accepted = type(answer) == CONNECT;
        if (accepted) {
            assertEcho(node, answer);
            packets.connect(new InetSocketAddress(service.getAddress(), service.getPort() + 1 + number));
        }
        return accepted;
    }

    private static void assertEcho(String node, byte[] answer) {
        String echoed = new String(answer, 28, node.length(), StandardCharsets.UTF_8);
        if (!echoed.equals(node)) {
            throw new AssertionError("the node '" + node + "' was answered with '" + echoed + "'");
        }
    }

    int number() {
        return number;
    }

    private static ByteBuffer host(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    }

    /** Returns the type of a response to a control request; 0 is a failure. */
    static int type(byte[] answer) {
        return host(answer).getInt(8);
    }

    /** Makes this client a subnet manager, or ends this, and returns the type of the response. */
    int manage(boolean here) throws IOException {
        byte[] data = new byte[64];
        host(data).putInt(here ? 1 : 0);
        return type(ask(number, SET_IS_SM, data));
    }

    /** Sends a control request as a client, and returns the 80 bytes of the response. */
    byte[] ask(int client, int type, byte[] data) throws IOException {
        byte[] message = new byte[CONTROL];
        host(message).putInt(0xdeadbeef).putInt(client).putInt(type).putInt(64).put(data);
        sendControl(message);
        byte[] answer = new byte[CONTROL + 1];
        DatagramPacket received = new DatagramPacket(answer, answer.length);
        control.receive(received);
        if (received.getLength() != CONTROL) {
            throw new AssertionError("a response of " + received.getLength() + " bytes");
        }
        return Arrays.copyOf(answer, CONTROL);
    }

    void sendControl(byte[] bytes) throws IOException {
        control.send(new DatagramPacket(bytes, bytes.length, service));
    }

    void sendPacket(byte[] bytes) throws IOException {
        try {
            packets.send(new DatagramPacket(bytes, bytes.length));
        } catch (PortUnreachableException e) {
            // The service has disconnected this client.
        }
    }

    /** Returns a directed route SMP as the 288 bytes of a packet. */
    static byte[] packet(long transaction, Layout<?> attribute, long modifier, int... path) {
        DirectedRouteSmp smp = new DirectedRouteSmp()
                .baseVersion(1)
                .managementClass(ManagementClass.SUBNET_DIRECTED_ROUTE)
                .classVersion(1)
                .method(MadMethod.GET)
                .attributeId(attribute.attributeId())
                .attributeModifier(modifier)
                .transactionId(transaction)
                .drSlid(Lid.PERMISSIVE)
                .drDlid(Lid.PERMISSIVE)
                .hopCount(path.length);
        for (int hop = 0; hop < path.length; hop++) {
            smp.initialPath(hop + 1, path[hop]);
        }
        return packet(0xffff, 0, smp.toBytes());
    }

    static byte[] packet(int lid, int queuePair, byte[] mad) {
        byte[] packet = new byte[PACKET];
        ByteBuffer.wrap(packet)
                .putShort(0, (short) lid)
                .putInt(8, queuePair)
                .putInt(12, queuePair)
                .putLong(24, mad.length)
                .put(32, mad);
        return packet;
    }

    /** Returns the next packet. */
    byte[] receive() throws IOException {
        byte[] bytes = new byte[PACKET + 1];
        DatagramPacket received = new DatagramPacket(bytes, bytes.length);
        packets.receive(received);
        if (received.getLength() != PACKET) {
            throw new AssertionError("a packet of " + received.getLength() + " bytes");
        }
        return Arrays.copyOf(bytes, PACKET);
    }

    static int status(byte[] packet) {
        return ByteBuffer.wrap(packet).getInt(16);
    }

    static DirectedRouteSmp smp(byte[] packet) {
        return DirectedRouteSmp.LAYOUT.wrap(packet, 32);
    }

    /** Sends a request for an attribute and returns it, checking the transaction ID. */
    <T extends Structure> T read(Layout<T> attribute, long modifier, int... path) throws IOException {
        long transaction = 0x7_0000_0000L + System.identityHashCode(this);
        sendPacket(packet(transaction, attribute, modifier, path));
        byte[] answer = receive();
        DirectedRouteSmp smp = smp(answer);
        if (status(answer) != 0 || smp.transactionId() != transaction) {
            throw new AssertionError("status " + status(answer) + ", " + smp);
        }
        return attribute.wrap(answer, 32 + 64);
    }

    /** Disappears without DISCONNECT, as a program that is killed. */
    @Override
    public void close() {
        control.close();
        packets.close();
    }
}
