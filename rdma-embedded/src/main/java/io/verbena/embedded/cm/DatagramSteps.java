package io.verbena.embedded.cm;

import io.verbena.error.Errno;
import io.verbena.hca.CmEventType;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.DatagramDestination;
import io.verbena.iba.ServiceIdResolutionRequest;
import io.verbena.iba.ServiceIdResolutionResponse;
import io.verbena.iba.ServiceIdResolutionStatus;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Resolves the queue pairs of datagram services (IBA 12.11), and responds for those of this host. */
final class DatagramSteps {
    private static final int REQUEST_DATA = new ServiceIdResolutionRequest().privateData().length;
    private static final int RESPONSE_DATA = new ServiceIdResolutionResponse().privateData().length;
    // The limit of librdmacm.
    private static final int MAX_RESPONSE_DATA = 136;
    private static final long IDS = 0xffffffffL;

    private final CmHost host;
    private final Map<Long, Identifier> asking = new HashMap<>();
    private final Map<Asker, Identifier> asked = new HashMap<>();
    private long lastRequest;

    /** The sender of a request and its ID of the request. */
    private record Asker(int lid, long requestId) {}

    DatagramSteps(CmHost host) {
        this.host = host;
    }

    void connect(Identifier id, ConnectionParameters parameters) {
        ConnectionSteps.ConnectRoute route = ConnectionSteps.ConnectRoute.of(id);
        byte[] data = route.data(id, parameters.privateData(), REQUEST_DATA);
        long request = nextRequest();
        long interval = Timeouts.roundTripNanos(route.way().lifeTime(), Timeouts.RESPONSE);
        HostConnection.Resender resender =
                new HostConnection.Resender(host.timeline, interval, Timeouts.RETRIES, () -> unanswered(id));
        id.exchange = new DatagramExchange(resender, null, request, route.service());
        id.stage = Identifier.Stage.CONNECTING;
        asking.put(request, id);
        ServiceIdResolutionRequest question = new ServiceIdResolutionRequest()
                .requestId(request)
                .serviceId(route.service())
                .privateData(data);
        long transaction = host.connections.nextTransaction();
        resender.send(() -> route.port().send(route.way().address(), CmDatagram.of(question, transaction)));
    }

    private long nextRequest() {
        do {
            lastRequest = lastRequest % IDS + 1;
        } while (asking.containsKey(lastRequest));
        return lastRequest;
    }

    private void unanswered(Identifier id) {
        forget(id);
        id.report(Channel.Event.of(id, CmEventType.UNREACHABLE, -Errno.ETIMEDOUT));
    }

    void answered(CmDatagram.Sender sender, ServiceIdResolutionResponse answer) {
        Identifier id = asking.get(answer.requestId());
        CmPath way = id == null ? null : id.way;
        if (id == null || way == null || sender.source().lid() != way.dlid()) {
            return;
        }
        forget(id);
        ConnectionParameters said =
                EventParameters.datagrams(Arrays.copyOf(answer.privateData(), MAX_RESPONSE_DATA), answer.qpn());
        if (answer.status() == ServiceIdResolutionStatus.VALID) {
            DatagramDestination destination = new DatagramDestination(way.vector(), answer.qpn(), (int) answer.qKey());
            id.report(new Channel.Event(id, CmEventType.ESTABLISHED, 0, null, 0, said, destination));
        } else {
            id.report(Channel.Event.of(id, CmEventType.UNREACHABLE, answer.statusBits(), said));
        }
    }

    void requested(CmDatagram.Sender sender, ServiceIdResolutionRequest message) {
        Asker asker = new Asker(sender.source().lid(), message.requestId());
        Identifier known = asked.get(asker);
        DatagramExchange before = known == null ? null : known.exchange;
        if (before != null) {
            before.askedAgain();
            return;
        }
        Request.Service service = Request.service(message);
        IpHeader header = IpHeader.read(message.privateData());
        Identifier listening = service == null ? null : host.services.listener(service, sender.port(), header);
        DatagramExchange exchange = new DatagramExchange(null, sender, message.requestId(), message.serviceId());
        if (service == null || listening == null) {
            exchange.answer(refusal(ServiceIdResolutionStatus.SERVICE_ID_NOT_SUPPORTED));
            return;
        }
        Identifier id = host.createFor(listening, sender.port(), service, header);
        ConnectionParameters said = EventParameters.data(id.data(message.privateData()));
        if (!listening.offer(new Channel.Event(listening, CmEventType.CONNECT_REQUEST, 0, id, 0, said, null))) {
            host.discard(id);
            exchange.answer(refusal(ServiceIdResolutionStatus.NO_QP));
            return;
        }
        id.exchange = exchange;
        asked.put(asker, id);
    }

    void accept(Identifier id, ConnectionParameters parameters) {
        byte[] data = ConnectionSteps.data("rdma_accept", id, parameters.privateData(), MAX_RESPONSE_DATA);
        ServiceIdResolutionResponse response = new ServiceIdResolutionResponse()
                .status(ServiceIdResolutionStatus.VALID)
                .qpn(parameters.queuePair())
                .qKey(Integer.toUnsignedLong(id.queueKey()))
                .privateData(Arrays.copyOf(data, RESPONSE_DATA));
        answer("rdma_accept", id, response);
    }

    void reject(Identifier id, ByteBuffer privateData) {
        byte[] data = ConnectionSteps.data("rdma_reject", id, privateData, MAX_RESPONSE_DATA);
        answer(
                "rdma_reject",
                id,
                refusal(ServiceIdResolutionStatus.REJECTED).privateData(Arrays.copyOf(data, RESPONSE_DATA)));
    }

    private static void answer(String call, Identifier id, ServiceIdResolutionResponse response) {
        DatagramExchange exchange = id.exchange;
        if (exchange == null || !exchange.answer(response)) {
            throw Failures.state(call, id, "be of a request that waits");
        }
    }

    private static ServiceIdResolutionResponse refusal(ServiceIdResolutionStatus status) {
        return new ServiceIdResolutionResponse().status(status);
    }

    void abandon(Identifier id) {
        DatagramExchange exchange = id.exchange;
        if (exchange != null) {
            // A request that was already answered is not answered again.
            exchange.answer(refusal(ServiceIdResolutionStatus.REJECTED));
            forget(id);
        }
    }

    private void forget(Identifier id) {
        DatagramExchange exchange = id.exchange;
        if (exchange != null) {
            exchange.answered();
            CmDatagram.@Nullable Sender sender = exchange.sender;
            if (sender == null) {
                asking.remove(exchange.requestId);
            } else {
                asked.remove(new Asker(sender.source().lid(), exchange.requestId));
            }
        }
    }

    /** The resolution of a service ID to a queue pair (IBA 12.11), on the requesting or on the responding side. */
    static final class DatagramExchange {
        /** Repeats the request; null on the responding side. */
        private final HostConnection.@Nullable Resender resender;

        /** The sender of the request; null on the requesting side. */
        final CmDatagram.@Nullable Sender sender;

        final long requestId;
        private final long serviceId;
        private @Nullable ServiceIdResolutionResponse response;

        DatagramExchange(
                HostConnection.@Nullable Resender resender,
                CmDatagram.@Nullable Sender sender,
                long requestId,
                long serviceId) {
            this.resender = resender;
            this.sender = sender;
            this.requestId = requestId;
            this.serviceId = serviceId;
        }

        /** Sends the response; returns false on the requesting side, or if the response was already sent. */
        boolean answer(ServiceIdResolutionResponse answer) {
            if (sender == null || response != null) {
                return false;
            }
            response = answer.requestId(requestId).serviceId(serviceId);
            sender.answer(response);
            return true;
        }

        void askedAgain() {
            if (sender != null && response != null) {
                sender.answer(response);
            }
        }

        void answered() {
            if (resender != null) {
                resender.answered();
            }
        }
    }
}
