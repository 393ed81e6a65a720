package io.verbena.spring.boot.event;

import io.verbena.diag.ErrorThresholds;
import io.verbena.diag.counters.ErrorCounter;
import io.verbena.diag.counters.PortCounts;
import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortPhysicalState;
import io.verbena.spring.boot.event.SubnetEvent.ErrorThresholdEvent;
import io.verbena.spring.boot.event.SubnetEvent.FabricValidatedEvent;
import io.verbena.spring.boot.event.SubnetEvent.FabricValidationFailedEvent;
import io.verbena.spring.boot.event.SubnetEvent.FindingEvent;
import io.verbena.spring.boot.event.SubnetEvent.FindingResolvedEvent;
import io.verbena.spring.boot.event.SubnetEvent.LinkDownEvent;
import io.verbena.spring.boot.event.SubnetEvent.LinkUpEvent;
import io.verbena.spring.boot.event.SubnetEvent.SubnetManagerChangedEvent;
import io.verbena.spring.boot.event.SubnetEvent.SubnetRefreshFailedEvent;
import io.verbena.spring.boot.event.SubnetEvent.SubnetRefreshedEvent;
import io.verbena.spring.boot.event.SubnetEvent.TopologyChangedEvent;
import io.verbena.spring.boot.subnet.SubnetListener;
import io.verbena.spring.boot.subnet.SubnetSnapshot;
import io.verbena.spring.boot.subnet.SubnetValidation;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.diff.SubnetDiff;
import io.verbena.subnet.diff.SubnetDiff.DiffCheck;
import java.time.Clock;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;

/** Compares each reading and each validation with the previous one and publishes the events. */
final class SubnetEvents implements SubnetListener {
    private final ApplicationEventPublisher publisher;
    private final ErrorThresholds thresholds;

    SubnetEvents(ApplicationEventPublisher publisher, ErrorThresholds thresholds) {
        this.publisher = publisher;
        this.thresholds = thresholds;
    }

    @Override
    public void refreshed(@Nullable SubnetSnapshot before, SubnetSnapshot after) {
        if (before != null) {
            LinkChanges.between(before.subnet(), after.subnet(), after.taken()).forEach(publisher::publishEvent);
        }
        for (Node node : after.subnet().nodes()) {
            node.ports()
                    .forEach(port -> after.counts(node.guid(), port.number())
                            .ifPresent(counts -> compare(before, after, counts)));
        }
        if (before != null) {
            SubnetDiff difference = SubnetDiff.of(before.subnet(), after.subnet(), DiffCheck.DEFAULTS);
            if (!difference.isEmpty()) {
                publisher.publishEvent(new TopologyChangedEvent(before, after, difference));
            }
            if (after.manager().isOtherThan(before.manager())) {
                publisher.publishEvent(new SubnetManagerChangedEvent(after.taken(), before.manager(), after.manager()));
            }
        }
        publisher.publishEvent(new SubnetRefreshedEvent(after));
    }

    private void compare(@Nullable SubnetSnapshot before, SubnetSnapshot after, PortCounts counts) {
        Optional<PortCounts> old = before == null
                ? Optional.empty()
                : before.counts(counts.port().node().guid(), counts.port().number());
        for (ErrorCounter counter : ErrorCounter.values()) {
            long threshold = thresholds.of(counter.label());
            OptionalLong now = counts.of(counter);
            boolean wasOver = old.isPresent() && isOver(old.get().of(counter), threshold);
            if (isOver(now, threshold) && !wasOver) {
                publisher.publishEvent(
                        new ErrorThresholdEvent(after.taken(), counts.port(), counter, now.getAsLong(), threshold));
            }
        }
    }

    private static boolean isOver(OptionalLong count, long threshold) {
        return count.isPresent() && Long.compareUnsigned(count.getAsLong(), threshold) > 0;
    }

    @Override
    public void failed(RdmaException reason) {
        publisher.publishEvent(new SubnetRefreshFailedEvent(Clock.systemUTC().instant(), reason));
    }

    @Override
    public void validated(@Nullable SubnetValidation before, SubnetValidation after) {
        after.findingsWithout(before)
                .forEach(finding -> publisher.publishEvent(new FindingEvent(after.taken(), finding)));
        if (before != null) {
            before.findingsWithout(after)
                    .forEach(finding -> publisher.publishEvent(new FindingResolvedEvent(after.taken(), finding)));
        }
        publisher.publishEvent(new FabricValidatedEvent(after));
    }

    @Override
    public void validationFailed(RdmaException reason) {
        publisher.publishEvent(new FabricValidationFailedEvent(Clock.systemUTC().instant(), reason));
    }

    /**
     * Finds the links that came up or went down between two readings. At least one end of a link must confirm the change.
     */
    private static final class LinkChanges {
        private LinkChanges() {}

        private record Place(Guid node, int port) {
            static Place of(Port port) {
                return new Place(port.node().guid(), port.number());
            }
        }

        static List<SubnetEvent> between(Subnet before, Subnet after, Instant at) {
            Map<Set<Place>, Port> old = links(before);
            Map<Set<Place>, Port> current = links(after);
            Stream<SubnetEvent> gone = without(old, current)
                    .filter(port -> isKnownToBeDown(port, after))
                    .map(port -> new LinkDownEvent(at, port, port.peer().orElseThrow()));
            Stream<SubnetEvent> come = without(current, old)
                    .filter(port -> isNotKnownToHaveBeenUp(port, before))
                    .map(port -> new LinkUpEvent(at, port, port.peer().orElseThrow()));
            return Stream.concat(gone, come).toList();
        }

        /** Returns one port of each link by the places of both. */
        private static Map<Set<Place>, Port> links(Subnet subnet) {
            Map<Set<Place>, Port> links = new LinkedHashMap<>();
            for (Node node : subnet.nodes()) {
                for (Port port : node.ports()) {
                    port.peer()
                            .ifPresent(peer ->
                                    links.putIfAbsent(new HashSet<>(List.of(Place.of(port), Place.of(peer))), port));
                }
            }
            return links;
        }

        private static Stream<Port> without(Map<Set<Place>, Port> links, Map<Set<Place>, Port> others) {
            return links.entrySet().stream()
                    .filter(link -> !others.containsKey(link.getKey()))
                    .map(Map.Entry::getValue);
        }

        private static boolean isKnownToBeDown(Port port, Subnet after) {
            return ends(port, after).anyMatch(end -> end.peer().isPresent() || !isUp(end));
        }

        private static boolean isNotKnownToHaveBeenUp(Port port, Subnet before) {
            return ends(port, before).noneMatch(end -> end.peer().isEmpty() && isUp(end));
        }

        /** Returns both ends of a link in another reading, as far as their nodes responded. */
        private static Stream<Port> ends(Port port, Subnet other) {
            return Stream.of(port, port.peer().orElseThrow())
                    .map(end -> other.node(end.node().guid()).flatMap(node -> node.port(end.number())))
                    .flatMap(Optional::stream)
                    .filter(end -> end.info().isPresent());
        }

        private static boolean isUp(Port port) {
            return port.info()
                    .map(PortInfo::portPhysicalState)
                    .filter(PortPhysicalState.LINK_UP::equals)
                    .isPresent();
        }
    }
}
