package io.verbena.cm;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.iba.PathRecord;
import io.verbena.verbs.Deadline;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** How an identifier finds its device and its path: the address first, then the route. */
final class Resolution {
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
                    () -> id.driver().resolveAddress(id.handle(), source, destination, Waits.millis(timeout)));
        } catch (SysException e) {
            throw switch (e.errno()) {
                case Errno.ENODEV, Errno.EADDRNOTAVAIL, Errno.ENETUNREACH, Errno.EHOSTUNREACH ->
                    new UnresolvedAddressException("no RDMA device of this host reaches " + destination, e);
                default -> e;
            };
        }
    }

    CompletableFuture<CmEvent> route(Duration timeout) {
        return steps.begin(
                Steps.Step.RESOLVE_ROUTE, () -> id.driver().resolveRoute(id.handle(), Waits.millis(timeout)));
    }

    CompletableFuture<CmEvent> route(PathRecord path) {
        return steps.begin(Steps.Step.RESOLVE_ROUTE, () -> id.driver().route(id.handle(), path));
    }

    /** Both within the time, and waits. */
    void both(@Nullable InetSocketAddress source, InetSocketAddress destination, Duration timeout) {
        Deadline deadline = Deadline.in(timeout);
        Duration whole = deadline.remaining();
        Waits.await(address(source, destination, whole), id, "to resolve " + destination, whole);
        Duration rest = deadline.remaining();
        Waits.await(route(rest), id, "to find the path to " + destination, rest);
    }
}
