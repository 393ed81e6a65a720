package io.verbena.embedded.cm;

import io.verbena.iba.AlternatePathResponse;
import io.verbena.iba.AlternatePathStatus;
import io.verbena.iba.ConnectMessage;
import io.verbena.iba.ConnectReject;
import io.verbena.iba.ConnectReply;
import io.verbena.iba.ConnectRequest;
import io.verbena.iba.DisconnectReply;
import io.verbena.iba.DisconnectRequest;
import io.verbena.iba.Guid;
import io.verbena.iba.Layout;
import io.verbena.iba.LoadAlternatePath;
import io.verbena.iba.MessageReceiptAcknowledgment;
import io.verbena.iba.ReadyToUse;
import io.verbena.iba.RejectReason;
import io.verbena.iba.ServiceIdResolutionRequest;
import io.verbena.iba.ServiceIdResolutionResponse;
import io.verbena.iba.Structure;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Dispatches the messages that arrive to their connections. A message without a connection is dropped or answered here.
 */
final class Messages {
    private final CmHostContext host;
    private final Map<Integer, Taker<?>> takers = new HashMap<>();

    private record Taker<T extends Structure>(Layout<T> layout, BiConsumer<CmDatagram.Sender, T> action) {
        void take(CmDatagram.Sender sender, CmDatagram datagram) {
            action.accept(sender, datagram.message(layout));
        }
    }

    Messages(CmHostContext host, ConnectionSteps connections, DatagramSteps datagrams) {
        this.host = host;
        take(ConnectRequest.LAYOUT, connections::requested);
        take(
                MessageReceiptAcknowledgment.LAYOUT,
                (sender, message) -> deliver(
                        message.remoteCommunicationId(), message.localCommunicationId(), end -> end.received(message)));
        take(ConnectReject.LAYOUT, this::rejected);
        take(ConnectReply.LAYOUT, this::replied);
        take(
                ReadyToUse.LAYOUT,
                (sender, message) -> deliver(
                        message.remoteCommunicationId(), message.localCommunicationId(), end -> end.received(message)));
        take(DisconnectRequest.LAYOUT, this::disconnect);
        take(
                DisconnectReply.LAYOUT,
                (sender, message) -> deliver(
                        message.remoteCommunicationId(), message.localCommunicationId(), end -> end.received(message)));
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

    private void deliver(long own, long sender, Consumer<Connection> message) {
        Connection connection = find(own, sender);
        if (connection != null) {
            message.accept(connection);
        }
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

    /** Processes a reply. A reply without a connection is rejected. */
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
