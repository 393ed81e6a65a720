package io.verbena.embedded.cm;

import io.verbena.iba.ServiceIdResolutionResponse;
import org.jspecify.annotations.Nullable;

/** The question for the queue pair of a service (IBA 12.11), at the side that asks or at the one that is asked. */
final class DatagramExchange {
    private final @Nullable Resender resender;
    private final @Nullable Letter letter;
    private final long requestId;
    private final long serviceId;
    private @Nullable ServiceIdResolutionResponse response;

    private DatagramExchange(@Nullable Resender resender, @Nullable Letter letter, long requestId, long serviceId) {
        this.resender = resender;
        this.letter = letter;
        this.requestId = requestId;
        this.serviceId = serviceId;
    }

    static DatagramExchange asking(Resender resender, long requestId, long serviceId) {
        return new DatagramExchange(resender, null, requestId, serviceId);
    }

    static DatagramExchange asked(Letter letter, long requestId, long serviceId) {
        return new DatagramExchange(null, letter, requestId, serviceId);
    }

    long requestId() {
        return requestId;
    }

    /** Where the question came from; null at the side that asks. */
    @Nullable Letter letter() {
        return letter;
    }

    /** Answers the question, if it is asked here and not answered yet. */
    boolean answer(ServiceIdResolutionResponse answer) {
        if (letter == null || response != null) {
            return false;
        }
        response = answer.requestId(requestId).serviceId(serviceId);
        letter.answer(response);
        return true;
    }

    /** The question has come once more. */
    void askedAgain() {
        if (letter != null && response != null) {
            letter.answer(response);
        }
    }

    /** It is over for the side that asks. */
    void answered() {
        if (resender != null) {
            resender.answered();
        }
    }
}
