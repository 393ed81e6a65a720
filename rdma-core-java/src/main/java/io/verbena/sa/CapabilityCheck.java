package io.verbena.sa;

import io.verbena.error.FutureErrors;
import io.verbena.error.RdmaException;
import io.verbena.iba.ClassPortInfo;
import io.verbena.iba.WireEnum;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads the capabilities of each subnet administration once, and rejects requests that need others. */
final class CapabilityCheck {
    private final AdministrationAccess administration;
    private volatile @Nullable Known known;

    /** The capabilities of the subnet administration that an end port named. */
    private record Known(LocalPort port, CompletableFuture<SaCapabilities> answer) {}

    CapabilityCheck(AdministrationAccess administration) {
        this.administration = administration;
    }

    CompletableFuture<SaCapabilities> ask() {
        LocalPort port;
        try {
            port = administration.port();
        } catch (RdmaException e) {
            return CompletableFuture.failedFuture(e);
        }
        Known last = known;
        if (last != null && last.port.equals(port) && !last.answer.isCompletedExceptionally()) {
            return last.answer.copy();
        }
        CompletableFuture<SaCapabilities> answer = administration
                .ask("ClassPortInfo", path -> administration.mad.async().subnAdmGet(new ClassPortInfo(), 0, path))
                .thenApply(SaCapabilities::of);
        known = new Known(port, answer);
        return answer.copy();
    }

    /**
     * Sends a request if the subnet administration announces the capability that it needs, or refuses to announce any.
     *
     * @param needed the capability, for the message
     */
    <A> CompletableFuture<A> with(
            WireEnum needed, Predicate<SaCapabilities> announced, Object request, Supplier<CompletableFuture<A>> send) {
        return ask().thenApply(announced::test)
                .exceptionally(error -> {
                    RdmaException failure = FutureErrors.cause(error);
                    if (failure instanceof SaException) {
                        return true;
                    }
                    throw failure;
                })
                .thenCompose(able -> {
                    if (!able) {
                        throw new CapabilityMissingException("cannot ask for " + request
                                + ": the ClassPortInfo of the subnet administration does not announce "
                                + needed.text());
                    }
                    return send.get();
                });
    }
}
