package io.verbena.mad;

import io.verbena.spi.MadAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is remembered of the agents that were asked; the oldest is forgotten where there are too many. Not thread safe. */
final class AgentMemory<V> {
    private static final int MOST = 1024;

    private record Agent(MadAddress destination, int managementClass) {

        /** Written out for the same reason as that of {@link io.verbena.iba.Lid}. */
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Agent agent
                    && agent.managementClass == managementClass
                    && agent.destination.equals(destination);
        }

        @Override
        public int hashCode() {
            return destination.hashCode() * 31 + managementClass;
        }
    }

    private final Map<Agent, V> known = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Agent, V> eldest) {
            return size() > MOST;
        }
    };

    /** Of whom a question goes to. */
    @Nullable V of(Question<?> question) {
        return known.isEmpty() ? null : known.get(agent(question));
    }

    void remember(Question<?> question, V value) {
        known.put(agent(question), value);
    }

    void forget(Question<?> question) {
        known.remove(agent(question));
    }

    private static Agent agent(Question<?> question) {
        return new Agent(question.destination(), question.managementClass());
    }
}
