package io.verbena.embedded.cm;

import io.verbena.embedded.time.Timeline;
import io.verbena.hca.PortSpace;
import io.verbena.iba.AlternatePathResponse;
import io.verbena.iba.AlternatePathStatus;
import io.verbena.iba.ConnectMessage;
import io.verbena.iba.ConnectReject;
import io.verbena.iba.ConnectReply;
import io.verbena.iba.ConnectRequest;
import io.verbena.iba.DisconnectReply;
import io.verbena.iba.DisconnectRequest;
import io.verbena.iba.Field;
import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.Layout;
import io.verbena.iba.LoadAlternatePath;
import io.verbena.iba.MessageReceiptAcknowledgment;
import io.verbena.iba.ReadyToUse;
import io.verbena.iba.RejectReason;
import io.verbena.iba.ServiceIdResolutionRequest;
import io.verbena.iba.ServiceIdResolutionResponse;
import io.verbena.iba.Structure;
import io.verbena.spi.MadAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The connection manager of a host, shared by all its programs like that of a kernel: it owns the service ports,
 * connections and multicast memberships. Must be used under the lock of the timeline.
 */
public final class CmHost {
    /** The maximum backlog, which backlog 0 stands for. */
    private static final int MAX_BACKLOG = 1024;

    private static final int PSN_BITS = 24;

    final Timeline timeline;
    final Guid guid;
    final String device;
    final CmNetwork network;
    private final List<CmPort> ports;
    final ServicePorts services = new ServicePorts();
    final HostConnection.Table connections;
    final CmSaClient administration;
    private final SplittableRandom random;
    final AddressSteps addressSteps = new AddressSteps(this);
    final ConnectionSteps connectionSteps = new ConnectionSteps(this);
    final DatagramSteps datagramSteps = new DatagramSteps(this);
    final GroupSteps groupSteps = new GroupSteps(this);
    private final Messages messages = new Messages(this, connectionSteps, datagramSteps);

    /**
     * Creates the connection manager of a host.
     *
     * @param guid the node GUID
     * @param device the name of the device
     * @param ports the ports in the order of their numbers
     */
    public CmHost(Timeline timeline, Guid guid, String device, CmNetwork network, List<? extends CmPort> ports) {
        this.timeline = timeline;
        this.guid = guid;
        this.device = device;
        this.network = network;
        this.ports = List.copyOf(ports);
        this.connections = new HostConnection.Table(timeline);
        this.administration = new CmSaClient(timeline);
        this.random = new SplittableRandom(guid.bits());
    }

    /** Processes a MAD of the communication management class. */
    public void received(CmPort port, MadAddress source, ByteBuffer mad) {
        CmDatagram datagram = CmDatagram.read(mad);
        messages.received(new CmDatagram.Sender(port, source, datagram.transaction(), datagram.modifier()), datagram);
    }

    /** Processes a response of the subnet administration, or a query that was returned with an errno. */
    public void answered(int status, ByteBuffer mad) {
        administration.answered(status, mad);
    }

    /** Joins the multicast groups of a port again, because its clients must register again (IBA 14.4.11). */
    public void registerAgain(CmPort port) {
        timeline.after(0, () -> groupSteps.joinAgain(port));
    }

    void listen(Identifier id, int backlog) {
        InetSocketAddress local = id.local;
        if (id.stage != Identifier.Stage.BOUND || local == null) {
            throw Failures.state("rdma_listen", id, "be bound");
        }
        services.requireAlone(id, local);
        id.backlog = backlog <= 0 ? MAX_BACKLOG : Math.min(backlog, MAX_BACKLOG);
        id.stage = Identifier.Stage.LISTENING;
    }

    void destroy(Identifier id) {
        discard(id);
        for (Channel.Event unread : id.channel.take(id)) {
            Identifier request = unread.request();
            if (request != null && request.stage != Identifier.Stage.DESTROYED) {
                destroy(request);
            }
        }
        HostConnection end = id.end;
        if (end != null) {
            end.abandon();
        }
        datagramSteps.abandon(id);
        groupSteps.abandon(id);
    }

    /**
     * Returns the port of this host that has an address; for a loopback address, the first active port.
     *
     * @return the port, or null if the address belongs to another host
     */
    @Nullable CmPort portOf(InetAddress address) {
        if (address.isLoopbackAddress()) {
            CmPort active = activePort();
            return active == null && !ports.isEmpty() ? ports.get(0) : active;
        }
        return ports.stream()
                .filter(port -> port.ipv4().equals(address) || port.linkLocal().equals(address))
                .findFirst()
                .orElse(null);
    }

    /** Returns the port of this host that has a GID; null if there is none. */
    @Nullable CmPort portOf(Gid gid) {
        return ports.stream().filter(port -> port.gid().equals(gid)).findFirst().orElse(null);
    }

    /** Returns the active port in the subnet of a GID and in a partition, the port with this GID first; null if there is none. */
    @Nullable CmPort portTo(Gid gid, int pKey) {
        return ports.stream()
                .filter(port ->
                        port.isActive() && port.gid().prefix() == gid.prefix() && port.partitionIndex(pKey) >= 0)
                .min(Comparator.comparing(port -> !port.gid().equals(gid)))
                .orElse(null);
    }

    @Nullable CmPort activePort() {
        return ports.stream().filter(CmPort::isActive).findFirst().orElse(null);
    }

    String addresses() {
        return ports.stream()
                .map(port -> port.ipv4().getHostAddress() + " and "
                        + port.linkLocal().getHostAddress())
                .reduce((one, other) -> one + ", " + other)
                .orElse("none");
    }

    Identifier create(HandleTable<Identifier> siblings, Channel channel, PortSpace space, long cookie) {
        return new Identifier(siblings, channel, space, cookie, random.nextInt(1 << PSN_BITS));
    }

    Identifier createFor(Identifier listening, CmPort port, Request.Service service, @Nullable IpHeader header) {
        Identifier id = create(listening.siblings, listening.channel, listening.space, listening.cookie());
        id.options.copy(listening.options);
        id.ib = listening.ib;
        id.pKey = listening.pKey;
        if (header == null || id.ib) {
            id.bind(new InetSocketAddress(IpAddresses.of(port.gid()), service.port()), port);
        } else {
            id.bind(new InetSocketAddress(header.destination(), service.port()), port);
            id.peer = new InetSocketAddress(header.source(), header.sourcePort());
        }
        id.stage = Identifier.Stage.CONNECTING;
        return id;
    }

    void discard(Identifier id) {
        id.stage = Identifier.Stage.DESTROYED;
        services.release(id);
        id.siblings.remove(id.number());
    }

    /**
     * Dispatches the messages that arrive to their connections. A message without a connection is dropped or answered here.
     */
    private static final class Messages {
        private final CmHost host;
        private final Map<Integer, Taker<?>> takers = new HashMap<>();

        private record Taker<T extends Structure>(Layout<T> layout, BiConsumer<CmDatagram.Sender, T> action) {
            void take(CmDatagram.Sender sender, CmDatagram datagram) {
                action.accept(sender, datagram.message(layout));
            }
        }

        Messages(CmHost host, ConnectionSteps connections, DatagramSteps datagrams) {
            this.host = host;
            take(ConnectRequest.LAYOUT, connections::requested);
            deliver(MessageReceiptAcknowledgment.LAYOUT, Connection::received);
            take(ConnectReject.LAYOUT, this::rejected);
            take(ConnectReply.LAYOUT, this::replied);
            deliver(ReadyToUse.LAYOUT, Connection::received);
            take(DisconnectRequest.LAYOUT, this::disconnect);
            deliver(DisconnectReply.LAYOUT, Connection::received);
            take(LoadAlternatePath.LAYOUT, Messages::noAlternatePath);
            take(ServiceIdResolutionRequest.LAYOUT, datagrams::requested);
            take(ServiceIdResolutionResponse.LAYOUT, datagrams::answered);
        }

        private <T extends Structure> void take(Layout<T> layout, BiConsumer<CmDatagram.Sender, T> action) {
            takers.put(layout.attributeId(), new Taker<>(layout, action));
        }

        void received(CmDatagram.Sender sender, CmDatagram datagram) {
            Taker<?> taker = takers.get(datagram.attributeId());
            if (taker != null) {
                taker.take(sender, datagram);
            }
        }

        private @Nullable Connection find(long own, long sender) {
            HostConnection end = host.connections.find(own, sender);
            return end == null ? null : end.connection;
        }

        /** Passes the messages of a type to their connections. */
        private <T extends Structure> void deliver(Layout<T> layout, BiConsumer<Connection, T> action) {
            Field own = layout.field("remoteCommunicationId");
            Field sender = layout.field("localCommunicationId");
            take(layout, (unused, message) -> {
                Connection connection = find(own.bits(message), sender.bits(message));
                if (connection != null) {
                    action.accept(connection, message);
                }
            });
        }

        private void rejected(CmDatagram.Sender sender, ConnectReject message) {
            Connection connection = message.reason() == RejectReason.TIMEOUT && message.remoteCommunicationId() == 0
                    ? takenBack(message)
                    : find(message.remoteCommunicationId(), message.localCommunicationId());
            if (connection != null) {
                connection.received(message);
            }
        }

        /**
         * Finds the connection of a request that its sender rejects. The message contains the GUID of the sender, which
         * does not know the remote ID.
         */
        private @Nullable Connection takenBack(ConnectReject message) {
            if (message.additionalInformationLength() < Long.BYTES) {
                return null;
            }
            Guid guid = Guid.of(ByteBuffer.wrap(message.additionalInformation()).getLong());
            HostConnection end = host.connections.asked(guid, message.localCommunicationId());
            return end == null ? null : end.connection;
        }

        private void replied(CmDatagram.Sender sender, ConnectReply message) {
            HostConnection end = host.connections.find(message.remoteCommunicationId(), message.localCommunicationId());
            if (end != null) {
                end.received(message, sender.modifier());
                return;
            }
            sender.answer(new ConnectReject()
                    .localCommunicationId(message.remoteCommunicationId())
                    .remoteCommunicationId(message.localCommunicationId())
                    .messageRejected(ConnectMessage.REPLY)
                    .reason(RejectReason.INVALID_COMMUNICATION_ID));
        }

        /**
         * Processes a request to disconnect. Without a connection, the sender receives a reply as if the connection had
         * just ended.
         */
        private void disconnect(CmDatagram.Sender sender, DisconnectRequest message) {
            HostConnection end = host.connections.find(message.remoteCommunicationId(), message.localCommunicationId());
            if (end == null) {
                sender.answer(new DisconnectReply()
                        .localCommunicationId(message.remoteCommunicationId())
                        .remoteCommunicationId(message.localCommunicationId()));
                return;
            }
            end.during(sender.transaction());
            end.connection.received(message);
        }

        /** Refuses an alternate path: queue pairs have one path. */
        private static void noAlternatePath(CmDatagram.Sender sender, LoadAlternatePath message) {
            sender.answer(new AlternatePathResponse()
                    .localCommunicationId(message.remoteCommunicationId())
                    .remoteCommunicationId(message.localCommunicationId())
                    .status(AlternatePathStatus.NOT_SUPPORTED));
        }
    }
}
