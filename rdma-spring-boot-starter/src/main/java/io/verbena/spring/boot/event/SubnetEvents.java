package io.verbena.spring.boot.event;

import io.verbena.diag.ErrorThresholds;
import io.verbena.diag.counters.ErrorCounter;
import io.verbena.diag.counters.PortCounts;
import io.verbena.error.RdmaException;
import io.verbena.spring.boot.subnet.SubnetListener;
import io.verbena.spring.boot.subnet.SubnetSnapshot;
import io.verbena.subnet.Node;
import io.verbena.subnet.diff.DiffCheck;
import io.verbena.subnet.diff.SubnetDiff;
import java.time.Clock;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;

/** Compares each reading with the previous one and publishes the events. */
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
}
