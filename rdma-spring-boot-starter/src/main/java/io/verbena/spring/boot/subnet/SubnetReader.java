package io.verbena.spring.boot.subnet;

import io.verbena.Rdma;
import io.verbena.diag.NodePaths;
import io.verbena.diag.counters.CounterSweep;
import io.verbena.diag.counters.CounterSweep.Extra;
import io.verbena.diag.validate.FabricSweep;
import io.verbena.error.RdmaException;
import io.verbena.iba.ClassPortInfo;
import io.verbena.iba.Lid;
import io.verbena.mad.MadStatusException;
import io.verbena.mad.MadTransactor;
import io.verbena.path.IbPath;
import io.verbena.sa.NoticeFilter;
import io.verbena.sa.NoticeSubscription;
import io.verbena.sa.SaClient;
import io.verbena.spi.PortAttributes;
import io.verbena.spring.boot.autoconfigure.ManagementAccess;
import io.verbena.spring.boot.autoconfigure.SubnetProperties;
import io.verbena.spring.boot.autoconfigure.SubnetProperties.SubnetReading;
import io.verbena.spring.boot.subnet.SubnetSnapshot.SubnetManagerStatus;
import io.verbena.subnet.Discovery;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Reads the subnet once: the nodes and links and, concurrently, the status of the subnet manager; then the counters.
 */
final class SubnetReader {
    private static final Logger LOG = LoggerFactory.getLogger(SubnetReader.class);

    private final Rdma rdma;
    private final ObjectProvider<MadTransactor> transactors;
    private final ObjectProvider<SaClient> administrations;
    private final ManagementAccess access;
    private final SubnetProperties properties;
    private final SubnetReading reading;
    private @Nullable Sender sender;
    private @Nullable NoticeSubscription subscription;
    private @Nullable Runnable noticed;

    /** The clients for a reading, which are looked up on the first reading. */
    private record Sender(MadTransactor mad, SaClient sa, CounterSweep counters) {}

    SubnetReader(
            Rdma rdma,
            ObjectProvider<MadTransactor> transactors,
            ObjectProvider<SaClient> administrations,
            ManagementAccess access,
            SubnetProperties properties,
            SubnetReading reading) {
        this.rdma = rdma;
        this.transactors = transactors;
        this.administrations = administrations;
        this.access = access;
        this.properties = properties;
        this.reading = reading;
    }

    /**
     * Reads the subnet.
     *
     * @param before the previous reading, or null
     * @param end the value of {@link System#nanoTime} at the deadline
     * @param deadline the maximum duration, for error messages
     */
    SubnetSnapshot read(@Nullable SubnetSnapshot before, long end, Duration deadline) {
        Sender by = sender();
        PortAttributes port = by.mad.endPort().attributes();
        long begin = System.nanoTime();
        CompletableFuture<Optional<String>> managerAnswers = askManager(by.mad, port);
        Subnet subnet = await(by.mad, discovery(by.mad, before).runAsync(), end, deadline, "the subnet");
        long discovered = System.nanoTime();
        Optional<String> failure = await(by.mad, managerAnswers, end, deadline, "the subnet manager");
        CounterSweep.Outcome counts = new CounterSweep.Outcome(List.of(), List.of());
        long sweepBegins = System.nanoTime();
        if (properties.counters()) {
            NodePaths paths = failure.isEmpty() ? NodePaths.of(by.sa) : NodePaths.withoutAdministration();
            counts = await(by.mad, by.counters.runAsync(subnet.nodes(), paths), end, deadline, "the counters");
        }
        resubscribe(by, failure.isEmpty());
        return new SubnetSnapshot(
                subnet,
                status(subnet, port.smLid(), failure),
                Clock.systemUTC().instant(),
                Duration.ofNanos(discovered - begin),
                properties.counters() ? Duration.ofNanos(System.nanoTime() - sweepBegins) : Duration.ZERO,
                counts.ports(),
                counts.failures());
    }

    FabricSweep sweep(Subnet subnet) {
        Sender by = sender();
        return new FabricSweep(subnet, NodeNameMap.EMPTY, by.mad, by.sa);
    }

    private synchronized Sender sender() {
        Sender known = sender;
        if (known != null && known.mad.isOpen()) {
            return known;
        }
        MadTransactor mad = transactors.getIfAvailable();
        SaClient sa = administrations.getIfAvailable();
        if (mad == null || sa == null) {
            RdmaException refusal = access.refusal()
                    .orElseGet(() -> new RdmaException("this application has no MadTransactor and SaClient"));
            throw refusal.during("the subnet cannot be read");
        }
        Sender found = new Sender(mad, sa, new CounterSweep(mad, extras()));
        sender = found;
        return found;
    }

    private Set<Extra> extras() {
        Set<Extra> extras = EnumSet.noneOf(Extra.class);
        if (properties.errorCorrection()) {
            extras.add(Extra.CORRECTION);
        }
        if (properties.waitTicks()) {
            extras.add(Extra.WAIT_TICK);
        }
        return extras;
    }

    private Discovery discovery(MadTransactor mad, @Nullable SubnetSnapshot before) {
        Discovery discovery = rdma.discovery(mad);
        return switch (reading) {
            case DIRECTED ->
                properties.sinceOlderSubnet() && before != null
                        ? discovery.since(before.subnet())
                        : discovery.directed();
            case LID -> discovery.byLid();
            case SA -> discovery.bySa();
        };
    }

    /**
     * Returns the reason why the subnet administration does not respond; empty if it responds, even with an error
     * status.
     */
    private static CompletableFuture<Optional<String>> askManager(MadTransactor mad, PortAttributes port) {
        if (!port.smLid().isUnicast()) {
            return CompletableFuture.completedFuture(Optional.of("the end port has no subnet manager"));
        }
        IbPath path = IbPath.to(port.smLid()).withSl(port.smSl());
        return mad.async().subnAdmGet(new ClassPortInfo(), 0, path).handle((info, failure) -> {
            Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
            return cause == null || cause instanceof MadStatusException
                    ? Optional.empty()
                    : Optional.of(String.valueOf(cause.getMessage()));
        });
    }

    private static SubnetManagerStatus status(Subnet subnet, Lid lid, Optional<String> failure) {
        Optional<Port> port = lid.isUnicast() ? subnet.port(lid) : Optional.empty();
        return new SubnetManagerStatus(
                lid,
                port.map(Port::guid),
                port.map(found -> found.node().description()).orElse(""),
                failure);
    }

    private static <T> T await(
            MadTransactor mad, CompletableFuture<T> future, long end, Duration deadline, String what) {
        Duration left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
        return mad.await(future, left, "the reading of %s (deadline: %d ms)".formatted(what, deadline.toMillis()));
    }

    /** Sets the listener for notices from the next reading on; null ends the subscription. */
    void subscribe(@Nullable Runnable listener) {
        NoticeSubscription old;
        synchronized (this) {
            noticed = listener;
            old = listener == null ? subscription : null;
            subscription = listener == null ? null : subscription;
        }
        if (old != null) {
            old.close();
        }
    }

    /**
     * Subscribes to notices unless it is subscribed. An administration that rejects subscriptions costs one request per
     * reading.
     */
    private void resubscribe(Sender by, boolean reachable) {
        Runnable listener;
        synchronized (this) {
            listener = noticed;
            if (listener == null || subscription != null || !reachable) {
                return;
            }
        }
        try {
            NoticeSubscription opened = by.sa.subscribe(NoticeFilter.all(), notice -> listener.run());
            synchronized (this) {
                if (noticed != null) {
                    subscription = opened;
                    return;
                }
            }
            opened.close();
        } catch (RdmaException e) {
            LOG.debug("No notices of the subnet: {}", e.getMessage());
        }
    }
}
