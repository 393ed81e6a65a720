package io.verbena.mad;

import io.verbena.device.EndPort;
import io.verbena.error.RdmaException;
import io.verbena.iba.Layout;
import io.verbena.iba.MadMethod;
import io.verbena.iba.Structure;
import io.verbena.iba.SubnAdmGet;
import io.verbena.iba.SubnGet;
import io.verbena.iba.SubnSet;
import io.verbena.path.IbPath;
import io.verbena.path.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Remote procedure calls on one end port. Each waits for its answer; {@link #async} has the same as futures. Safe for use
 * by several threads; all transactors of an end port share its window of outstanding requests.
 */
public final class MadTransactor implements AutoCloseable {
    private final EndPort endPort;
    private final MadPort port;
    private final MadOptions options;
    private final AsyncMadTransactor async;
    private final Runnable release;
    private final AtomicBoolean closed = new AtomicBoolean();

    MadTransactor(EndPort endPort, MadPort port, MadOptions options, Runnable release) {
        this.endPort = endPort;
        this.port = port;
        this.options = options;
        this.async = new AsyncMadTransactor(port, options);
        this.release = release;
    }

    /** The end port that the requests leave by. */
    public EndPort endPort() {
        return endPort;
    }

    /** How long it waits, and how often it tries. */
    public MadOptions options() {
        return options;
    }

    /** Whether it can be used: false once it is closed, or its end port is lost. */
    public boolean isOpen() {
        return !closed.get() && port.isOpen();
    }

    /** The same calls as futures. */
    public AsyncMadTransactor async() {
        return async;
    }

    /** The number of datagrams that have been sent on the end port since it was opened. */
    public long datagramsSent() {
        return port.datagramsSent();
    }

    /**
     * Reads an attribute of a port or node (IBA 14.2).
     *
     * @param type the attribute
     * @param path where to ask; a directed route, or a path whose LID is known
     * @param modifier what the attribute asks for, such as the number of the port
     * @throws MadTimeoutException if nobody answers
     * @throws MadStatusException if the request is refused
     * @throws RdmaException if it cannot be sent, or the end port is lost
     */
    public <T extends Structure & SubnGet> T subnGet(Class<T> type, Path path, long modifier) {
        return await(() -> async.subn(MadMethod.GET, Layout.forType(type), null, path, modifier));
    }

    /** Reads an attribute of a node, which needs no modifier. */
    public <T extends Structure & SubnGet> T subnGet(Class<T> type, Path path) {
        return subnGet(type, path, 0);
    }

    /**
     * Writes an attribute of a port or node, and returns what it is afterwards (IBA 14.2). This changes the fabric.
     *
     * @param payload all its fields; begin with a copy of what {@link #subnGet} answered
     * @throws MadTimeoutException if nobody answers; the change may have happened all the same
     * @throws MadStatusException if the request is refused
     * @throws RdmaException if it cannot be sent, or the end port is lost
     */
    @SuppressWarnings("unchecked")
    public <T extends Structure & SubnSet> T subnSet(T payload, Path path, long modifier) {
        return await(() -> async.subn(MadMethod.SET, (Layout<T>) payload.layout(), payload, path, modifier));
    }

    /**
     * Asks the subnet administration for one record (IBA 15.4).
     *
     * @param template what the record must have
     * @param componentMask which fields of the template count; see {@link Layout#componentMask}
     * @param administration where the subnet administration is
     * @throws MadClassException if there is no such record, or more than one
     * @throws MadTimeoutException if nobody answers
     */
    @SuppressWarnings("unchecked")
    public <T extends Structure & SubnAdmGet> T subnAdmGet(T template, long componentMask, IbPath administration) {
        return await(() -> async.subnAdm((Layout<T>) template.layout(), template, componentMask, administration));
    }

    /**
     * Asks anything of anyone, for tools that learn only when they run what they are to ask; where the attribute is known,
     * the other calls are typed. The methods must be ones that one datagram answers.
     *
     * @return the answer, taken apart
     * @throws MadTimeoutException if nobody answers
     * @throws MadException if the request is refused
     * @throws RdmaException if it cannot be sent, or the end port is lost
     */
    public DecodedMad call(MadRequest request, Path path) {
        Structure answer = await(() -> async.any(request, path));
        return MadDecoder.decodeWhole(answer);
    }

    private <T extends Structure> T await(Supplier<? extends PendingCall<? extends T>> request) {
        if (port.isReader()) {
            throw new IllegalStateException("the reader of end port " + port.name()
                    + " must not wait for an answer; use async() in what hangs on a future");
        }
        PendingCall<? extends T> call = request.get();
        Duration patience = port.patience(call);
        try {
            return call.future.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RdmaException failure) {
                throw failure;
            }
            throw new RdmaException(call.exchange.call() + " failed: " + e.getCause(), e.getCause());
        } catch (TimeoutException e) {
            call.future.cancel(false);
            throw new MadException(call.exchange, "was neither answered nor given up within " + patience, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            call.future.cancel(false);
            throw new MadException(call.exchange, "was interrupted", e);
        }
    }

    /** Gives the end port back; the last transactor to do so closes it. A second close does nothing. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            release.run();
        }
    }
}
