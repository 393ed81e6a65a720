package io.verbena.traffic.stream;

import io.verbena.stream.RdmaDatagramSocket;
import io.verbena.traffic.TrafficException;
import io.verbena.traffic.stream.StreamTestOptions.StreamWaits;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.InterruptedWaitException;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;

/** The socket of a datagram test. */
interface PongLink extends AutoCloseable {
    void send(ByteBuffer datagram, InetSocketAddress to);

    /** Waits for a datagram; returns its sender, or empty after the timeout. */
    Optional<InetSocketAddress> receive(ByteBuffer into, Duration timeout);

    /** Returns the maximum length of a datagram to a peer. */
    int maxLength(InetSocketAddress peer);

    @Override
    void close();

    /**
     * A socket whose datagrams travel over queue pairs.
     *
     * @param waits how a side waits; a datagram socket has no poller, so POLLING is BLOCKING
     */
    record OverQueuePairs(RdmaDatagramSocket socket, StreamWaits waits) implements PongLink {
        @Override
        public void send(ByteBuffer datagram, InetSocketAddress to) {
            socket.send(datagram, to);
        }

        @Override
        public Optional<InetSocketAddress> receive(ByteBuffer into, Duration timeout) {
            if (waits != StreamWaits.NONBLOCKING) {
                return socket.receive(into, timeout);
            }
            Deadline deadline = Deadline.in(timeout);
            Optional<InetSocketAddress> source = socket.receive(into, Duration.ZERO);
            while (source.isEmpty() && !deadline.isOver()) {
                if (Thread.currentThread().isInterrupted()) {
                    throw new InterruptedWaitException(socket);
                }
                Thread.onSpinWait();
                source = socket.receive(into, Duration.ZERO);
            }
            return source;
        }

        @Override
        public int maxLength(InetSocketAddress peer) {
            return socket.maxLength(peer);
        }

        @Override
        public void close() {
            socket.close();
        }
    }

    /** A UDP socket of the system. */
    record OverUdp(DatagramSocket socket) implements PongLink {
        /** The maximum of a socket for datagrams over IPv4. */
        private static final int MAX_LENGTH = 2040;

        static OverUdp at(InetSocketAddress address) {
            try {
                return new OverUdp(new DatagramSocket(address));
            } catch (SocketException e) {
                throw new TrafficException("cannot open the UDP socket " + address + ": " + e.getMessage());
            }
        }

        @Override
        public void send(ByteBuffer datagram, InetSocketAddress to) {
            try {
                socket.send(new DatagramPacket(
                        datagram.array(), datagram.arrayOffset() + datagram.position(), datagram.remaining(), to));
            } catch (IOException e) {
                throw new TrafficException("cannot send to " + to + ": " + e.getMessage());
            }
        }

        @Override
        public Optional<InetSocketAddress> receive(ByteBuffer into, Duration timeout) {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedWaitException(this);
            }
            DatagramPacket packet =
                    new DatagramPacket(into.array(), into.arrayOffset() + into.position(), into.remaining());
            try {
                socket.setSoTimeout((int) Math.max(1, timeout.toMillis()));
                socket.receive(packet);
            } catch (SocketTimeoutException e) {
                return Optional.empty();
            } catch (IOException e) {
                throw new TrafficException("cannot receive: " + e.getMessage());
            }
            into.position(into.position() + packet.getLength());
            return Optional.of((InetSocketAddress) packet.getSocketAddress());
        }

        @Override
        public int maxLength(InetSocketAddress peer) {
            return MAX_LENGTH;
        }

        @Override
        public void close() {
            socket.close();
        }
    }
}
