package io.verbena.embedded.service;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.EmbeddedNode;
import io.verbena.embedded.EmbeddedPort;
import io.verbena.error.RdmaException;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortInfo;
import io.verbena.spi.MadAddress;
import io.verbena.spi.PortAttributes;
import io.verbena.trace.Packet;
import io.verbena.trace.PacketListener;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.DatagramChannel;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A connected client: its program on the fabric, and the socket over which it exchanges MADs. */
final class ServiceClient implements ClientProgram.Output {
    private static final long ATTRIBUTES_NANOS = 1_000_000_000;

    final int number;
    final InetSocketAddress control;
    private final DatagramChannel packets;
    final ServedPort port;
    private final ClientPacket in = new ClientPacket();
    private final ClientPacket out = new ClientPacket();
    private final ClientProgram program;
    private final AutoCloseable running;
    private final @Nullable PacketListener listener;
    private final Runnable sendPacket;
    private @Nullable PortAttributes attributes;
    private long attributesRead;
    private volatile boolean gone;

    ServiceClient(
            int number,
            InetSocketAddress control,
            DatagramChannel packets,
            EmbeddedFabric fabric,
            ServedPort port,
            ServiceLimits limits,
            @Nullable PacketListener listener) {
        this.number = number;
        this.control = control;
        this.packets = packets;
        this.port = port;
        this.listener = listener;
        this.program = new ClientProgram(this, limits);
        this.sendPacket = () -> program.send(in);
        this.running = fabric.run(port.port(), program);
    }

    void manage(boolean here) {
        program.manage(here);
    }

    boolean readPacket() {
        try {
            if (packets.read(in.receiving()) == 0) {
                return false;
            }
        } catch (IOException e) {
            // A refused port is how a client that was killed shows.
            gone = true;
            return false;
        }
        if (in.isComplete()) {
            program.execute(sendPacket);
        }
        return true;
    }

    private void trace(Packet.Direction direction, int status, MadAddress remote, ByteBuffer mad) {
        PacketListener tracing = listener;
        if (tracing != null) {
            long now = System.nanoTime();
            PortAttributes current = attributes;
            if (current == null || now - attributesRead > ATTRIBUTES_NANOS) {
                current = port.port().attributes();
                attributes = current;
                attributesRead = now;
            }
            tracing.packet(
                    new Packet(direction, Instant.now(), port.port().toString(), current, remote, status, false, mad));
        }
    }

    @Override
    public void sent(MadAddress destination, ByteBuffer mad) {
        trace(Packet.Direction.SENT, 0, destination, mad);
    }

    @Override
    public void deliver(int status, MadAddress source, ByteBuffer mad) {
        trace(status == 0 ? Packet.Direction.RECEIVED : Packet.Direction.RETURNED, status, source, mad);
        try {
            // A full socket buffer loses the datagram, as a full receive queue of a device does.
            packets.write(out.write(source.lid(), source.queuePair(), status, mad));
        } catch (IOException e) {
            gone = true;
        }
    }

    /** Returns whether the client no longer exists, as far as the system tells. */
    boolean isGone() {
        return gone;
    }

    /** Notices that a client of this machine was killed: the port of its control socket is free. */
    void checkAlive() {
        if (control.getAddress().isLoopbackAddress() && isFree(control)) {
            gone = true;
        }
    }

    /** Returns whether no socket of this machine has a port. */
    static boolean isFree(InetSocketAddress address) {
        try (DatagramSocket probe = new DatagramSocket(address)) {
            return probe.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    void close() {
        try (packets) {
            running.close();
        } catch (IOException e) {
            throw new RdmaException("cannot close the socket of client " + number, e);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("the program of client " + number + " could not be stopped", e);
        }
    }

    @Override
    public String toString() {
        return "client " + number + " at " + port.port() + ", from " + control;
    }

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
                case ServiceMessage.GET_GUID ->
                    network.putLong(port.node().guid().bits());
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

    /**
     * A datagram of ibsim's protocol with one MAD: 288 bytes, big-endian except that the LIDs occupy the first two of four
     * bytes. It carries neither a P_Key nor a service level nor a global route.
     *
     * <pre>
     *  0 destination LID   4 source LID   8 destination QP   12 source QP   16 status   24 length, 8 bytes   32 MAD
     * </pre>
     */
    static final class ClientPacket {
        static final int LENGTH = 288;

        private static final int DESTINATION_LID = 0;
        private static final int SOURCE_LID = 4;
        private static final int DESTINATION_QP = 8;
        private static final int SOURCE_QP = 12;
        private static final int STATUS = 16;
        private static final int MAD_LENGTH = 24;
        private static final int MAD = 32;
        private static final int MAD_BYTES = 256;
        private static final int QP_MASK = 0xffffff;

        private final ByteBuffer bytes = ByteBuffer.allocateDirect(LENGTH + 1).order(ByteOrder.BIG_ENDIAN);
        private final ByteBuffer mad = bytes.slice(MAD, MAD_BYTES);

        /** Returns the buffer into which a datagram is received: one byte longer, so that an overlong one is noticed. */
        ByteBuffer receiving() {
            return bytes.clear();
        }

        boolean isComplete() {
            return bytes.position() == LENGTH;
        }

        int destinationLid() {
            return Short.toUnsignedInt(bytes.getShort(DESTINATION_LID));
        }

        int destinationQueuePair() {
            return bytes.getInt(DESTINATION_QP) & QP_MASK;
        }

        ByteBuffer mad() {
            return mad.clear();
        }

        ByteBuffer write(int sourceLid, int sourceQueuePair, int status, ByteBuffer content) {
            write(content)
                    .putShort(SOURCE_LID, (short) sourceLid)
                    .putInt(SOURCE_QP, sourceQueuePair)
                    .putInt(STATUS, status);
            return bytes;
        }

        /** Returns the datagram of a client for queue pair 0 of a LID. */
        ByteBuffer write(int destinationLid, ByteBuffer content) {
            return write(content).putShort(DESTINATION_LID, (short) destinationLid);
        }

        private ByteBuffer write(ByteBuffer content) {
            for (int at = 0; at < MAD; at += Long.BYTES) {
                bytes.putLong(at, 0);
            }
            bytes.putLong(MAD_LENGTH, MAD_BYTES).put(MAD, content, content.position(), MAD_BYTES);
            return bytes.clear().limit(LENGTH);
        }
    }
}
