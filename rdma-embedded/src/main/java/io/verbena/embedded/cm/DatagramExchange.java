package io.verbena.embedded.cm;

import io.verbena.iba.ServiceIdResolutionResponse;
import org.jspecify.annotations.Nullable;

/** The question for the queue pair of a service (IBA 12.11), at the side that asks or at the one that is asked. */
final class DatagramExchange {
    private final @Nullable Resender resender;
    private final @Nullable Sender sender;
    private final long requestId;
    private final long serviceId;
    private @Nullable ServiceIdResolutionResponse response;

    private DatagramExchange(@Nullable Resender resender, @Nullable Sender sender, long requestId, long serviceId) {
        this.resender = resender;
        this.sender = sender;
        this.requestId = requestId;
        this.serviceId = serviceId;
    }

    static DatagramExchange asking(Resender resender, long requestId, long serviceId) {
        return new DatagramExchange(resender, null, requestId, serviceId);
    }

    static DatagramExchange asked(Sender sender, long requestId, long serviceId) {
        return new DatagramExchange(null, sender, requestId, serviceId);
    }

    long requestId() {
        return requestId;
    }

    /** Where the question came from; null at the side that asks. */
    @Nullable Sender sender() {
        return sender;
    }

    /** Answers the question, if it is asked here and not answered yet. */
    boolean answer(ServiceIdResolutionResponse answer) {
        if (sender == null || response != null) {
            return false;
        }
        response = answer.requestId(requestId).serviceId(serviceId);
        sender.answer(response);
        return true;
    }

    /** The question has come once more. */
    void askedAgain() {
        if (sender != null && response != null) {
            sender.answer(response);
        }
    }

    /** It is over for the side that asks. */
    void answered() {
        if (resender != null) {
            resender.answered();
        }
    }
}
