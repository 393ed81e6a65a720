package io.verbena.embedded.service;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.error.RdmaException;
import io.verbena.spi.MadAddress;
import io.verbena.spi.PortAttributes;
import io.verbena.trace.Packet;
import io.verbena.trace.PacketListener;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.time.Instant;
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

    /**
     * Creates a client and starts its program.
     *
     * @param control the address of its control socket
     * @param packets the socket for MADs, connected to the client
     */
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

    /** Makes the client a subnet manager, or ends this; see {@link ClientProgram#manage}. */
    void manage(boolean here) {
        program.manage(here);
    }

    /**
     * Reads one datagram and sends its MAD. Datagrams of any other form are dropped.
     *
     * @return whether there was a datagram
     */
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
        if (control.getAddress().isLoopbackAddress()) {
            try (DatagramSocket probe = new DatagramSocket(control)) {
                gone = probe.isBound();
            } catch (IOException e) {
                // The client still has the port, as it should.
                return;
            }
        }
    }

    /** Ends the program, so that a subnet manager disappears from the fabric, and closes the socket. */
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
}
