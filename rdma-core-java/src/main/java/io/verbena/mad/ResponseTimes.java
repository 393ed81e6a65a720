package io.verbena.mad;

import io.verbena.iba.ClassPortInfo;
import java.util.Objects;

/**
 * How long agents say that they may take for an answer: the RespTimeValue of each ClassPortInfo that was asked for
 * (IBA 13.4.8.1). Not thread safe.
 */
final class ResponseTimes {
    static final long UNKNOWN = -1;

    private static final long UNIT = 4_096;
    // 4.3 s; who says more is not waited for longer, for it would make a dead one look alive.
    private static final int LONGEST = 20;

    private final AgentMemory<Long> nanos = new AgentMemory<>();

    /** What whom a question goes to has said, in ns; {@link #UNKNOWN} if nothing. */
    long of(Question<?> question) {
        return Objects.requireNonNullElse(nanos.of(question), UNKNOWN);
    }

    /** Takes it from an answer, if it is a ClassPortInfo of a general service. */
    void learn(Question<?> question, MadMessage answer) {
        if (question.destination().queuePair() == 0
                || answer.u16(MadCodec.ATTRIBUTE_ID) != ClassPortInfo.LAYOUT.attributeId()) {
            return;
        }
        int offset = MadFormats.payloadOffset(MadFormats.of(question.managementClass()));
        if (answer.length() >= offset + ClassPortInfo.LENGTH) {
            int value = ClassPortInfo.LAYOUT
                    .wrap(answer.copy(offset, ClassPortInfo.LENGTH), 0)
                    .respTimeValue();
            nanos.remember(question, UNIT << Math.min(value, LONGEST));
        }
    }
}
