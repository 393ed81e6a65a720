package io.verbena.samples.fabricmonitor;

import io.verbena.Rdma;
import io.verbena.error.RdmaException;
import io.verbena.mad.MadTransactor;
import java.time.Clock;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Discovers the fabric at the start and then at every interval, and keeps what it found last. */
@Component
class FabricMonitor {
    private static final Logger LOG = LoggerFactory.getLogger(FabricMonitor.class);

    private final Rdma rdma;
    private final MadTransactor mad;
    private final AtomicReference<@Nullable Topology> latest = new AtomicReference<>();

    FabricMonitor(Rdma rdma, MadTransactor mad) {
        this.rdma = rdma;
        this.mad = mad;
    }

    /** What was found last; empty before the first discovery has ended. */
    Optional<Topology> latest() {
        return Optional.ofNullable(latest.get());
    }

    @Scheduled(fixedDelayString = "${fabric-monitor.interval:30s}")
    void discover() {
        try {
            Topology found =
                    Topology.of(rdma.discovery(mad).run(), Clock.systemUTC().instant());
            report(latest.getAndSet(found), found);
        } catch (RdmaException e) {
            LOG.warn("The fabric could not be discovered: {}", e.getMessage());
        }
    }

    private void report(@Nullable Topology before, Topology now) {
        if (before == null) {
            LOG.info(
                    "Discovered from {}: {} switches, {} other nodes, {} links, {} failures",
                    mad.endPort(),
                    now.switches(),
                    now.nodes().size() - now.switches(),
                    now.links().size(),
                    now.failures().size());
            now.links()
                    .forEach(link -> LOG.info(
                            "  {} - {}: {}, {} {}", link.from(), link.to(), link.state(), link.width(), link.speed()));
        } else {
            difference(now.cabling(), before.cabling()).forEach(link -> LOG.info("A link came: {}", link));
            difference(before.cabling(), now.cabling()).forEach(link -> LOG.warn("A link went: {}", link));
        }
        now.failures().forEach(failure -> LOG.warn("Not learned: {}", failure));
    }

    private static Iterable<String> difference(Set<String> these, Set<String> those) {
        return these.stream().filter(link -> !those.contains(link)).sorted().toList();
    }
}
