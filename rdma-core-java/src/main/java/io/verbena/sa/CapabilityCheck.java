package io.verbena.sa;

import io.verbena.error.FutureErrors;
import io.verbena.error.RdmaException;
import io.verbena.iba.ClassPortInfo;
import io.verbena.iba.WireEnum;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Asks each subnet administration once what it is able to do, and lets pass what it is. */
final class CapabilityCheck {
    private final SubnetAdministration administration;
    private volatile @Nullable Known known;

    /** What was asked at an end port that is as it was then. */
    private record Known(LocalPort port, CompletableFuture<SaCapabilities> answer) {}

    CapabilityCheck(SubnetAdministration administration) {
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
                .ask("ClassPortInfo", path -> administration.mad().async().subnAdmGet(new ClassPortInfo(), 0, path))
                .thenApply(SaCapabilities::of);
        known = new Known(port, answer);
        return answer.copy();
    }

    /**
     * Sends a request if what it needs is announced. One that refuses to say what it is able to do is asked all the same.
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
