package io.verbena.mad.engine;

import io.verbena.device.EndPort;
import io.verbena.error.FutureErrors;
import io.verbena.error.RdmaException;
import io.verbena.mad.AsyncMadTransactor;
import io.verbena.mad.MadException;
import io.verbena.mad.MadHandler;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadRequest;
import io.verbena.mad.MadServer;
import io.verbena.mad.MadService;
import io.verbena.mad.MadStatistics;
import io.verbena.mad.MadTransactor;
import io.verbena.mad.decode.MadFormat;
import io.verbena.path.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;

/**
 * A transactor over one open port, or over two ports of a planarized device: one for subnet management, one for the general
 * services (see {@link io.verbena.device.ManagementPorts}).
 */
final class PortTransactor implements MadTransactor {
    private final EndPort endPort;
    private final MadPort subnetManagement;
    private final MadPort generalServices;
    private final MadOptions options;
    private final Runnable release;
    private final AsyncMadTransactor async = new Async();
    private final AtomicBoolean closed = new AtomicBoolean();

    /**
     * Creates a transactor.
     *
     * @param release releases the ports
     */
    PortTransactor(
            EndPort endPort, MadPort subnetManagement, MadPort generalServices, MadOptions options, Runnable release) {
        this.endPort = endPort;
        this.subnetManagement = subnetManagement;
        this.generalServices = generalServices;
        this.options = options;
        this.release = release;
    }

    @Override
    public EndPort endPort() {
        return endPort;
    }

    @Override
    public MadOptions options() {
        return options;
    }

    @Override
    public boolean isOpen() {
        return !closed.get() && subnetManagement.isOpen() && generalServices.isOpen();
    }

    @Override
    public MadTransactor withOptions(MadOptions other) {
        subnetManagement.allow(other.outstanding());
        generalServices.allow(other.outstanding());
        return new PortTransactor(endPort, subnetManagement, generalServices, other, () -> {});
    }

    @Override
    public AsyncMadTransactor async() {
        return async;
    }

    @Override
    public MadStatistics statistics() {
        MadStatistics statistics = subnetManagement.statistics();
        return subnetManagement == generalServices ? statistics : statistics.plus(generalServices.statistics());
    }

    @Override
    public int queuePair() {
        return generalServices.queuePair();
    }

    @Override
    public MadServer serve(MadService service, MadHandler handler) {
        return port(service.managementClass()).serve(service, handler);
    }

    private MadPort port(int managementClass) {
        return MadFormat.isSubnetManagement(managementClass) ? subnetManagement : generalServices;
    }

    @Override
    public <T> T call(MadRequest<T> request, Path path) {
        requireNotReader();
        MadPort port = port(request.managementClass().code());
        Call<T> call = port.submit(request, path, options);
        return await(
                call.future,
                port.maxDuration(call),
                () -> 0,
                (problem, cause) -> new MadException(call, problem, cause));
    }

    private final class Async implements AsyncMadTransactor {
        @Override
        public <T> CompletableFuture<T> call(MadRequest<T> request, Path path) {
            try {
                return port(request.managementClass().code()).submit(request, path, options).future;
            } catch (RdmaException e) {
                return CompletableFuture.failedFuture(e);
            }
        }
    }

    @Override
    public <T> T await(CompletableFuture<T> future, Duration timeout, LongSupplier progress, String what) {
        if (!future.isDone()) {
            requireNotReader();
        }
        return await(future, timeout, progress, (problem, cause) -> new RdmaException(what + " " + problem, cause));
    }

    private void requireNotReader() {
        subnetManagement.requireNotReader();
        generalServices.requireNotReader();
    }

    private static <T> T await(
            CompletableFuture<T> future,
            Duration timeout,
            LongSupplier progress,
            BiFunction<String, Exception, RdmaException> failure) {
        if (!future.isDone()) {
            ClockHold.suspendUntil(future);
        }
        try {
            while (true) {
                long before = progress.getAsLong();
                try {
                    return future.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
                } catch (TimeoutException e) {
                    if (progress.getAsLong() == before) {
                        throw failure.apply("made no progress for " + seconds(timeout), e);
                    }
                }
            }
        } catch (ExecutionException e) {
            throw FutureErrors.cause(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure.apply("was interrupted", e);
        } finally {
            future.cancel(false);
        }
    }

    private static String seconds(Duration timeout) {
        return timeout.toMillis() % 1000 == 0 ? timeout.toSeconds() + " s" : timeout.toMillis() + " ms";
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            release.run();
        }
    }
}
