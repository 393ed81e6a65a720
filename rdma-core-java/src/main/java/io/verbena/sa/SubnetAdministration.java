package io.verbena.sa;

import io.verbena.error.FutureErrors;
import io.verbena.error.RdmaException;
import io.verbena.iba.Lid;
import io.verbena.iba.PortInfo;
import io.verbena.mad.MadClassException;
import io.verbena.mad.MadTimeoutException;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Where the subnet administration is, as the end port says, and how it is asked: once, and once more where another subnet
 * manager has taken over.
 */
final class SubnetAdministration {
    private final MadTransactor mad;
    private final long maxAge;
    private final Lid named;
    private volatile @Nullable Seen seen;

    /** What the system told of the end port at a time, and what the port was in truth: the system may be late. */
    private record Seen(LocalPort told, LocalPort port, long at) {}

    /** The end port is read again when what is known of it is older than the options allow. */
    SubnetAdministration(MadTransactor mad, SaOptions options) {
        this.mad = mad;
        this.maxAge = options.watchPeriod().toNanos();
        this.named = options.subnetManager();
    }

    MadTransactor mad() {
        return mad;
    }

    /** The end port as it is, or was a moment ago. */
    LocalPort port() {
        Seen last = seen;
        return last != null && System.nanoTime() - last.at < maxAge ? last.port : look();
    }

    /** The end port as it is. */
    LocalPort look() {
        LocalPort told = LocalPort.of(mad.endPort()).withSubnetManager(named);
        Seen last = seen;
        LocalPort port = last != null && last.told.equals(told) ? last.port : told;
        seen = new Seen(told, port, System.nanoTime());
        return port;
    }

    /**
     * Asks. The future fails with an exception of this package that names the request, or with why it was not answered.
     *
     * @param request what is asked, for the message
     * @param call sends it there; called again where there is another subnet manager
     */
    <A> CompletableFuture<A> ask(Object request, Function<IbPath, CompletableFuture<A>> call) {
        try {
            LocalPort port = port();
            IbPath first = administration(port.hasSubnetManager() ? port : look(), request, null);
            return recover(call.apply(first), failure -> again(request, call, first, failure));
        } catch (RdmaException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private <A> CompletableFuture<A> again(
            Object request, Function<IbPath, CompletableFuture<A>> call, IbPath first, RdmaException failure) {
        if (!(failure instanceof MadTimeoutException)) {
            return failed(request, failure);
        }
        LocalPort told = look();
        CompletableFuture<LocalPort> port =
                told.administration().equals(first) ? askOwnAgent(told) : CompletableFuture.completedFuture(told);
        return port.thenCompose(now -> elsewhere(request, call, first, administration(now, request, failure), failure));
    }

    private <A> CompletableFuture<A> elsewhere(
            Object request,
            Function<IbPath, CompletableFuture<A>> call,
            IbPath first,
            IbPath now,
            RdmaException failure) {
        if (now.equals(first)) {
            return CompletableFuture.failedFuture(new SubnetManagerMissingException(
                    "the subnet manager at " + first + ", which end port " + mad.endPort()
                            + " still names, does not answer: " + failure.getMessage(),
                    failure));
        }
        return recover(
                call.apply(now),
                second -> second instanceof MadTimeoutException
                        ? CompletableFuture.failedFuture(new SubnetManagerMissingException(
                                "the subnet manager at " + first + " does not answer, nor does the one at " + now
                                        + ", which end port " + mad.endPort() + " names: " + second.getMessage(),
                                second))
                        : failed(request, second));
    }

    /** The agent of the end port itself, to which the subnet manager writes, knows best. */
    private CompletableFuture<LocalPort> askOwnAgent(LocalPort told) {
        return mad.async()
                .subnGet(PortInfo.class, DirectedPath.self(), mad.endPort().number())
                .thenApply(info -> told.as(info).withSubnetManager(named))
                .exceptionally(error -> told)
                .whenComplete((port, error) -> seen = new Seen(told, port, System.nanoTime()));
    }

    private IbPath administration(LocalPort port, Object request, @Nullable RdmaException cause) {
        if (!port.hasSubnetManager()) {
            throw new SubnetManagerMissingException(
                    "cannot ask for " + request + ": no subnet manager has set up end port " + mad.endPort()
                            + "; start one, or use a directed route",
                    cause);
        }
        return port.administration();
    }

    private static <A> CompletableFuture<A> failed(Object request, RdmaException failure) {
        return CompletableFuture.failedFuture(
                failure instanceof MadClassException refusal
                        ? SaException.of(request.toString(), refusal)
                        : failure.during("cannot ask for " + request));
    }

    /** The same future, but for a failure, which {@code other} replaces. */
    private static <A> CompletableFuture<A> recover(
            CompletableFuture<A> future, Function<RdmaException, CompletableFuture<A>> other) {
        return future.exceptionallyCompose(error -> other.apply(FutureErrors.cause(error)));
    }
}
