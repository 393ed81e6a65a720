package io.verbena.mad.engine;

import io.verbena.iba.ClassPortInfo;
import io.verbena.mad.decode.MadFormat;
import io.verbena.mad.decode.MadMessage;
import io.verbena.spi.MadAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The redirections (IBA 13.5.2) and response times (IBA 13.4.8.1) that agents have reported. The oldest entry is
 * evicted when there are too many. Not thread safe.
 */
final class KnownAgents {
    private static final int MAX_AGENTS = 1024;
    private static final long RESPONSE_TIME_UNIT = 4_096;
    // 4.3 s; a larger value would make an unreachable agent look alive for too long.
    private static final int MAX_RESPONSE_TIME = 20;

    private record Agent(MadAddress address, int managementClass) {

        /** Compares the components without the bootstrap of a record's method; see {@link io.verbena.iba.Lid#equals}. */
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Agent agent
                    && agent.managementClass == managementClass
                    && agent.address.equals(address);
        }

        @Override
        public int hashCode() {
            return address.hashCode() * 31 + managementClass;
        }
    }

    private static final class Recent<V> extends LinkedHashMap<Agent, V> {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Agent, V> eldest) {
            return size() > MAX_AGENTS;
        }
    }

    private final Map<Agent, MadAddress> redirections = new Recent<>();
    private final Map<Agent, Long> responseTimes = new Recent<>();

    /** Returns the address to which the agent of a call redirected its class, or null. */
    @Nullable MadAddress redirection(Call<?> call) {
        return redirections.isEmpty() ? null : redirections.get(agent(call));
    }

    void redirected(Call<?> call, MadAddress elsewhere) {
        redirections.put(agent(call), elsewhere);
    }

    void forgetRedirection(Call<?> call) {
        redirections.remove(agent(call));
    }

    private static Agent agent(Call<?> call) {
        return new Agent(call.origin, call.managementClass);
    }

    /** Returns the response time of an agent in nanoseconds, or {@link Call#UNKNOWN}. */
    long responseTime(MadAddress address, int managementClass) {
        if (responseTimes.isEmpty()) {
            return Call.UNKNOWN;
        }
        return responseTimes.getOrDefault(new Agent(address, managementClass), Call.UNKNOWN);
    }

    /** Takes the response time from a response, if it is the ClassPortInfo of a general service. */
    void learn(Call<?> call, MadMessage response) {
        if (call.origin.queuePair() == 0
                || response.u16(MadFormat.ATTRIBUTE_ID) != ClassPortInfo.LAYOUT.attributeId()) {
            return;
        }
        int offset = MadFormat.payloadOffset(MadFormat.of(call.managementClass));
        if (response.length() >= offset + ClassPortInfo.LENGTH) {
            int value = ClassPortInfo.LAYOUT
                    .wrap(response.copy(offset, ClassPortInfo.LENGTH), 0)
                    .respTimeValue();
            responseTimes.put(agent(call), RESPONSE_TIME_UNIT << Math.min(value, MAX_RESPONSE_TIME));
        }
    }
}
