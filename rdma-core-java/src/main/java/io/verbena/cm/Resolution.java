package io.verbena.cm;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.iba.PathRecord;
import io.verbena.verbs.Deadline;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Resolves the address and then the route of an identifier. */
final class Resolution {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final CmId id;
    private final Steps steps;

    Resolution(CmId id, Steps steps) {
        this.id = id;
        this.steps = steps;
    }

    CompletableFuture<CmEvent> address(
            @Nullable InetSocketAddress source, InetSocketAddress destination, Duration timeout) {
        if (destination.isUnresolved()) {
            throw new UnresolvedAddressException(
                    "the name '" + destination.getHostString()
                            + "' has no address; is it spelled right, and known to DNS?",
                    null);
        }
        try {
            return steps.begin(
                    Steps.Step.RESOLVE_ADDRESS,
                    () -> id.driver().resolveAddress(id.handle(), source, destination, millis(timeout)));
        } catch (SysException e) {
            throw switch (e.errno()) {
                case Errno.ENODEV, Errno.EADDRNOTAVAIL, Errno.ENETUNREACH, Errno.EHOSTUNREACH ->
                    new UnresolvedAddressException("no RDMA device of this host reaches " + destination, e);
                default -> e;
            };
        }
    }

    CompletableFuture<CmEvent> route(Duration timeout) {
        return steps.begin(Steps.Step.RESOLVE_ROUTE, () -> id.driver().resolveRoute(id.handle(), millis(timeout)));
    }

    CompletableFuture<CmEvent> route(PathRecord path) {
        return steps.begin(Steps.Step.RESOLVE_ROUTE, () -> id.driver().route(id.handle(), path));
    }

    /** Converts a timeout to the unit of the connection manager: at least 1 ms, at most 24 days. */
    private static int millis(Duration timeout) {
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, Deadline.nanos(timeout) / NANOS_PER_MILLI));
    }

    /** Resolves the address and the route, and waits for both. */
    void both(@Nullable InetSocketAddress source, InetSocketAddress destination, Duration timeout) {
        Deadline deadline = Deadline.in(timeout);
        Duration whole = deadline.remaining();
        id.await(address(source, destination, whole), "to resolve " + destination, whole);
        Duration rest = deadline.remaining();
        id.await(route(rest), "to find the path to " + destination, rest);
    }
}
