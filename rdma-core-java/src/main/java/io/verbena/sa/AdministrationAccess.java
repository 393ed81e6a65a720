package io.verbena.sa;

import io.verbena.error.FutureErrors;
import io.verbena.error.RdmaException;
import io.verbena.iba.ClassPortInfo;
import io.verbena.iba.Lid;
import io.verbena.iba.PortInfo;
import io.verbena.iba.RecordQuery;
import io.verbena.iba.SaStatus;
import io.verbena.iba.Structure;
import io.verbena.iba.SubnAdmDelete;
import io.verbena.iba.SubnAdmSet;
import io.verbena.iba.WireEnum;
import io.verbena.mad.MadClassException;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTimeoutException;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Locates the subnet administration and sends requests to it. If the subnet manager has changed, a request is repeated
 * once.
 */
final class AdministrationAccess {
    private static final Duration MARGIN = Duration.ofSeconds(10);

    final MadTransactor mad;
    private final Duration timeout;
    private final long maxAge;
    private final Lid named;
    private final OptionalInt partition;
    private volatile @Nullable Seen seen;
    private volatile @Nullable Known known;

    /** Attributes of the end port as the system reported them and as its agent did, which may be more recent. */
    private record Seen(LocalPort reported, LocalPort port, long at) {}

    /** The capabilities of the subnet administration that an end port named. */
    private record Known(LocalPort port, CompletableFuture<SaCapabilities> answer) {}

    /** Creates an instance that reads the end port again when its attributes exceed the watch period. */
    AdministrationAccess(MadTransactor mad, SaOptions options) {
        this.mad = mad;
        // A query consists of at most two requests in sequence, and each attempt may be a long message.
        MadOptions madOptions = mad.options();
        this.timeout = madOptions
                .timeout()
                .plus(madOptions.longest())
                .multipliedBy(2L * (madOptions.retries() + 1))
                .plus(MARGIN);
        this.maxAge = options.watchPeriod().toNanos();
        this.named = options.subnetManager();
        this.partition = options.partitionIndex();
    }

    /** Returns the attributes of the end port, at most one watch period old. */
    LocalPort port() {
        Seen last = seen;
        return last != null && System.nanoTime() - last.at < maxAge ? last.port : look();
    }

    /** Reads the attributes of the end port. */
    LocalPort look() {
        LocalPort reported = LocalPort.of(mad.endPort(), partition).withSubnetManager(named);
        Seen last = seen;
        LocalPort port = last != null && last.reported.equals(reported) ? last.port : reported;
        seen = new Seen(reported, port, System.nanoTime());
        return port;
    }

    /**
     * Sends a request. The future fails with an exception of this package that names the request, or with the reason
     * why there was no response.
     *
     * @param request the request, for the message
     * @param call sends the request; called again if there is another subnet manager
     */
    <A> CompletableFuture<A> ask(Object request, Function<IbPath, CompletableFuture<A>> call) {
        return withPort(port -> {
            IbPath first = administration(port.hasSubnetManager() ? port : look(), request, null);
            return recover(call.apply(first), failure -> again(request, call, first, failure));
        });
    }

    /** Starts an operation with the attributes of the end port. The future fails if they cannot be read. */
    <A> CompletableFuture<A> withPort(Function<LocalPort, CompletableFuture<A>> operation) {
        try {
            return operation.apply(port());
        } catch (RdmaException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private <A> CompletableFuture<A> again(
            Object request, Function<IbPath, CompletableFuture<A>> call, IbPath first, RdmaException failure) {
        if (!(failure instanceof MadTimeoutException)) {
            return failed(request, failure);
        }
        LocalPort reported = look();
        CompletableFuture<LocalPort> port = reported.administration().equals(first)
                ? askOwnAgent(reported)
                : CompletableFuture.completedFuture(reported);
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

    /** Reads the attributes of the end port from its own agent, which the subnet manager updates first. */
    private CompletableFuture<LocalPort> askOwnAgent(LocalPort reported) {
        return mad.async()
                .subnGet(PortInfo.class, DirectedPath.self(), mad.endPort().number())
                .thenApply(info -> reported.as(info).withSubnetManager(named))
                .exceptionally(error -> reported)
                .whenComplete((port, error) -> seen = new Seen(reported, port, System.nanoTime()));
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
                        ? refused(request.toString(), refusal)
                        : failure.during("cannot ask for " + request));
    }

    /** Returns the exception for a refusal of {@code request}. */
    private static SaException refused(String request, MadClassException refusal) {
        return switch (SaStatus.of(refusal.code())) {
            case NO_RECORDS ->
                new NoSuchRecordException("there is no such record at " + refusal.path() + ": " + request, refusal);
            case TOO_MANY_RECORDS ->
                new TooManyRecordsException(
                        "there is more than one such record at " + refusal.path() + ": " + request
                                + "; ask for a table, or set more fields",
                        refusal);
            case DENIED ->
                new RequestDeniedException(
                        "the subnet administration at " + refusal.path() + " denies " + request
                                + "; it may take the SM_Key of the subnet manager",
                        refusal);
            default ->
                new SaException(
                        "the subnet administration at " + refusal.path() + " refuses " + request + ": "
                                + SaStatus.of(refusal.code()).text() + " (" + refusal.code() + ")",
                        refusal);
        };
    }

    /** Returns the capabilities of the subnet administration, which are read once for each one. */
    CompletableFuture<SaCapabilities> capabilities() {
        return withPort(port -> {
            Known last = known;
            if (last == null || !last.port.equals(port) || last.answer.isCompletedExceptionally()) {
                CompletableFuture<ClassPortInfo> answer =
                        ask("ClassPortInfo", path -> mad.async().subnAdmGet(new ClassPortInfo(), 0, path));
                last = new Known(port, answer.thenApply(SaCapabilities::of));
                known = last;
            }
            return last.answer.copy();
        });
    }

    /**
     * Sends a request if the subnet administration announces the capability that it needs, or refuses to announce any.
     *
     * @param needed a capability of the first or the second mask
     */
    <A> CompletableFuture<A> ifAnnounced(WireEnum needed, Object request, Supplier<CompletableFuture<A>> send) {
        return capabilities()
                .thenApply(announced -> announced.announces(needed))
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

    /** Writes a record. */
    <T extends Structure & SubnAdmSet> CompletableFuture<T> set(RecordQuery<T> record) {
        T template = record.template();
        long mask = record.componentMask();
        return ask("a set of " + record, path -> mad.async().subnAdmSet(template, mask, path));
    }

    /** Deletes a record. */
    <T extends Structure & SubnAdmDelete> CompletableFuture<T> delete(RecordQuery<T> record) {
        T template = record.template();
        long mask = record.componentMask();
        return ask("a delete of " + record, path -> mad.async().subnAdmDelete(template, mask, path));
    }

    /** Waits for a future of the subnet administration. */
    <A> A await(CompletableFuture<A> future, String what) {
        return mad.await(future, timeout, what);
    }

    /** Returns a future that replaces a failure with another future. */
    private static <A> CompletableFuture<A> recover(
            CompletableFuture<A> future, Function<RdmaException, CompletableFuture<A>> other) {
        return future.exceptionallyCompose(error -> other.apply(FutureErrors.cause(error)));
    }
}
