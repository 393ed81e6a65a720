package io.verbena.embedded.cm;

import io.verbena.hca.CmEventType;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.EnhancedConnection;
import io.verbena.iba.ConnectMessage;
import io.verbena.iba.ConnectReject;
import io.verbena.iba.ConnectReply;
import io.verbena.iba.ConnectRequest;
import io.verbena.iba.ConnectionService;
import io.verbena.iba.IpServiceHeader;
import io.verbena.iba.Mtu;
import io.verbena.iba.RejectReason;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Connects identifiers of reliable connections, and processes the requests of peers. */
record ConnectionSteps(CmHost host) {
    private static final int REQUEST_DATA = new ConnectRequest().privateData().length;
    private static final int REPLY_DATA = new ConnectReply().privateData().length;
    private static final int REJECT_DATA = new ConnectReject().privateData().length;

    /** The bits of the vendor of options, an OUI. */
    private static final int VENDOR = 0xff_ffff;

    private static final int BYTE = 0xff;

    void connect(Identifier id, ConnectionParameters parameters) {
        ConnectRoute route = ConnectRoute.of(id);
        byte[] data = route.data(id, parameters.privateData(), REQUEST_DATA);
        ConnectionTerms terms = ConnectionTerms.asking(route.way(), id.psn, parameters);
        ConnectRequest request = new ConnectRequest()
                .vendorId(id.own.vendorId() & VENDOR)
                .serviceId(route.service())
                .localCaGuid(host.guid)
                .localQpn(parameters.queuePair())
                .responderResources(parameters.responderResources())
                .initiatorDepth(parameters.initiatorDepth())
                .remoteResponseTimeout(Timeouts.RESPONSE)
                .transportService(ConnectionService.RELIABLE_CONNECTION)
                .flowControl(parameters.flowControl() ? 1 : 0)
                .startingPsn(id.psn)
                .localResponseTimeout(Timeouts.RESPONSE)
                .retryCount(parameters.retries())
                .pKey(route.way().pKey())
                .pathPacketMtu(route.way().mtu())
                .rnrRetryCount(parameters.rnrRetries())
                .maxCmRetries(Timeouts.RETRIES)
                .srq(parameters.sharedReceiveQueue() ? 1 : 0)
                .primaryPath(route.way().describe(terms.acknowledgeTimeout))
                .privateData(data);
        id.stage = Identifier.Stage.CONNECTING;
        HostConnection end = HostConnection.asking(host.connections, route.port(), id, terms, request);
        end.options = id.own.options();
        begin(id, end);
    }

    /** Starts a connection. The identifier must know it before the peer can respond. */
    private static void begin(Identifier id, HostConnection end) {
        id.end = end;
        end.connection.begin();
    }

    static byte[] data(String call, Identifier id, ByteBuffer privateData, int most) {
        if (privateData.remaining() > most) {
            throw Failures.privateData(call, id, privateData.remaining(), most);
        }
        byte[] data = new byte[privateData.remaining()];
        privateData.duplicate().get(data);
        return data;
    }

    void accept(Identifier id, ConnectionParameters parameters) {
        byte[] data = data("rdma_accept", id, parameters.privateData(), REPLY_DATA);
        HostConnection end = id.end;
        int vendor = id.own.vendorId() & VENDOR;
        ConnectReply reply = new ConnectReply()
                .vendorIdHigh(vendor >>> Short.SIZE)
                .vendorIdMiddle((vendor >>> Byte.SIZE) & BYTE)
                .vendorIdLow(vendor & BYTE)
                .localQpn(parameters.queuePair())
                .startingPsn(id.psn)
                .responderResources(parameters.responderResources())
                .initiatorDepth(parameters.initiatorDepth())
                .targetAckDelay(Timeouts.ACKNOWLEDGE_DELAY)
                .flowControl(parameters.flowControl() ? 1 : 0)
                .rnrRetryCount(parameters.rnrRetries())
                .srq(parameters.sharedReceiveQueue() ? 1 : 0)
                .localCaGuid(host.guid)
                .privateData(Arrays.copyOf(data, REPLY_DATA));
        if (end != null) {
            end.options = id.own.options();
        }
        if (end == null || !end.connection.accept(reply)) {
            throw Failures.state("rdma_accept", id, "be of a request that waits");
        }
    }

    void reject(Identifier id, RejectReason reason, ByteBuffer privateData) {
        byte[] data = data("rdma_reject", id, privateData, REJECT_DATA);
        HostConnection end = id.end;
        if (end == null || !end.connection.reject(reason, data)) {
            throw Failures.state("rdma_reject", id, "be of a request or a response that waits");
        }
    }

    void establish(Identifier id) {
        HostConnection end = id.end;
        if (end == null || !end.connection.establish()) {
            throw Failures.state("rdma_establish", id, "have a response that waits");
        }
    }

    /** Disconnects an identifier; has no effect if the connection has ended or is being ended. */
    void disconnect(Identifier id) {
        HostConnection end = id.end;
        if (end == null) {
            throw Failures.state("rdma_disconnect", id, "be connected");
        }
        end.connection.disconnect();
    }

    void packetCame(Identifier id) {
        HostConnection end = id.end;
        if (end == null || !end.connection.packetCame()) {
            throw Failures.state("rdma_notify", id, "have accepted a request");
        }
    }

    void requested(CmDatagram.Sender sender, ConnectRequest message) {
        HostConnection known = host.connections.asked(message.localCaGuid(), message.localCommunicationId());
        if (known != null) {
            known.connection.requestedAgain();
            return;
        }
        HostConnection stale = host.connections.withQueuePair(message.localCaGuid(), message.localQpn());
        if (stale != null) {
            refuse(sender, message, RejectReason.STALE_CONNECTION);
            stale.connection.disconnect();
            return;
        }
        if (message.transportService() != ConnectionService.RELIABLE_CONNECTION) {
            refuse(sender, message, RejectReason.INVALID_TRANSPORT_SERVICE_TYPE);
            return;
        }
        Request request = Request.read(message);
        Identifier listening =
                request == null ? null : host.services.listener(request.service(), sender.port(), request.header());
        if (request == null || listening == null) {
            refuse(sender, message, RejectReason.INVALID_SERVICE_ID);
            return;
        }
        Mtu mtu = message.pathPacketMtu();
        if (mtu == Mtu.UNKNOWN || mtu.code() > sender.port().mtu().code()) {
            refuse(sender, message, RejectReason.INVALID_PATH_MTU);
            return;
        }
        take(sender, request, listening);
    }

    private void take(CmDatagram.Sender sender, Request request, Identifier listening) {
        ConnectRequest message = request.message();
        Identifier id = host.createFor(listening, sender.port(), request.service(), request.header());
        if (id.ib) {
            id.pKey = message.pKey();
            id.peer = new InetSocketAddress(IpAddresses.of(message.primaryPath().sgid()), 0);
        }
        CmPath way = CmPath.back(
                sender.port(), sender.source(), message.primaryPath(), message.pathPacketMtu(), message.pKey());
        id.way = way;
        id.offered(new EnhancedConnection(message.vendorId(), sender.modifier()));
        ConnectionParameters said = EventParameters.of(message, id.data(message.privateData()));
        Channel.Event event = new Channel.Event(listening, CmEventType.CONNECT_REQUEST, 0, id, 0, said, null);
        if (!listening.offer(event)) {
            host.discard(id);
            refuse(sender, message, RejectReason.CONSUMER_REJECT);
            return;
        }
        begin(
                id,
                HostConnection.asked(
                        host.connections, sender, request, id, ConnectionTerms.asked(way, id.psn, message)));
    }

    private static void refuse(CmDatagram.Sender sender, ConnectRequest message, RejectReason reason) {
        sender.answer(new ConnectReject()
                .remoteCommunicationId(message.localCommunicationId())
                .messageRejected(ConnectMessage.REQUEST)
                .reason(reason));
    }

    /**
     * The route of a request.
     *
     * @param port the port that sends the request
     * @param way the path to the peer
     * @param service the service ID
     * @param header the addresses that precede the private data; null for addresses of InfiniBand
     */
    record ConnectRoute(
            CmPort port, CmPath way, long service, @Nullable IpHeader header) {
        static ConnectRoute of(Identifier id) {
            CmPort port = id.port;
            CmPath way = id.way;
            InetSocketAddress local = id.local;
            InetSocketAddress peer = id.peer;
            if (id.stage != Identifier.Stage.ROUTE_RESOLVED
                    || way == null
                    || port == null
                    || local == null
                    || peer == null) {
                throw Failures.state("rdma_connect", id, "have a route resolved");
            }
            long service = new Request.Service(id.space, peer.getPort()).id();
            IpHeader header = id.ib ? null : new IpHeader(local.getAddress(), local.getPort(), peer.getAddress());
            return new ConnectRoute(port, way, service, header);
        }

        /** Returns the private data of a message that has a number of bytes for it. */
        byte[] data(Identifier id, ByteBuffer privateData, int length) {
            int most = header == null ? length : length - IpServiceHeader.LENGTH;
            byte[] data = ConnectionSteps.data("rdma_connect", id, privateData, most);
            return header == null ? Arrays.copyOf(data, length) : header.before(data, length);
        }
    }
}
