package io.verbena.embedded.cm;

import io.verbena.iba.AlternatePathResponse;
import io.verbena.iba.AlternatePathStatus;
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
import org.jspecify.annotations.Nullable;

/** Takes messages as they arrive, and finds the connection that each is for. What is for none is dropped or answered. */
final class Messages {
    private final CmHost host;
    private final Map<Integer, Taker<?>> takers = new HashMap<>();

    private record Taker<T extends Structure>(Layout<T> layout, BiConsumer<Letter, T> action) {
        void take(Letter letter, CmDatagram datagram) {
            action.accept(letter, datagram.message(layout));
        }
    }

    Messages(CmHost host, ConnectionSteps connections, DatagramSteps datagrams) {
        this.host = host;
        take(ConnectRequest.LAYOUT, connections::requested);
        take(MessageReceiptAcknowledgment.LAYOUT, this::moreTime);
        take(ConnectReject.LAYOUT, this::rejected);
        take(ConnectReply.LAYOUT, this::replied);
        take(ReadyToUse.LAYOUT, this::ready);
        take(DisconnectRequest.LAYOUT, this::disconnect);
        take(DisconnectReply.LAYOUT, this::disconnected);
        take(LoadAlternatePath.LAYOUT, Messages::noAlternatePath);
        take(ServiceIdResolutionRequest.LAYOUT, datagrams::requested);
        take(ServiceIdResolutionResponse.LAYOUT, datagrams::answered);
    }

    private <T extends Structure> void take(Layout<T> layout, BiConsumer<Letter, T> action) {
        takers.put(layout.attributeId(), new Taker<>(layout, action));
    }

    void received(Letter letter, CmDatagram datagram) {
        Taker<?> taker = takers.get(datagram.attributeId());
        if (taker != null) {
            taker.take(letter, datagram);
        }
    }

    private @Nullable Connection find(long own, long sender) {
        ConnectionEnd end = host.connections().find(own, sender);
        return end == null ? null : end.connection();
    }

    private void moreTime(Letter letter, MessageReceiptAcknowledgment message) {
        Connection connection = find(message.remoteCommunicationId(), message.localCommunicationId());
        if (connection != null) {
            connection.received(message);
        }
    }

    private void rejected(Letter letter, ConnectReject message) {
        Connection connection = message.reason() == RejectReason.TIMEOUT && message.remoteCommunicationId() == 0
                ? takenBack(message)
                : find(message.remoteCommunicationId(), message.localCommunicationId());
        if (connection != null) {
            connection.received(message);
        }
    }

    /** Who takes back a request does not know the ID that it has here, and tells the GUID of its adapter. */
    private @Nullable Connection takenBack(ConnectReject message) {
        if (message.additionalInformationLength() < Long.BYTES) {
            return null;
        }
        Guid guid = Guid.of(ByteBuffer.wrap(message.additionalInformation()).getLong());
        ConnectionEnd end = host.connections().asked(guid, message.localCommunicationId());
        return end == null ? null : end.connection();
    }

    private void replied(Letter letter, ConnectReply message) {
        ConnectionEnd end = host.connections().find(message.remoteCommunicationId(), message.localCommunicationId());
        if (end != null) {
            end.connection().received(message);
        }
    }

    private void ready(Letter letter, ReadyToUse message) {
        Connection connection = find(message.remoteCommunicationId(), message.localCommunicationId());
        if (connection != null) {
            connection.received(message);
        }
    }

    /** Who asks for the end of what is gone is told that it has ended. */
    private void disconnect(Letter letter, DisconnectRequest message) {
        ConnectionEnd end = host.connections().find(message.remoteCommunicationId(), message.localCommunicationId());
        if (end == null) {
            letter.answer(new DisconnectReply()
                    .localCommunicationId(message.remoteCommunicationId())
                    .remoteCommunicationId(message.localCommunicationId()));
            return;
        }
        end.during(letter.transaction());
        end.connection().received(message);
    }

    private void disconnected(Letter letter, DisconnectReply message) {
        Connection connection = find(message.remoteCommunicationId(), message.localCommunicationId());
        if (connection != null) {
            connection.received(message);
        }
    }

    /** Queue pairs have one path. */
    private static void noAlternatePath(Letter letter, LoadAlternatePath message) {
        letter.answer(new AlternatePathResponse()
                .localCommunicationId(message.remoteCommunicationId())
                .remoteCommunicationId(message.localCommunicationId())
                .status(AlternatePathStatus.NOT_SUPPORTED));
    }
}
