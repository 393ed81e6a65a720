package io.verbena.embedded.cm;

import io.verbena.iba.ServiceIdResolutionResponse;
import org.jspecify.annotations.Nullable;

/** The resolution of a service ID to a queue pair (IBA 12.11), on the requesting or on the responding side. */
final class DatagramExchange {
    private final @Nullable Resender resender;

    /** The sender of the request; null on the requesting side. */
    final CmDatagram.@Nullable Sender sender;

    final long requestId;
    private final long serviceId;
    private @Nullable ServiceIdResolutionResponse response;

    private DatagramExchange(
            @Nullable Resender resender, CmDatagram.@Nullable Sender sender, long requestId, long serviceId) {
        this.resender = resender;
        this.sender = sender;
        this.requestId = requestId;
        this.serviceId = serviceId;
    }

    static DatagramExchange asking(Resender resender, long requestId, long serviceId) {
        return new DatagramExchange(resender, null, requestId, serviceId);
    }

    static DatagramExchange asked(CmDatagram.Sender sender, long requestId, long serviceId) {
        return new DatagramExchange(null, sender, requestId, serviceId);
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

    /** Sends the response again after a duplicate of the request. */
    void askedAgain() {
        if (sender != null && response != null) {
            sender.answer(response);
        }
    }

    /** Stops sending the request. */
    void answered() {
        if (resender != null) {
            resender.answered();
        }
    }
}
