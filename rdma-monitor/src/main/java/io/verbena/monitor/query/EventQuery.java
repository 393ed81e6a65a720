package io.verbena.monitor.query;

import io.verbena.monitor.model.Observation.MonitorEvent;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/** The events of a subnet: those of the database, and those of the live view, which the database may have later. */
@Component
public final class EventQuery {
    private final LiveView live;
    private final PastQuery past;

    EventQuery(LiveView live, PastQuery past) {
        this.live = live;
        this.past = past;
    }

    /**
     * Returns the events in a range, the most recent one first, each once. While the database fails, these are the events of the
     * live view, if it has any in the range.
     *
     * @param objects the objects whose events are wanted: nodes with their ports, or ports; all if it is empty
     */
    public List<MonitorEvent> of(String subnet, TimeRange range, List<String> objects, int limit) {
        List<MonitorEvent> recent = live.events(subnet).stream()
                .filter(event ->
                        !event.at().isBefore(range.from()) && event.at().isBefore(range.to()))
                .filter(event -> objects.isEmpty()
                        || objects.contains(event.node())
                        || objects.contains(event.node() + "/" + event.port()))
                .toList();
        // The sort is stable: of events of the same time, those that arrived last come first in both lists.
        return Stream.concat(recent.stream(), stored(subnet, range, objects, limit, !recent.isEmpty()).stream())
                .distinct()
                .sorted(Comparator.comparing(MonitorEvent::at).reversed())
                .limit(limit)
                .toList();
    }

    private List<MonitorEvent> stored(
            String subnet, TimeRange range, List<String> objects, int limit, boolean isOptional) {
        try {
            return past.events(subnet, range, objects, limit);
        } catch (DataAccessException | TransactionException e) {
            if (isOptional) {
                return List.of();
            }
            throw e;
        }
    }
}
