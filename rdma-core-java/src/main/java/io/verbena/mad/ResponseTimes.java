package io.verbena.mad;

import io.verbena.iba.ClassPortInfo;
import io.verbena.spi.MadAddress;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How long agents say that they may take for an answer: the RespTimeValue of each ClassPortInfo that was asked for
 * (IBA 13.4.8.1). The oldest is forgotten where there are too many. Not thread safe.
 */
final class ResponseTimes {
    static final long UNKNOWN = -1;

    private static final int MOST = 1024;
    private static final long UNIT = 4_096;
    // 4.3 s; who says more is not waited for longer, for it would make a dead one look alive.
    private static final int LONGEST = 20;

    private record Agent(MadAddress destination, int managementClass) {}

    private final Map<Agent, Long> nanos = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Agent, Long> eldest) {
            return size() > MOST;
        }
    };

    /** What whom a question goes to has said, in ns; {@link #UNKNOWN} if nothing. */
    long of(Question<?> question) {
        return nanos.isEmpty() ? UNKNOWN : nanos.getOrDefault(agent(question), UNKNOWN);
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
            nanos.put(agent(question), UNIT << Math.min(value, LONGEST));
        }
    }

    private static Agent agent(Question<?> question) {
        return new Agent(question.destination(), question.managementClass());
    }
}
