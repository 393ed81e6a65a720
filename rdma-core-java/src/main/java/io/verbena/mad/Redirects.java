package io.verbena.mad;

import io.verbena.spi.MadAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which agents have sent their class elsewhere (IBA 13.5.2); the oldest is forgotten where there are too many. Not thread safe. */
final class Redirects {
    private static final int MOST = 1024;

    private record Agent(MadAddress destination, int managementClass) {}

    private final Map<Agent, MadAddress> elsewhere = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Agent, MadAddress> eldest) {
            return size() > MOST;
        }
    };

    @Nullable MadAddress of(Question<?> question) {
        return elsewhere.isEmpty() ? null : elsewhere.get(agent(question));
    }

    void remember(Question<?> question, MadAddress address) {
        elsewhere.put(agent(question), address);
    }

    void forget(Question<?> question) {
        elsewhere.remove(agent(question));
    }

    private static Agent agent(Question<?> question) {
        return new Agent(question.destination(), question.managementClass());
    }
}
