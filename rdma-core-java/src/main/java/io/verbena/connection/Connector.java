package io.verbena.connection;

import io.verbena.cm.CmEvent;
import io.verbena.cm.CmId;
import io.verbena.cm.EventChannel;
import io.verbena.cm.RejectedException;
import io.verbena.error.ClosingFailures;
import io.verbena.error.FutureErrors;
import io.verbena.error.RdmaException;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.PortSpace;
import io.verbena.hca.RejectReason;
import io.verbena.hca.Transport;
import io.verbena.verbs.CallbackThread;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Connects to a server: resolves the address, creates the connection on the device that was found, and sends the requests. */
final class Connector {
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Function<String, ConnectionGroup> groups;
    private final InetSocketAddress address;
    private final ConnectionOptions options;
    private final CmId control;
    private final CmId data;
    private final long token = RANDOM.nextLong();
    private final CompletableFuture<RdmaConnection> result = new CompletableFuture<>();
    private final AtomicReference<Calling> calling = new AtomicReference<>(Calling.NONE);
    private volatile @Nullable RdmaConnection connection;

    /** Whether a thread is in a call of the driver that may block. */
    private enum Calling {
        NONE,
        IN_PROGRESS,
        /** The caller has given up; the thread frees everything when the call returns. */
        ABANDONED
    }

    private Connector(
            EventChannel channel,
            Function<String, ConnectionGroup> groups,
            InetSocketAddress address,
            ConnectionOptions options) {
        this.groups = groups;
        this.address = address;
        this.options = options;
        this.control = channel.id(PortSpace.TCP);
        try {
            this.data = channel.id(PortSpace.TCP);
        } catch (RdmaException e) {
            control.close();
            throw e;
        }
    }

    static CompletableFuture<RdmaConnection> connect(
            EventChannel channel,
            Function<String, ConnectionGroup> groups,
            InetSocketAddress address,
            ConnectionOptions options) {
        if (options.privateData().remaining() > Hello.MAX_IN_REQUEST) {
            throw new IllegalArgumentException(options.privateData().remaining()
                    + " bytes of private data do not fit into a request, which has room for " + Hello.MAX_IN_REQUEST);
        }
        return new Connector(channel, groups, address, options).begin();
    }

    private CompletableFuture<RdmaConnection> begin() {
        CompletableFuture<RdmaConnection> answered = result.orTimeout(
                        options.timeout().toMillis(), TimeUnit.MILLISECONDS)
                .handle(this::finish);
        // A caller that has cancelled the future takes no connection.
        CompletableFuture<RdmaConnection> unusedAnswer = answered.whenComplete((made, failure) -> abandon(failure));
        try {
            CompletableFuture<Void> unused = resolve(control)
                    .thenCompose(event -> resolve(data))
                    .thenAccept(event -> ask())
                    .whenComplete(this::failed);
        } catch (RdmaException e) {
            failed(null, e);
        }
        return answered;
    }

    private CompletableFuture<CmEvent> resolve(CmId id) {
        return id.resolveAddressAsync(null, address, options.timeout())
                .thenCompose(event -> id.resolveRouteAsync(options.timeout()));
    }

    /** Makes the connection and asks the peer for it; on the thread of the event channel, which must not wait for the peer. */
    private void ask() {
        String device = data.device().orElseThrow();
        ConnectionGroup shared = options.group();
        if (shared != null && !shared.context().device().equals(device)) {
            throw new ConnectionException(address + " is reached by " + device + ", and the group of the options is of "
                    + shared.context().device());
        }
        ConnectionGroup group = shared == null ? groups.apply(device) : shared;
        RdmaConnection made;
        try {
            made = RdmaConnection.make(group, shared == null, new ConnectionIds(control, data), options);
        } catch (RuntimeException e) {
            if (shared == null) {
                group.close();
            }
            throw e;
        }
        connection = made;
        if (result.isDone()) {
            // The caller may have abandoned the attempt before there was a connection to close.
            cleanUp();
        } else if (group.context().properties().transport() == Transport.IWARP) {
            calling.set(Calling.IN_PROGRESS);
            start(() -> askBlocking(made), () -> {
                calling.set(Calling.NONE);
                throw new ConnectionException("cannot connect to " + address + ": no thread can be started");
            });
        } else {
            ask(made);
        }
    }

    /**
     * Sends the requests of an iWARP connection on a thread of its own. The driver may connect the TCP stream before the call
     * returns, as Soft-iWARP does, which takes until the system gives up (67 s) where packets are lost. Neither the thread of the
     * event channel nor the caller can wait so long.
     */
    private void askBlocking(RdmaConnection made) {
        try {
            ask(made);
        } catch (RuntimeException | Error e) {
            failed(null, e);
        } finally {
            if (!calling.compareAndSet(Calling.IN_PROGRESS, Calling.NONE)) {
                cleanUp();
            }
        }
    }

    /** Sends the requests for both queue pairs. */
    private void ask(RdmaConnection made) {
        made.prepare();
        int reads = made.group().reads(options.reads());
        ConnectionParameters parameters = ConnectionParameters.DEFAULTS.reads(reads, reads);
        CompletableFuture<Hello> controlAnswer =
                ask(control, parameters, new Hello(Hello.Kind.CONTROL, 0, token, ByteBuffer.allocate(0)));
        CompletableFuture<Hello> dataAnswer =
                ask(data, parameters, new Hello(Hello.Kind.DATA, 0, token, options.privateData()));
        CompletableFuture<Void> unused = CompletableFuture.allOf(
                controlAnswer.whenComplete(this::failed),
                dataAnswer.whenComplete(this::failed),
                controlAnswer.thenAcceptBoth(dataAnswer, (one, other) -> {
                    made.connected(other.data(), one.value());
                    made.sayReady();
                    made.confirmed();
                    result.complete(made);
                }));
    }

    private static CompletableFuture<Hello> ask(CmId id, ConnectionParameters parameters, Hello hello) {
        return id.connectAsync(parameters.privateData(hello.encode())).thenApply(event -> {
            Hello answer = Hello.decode(event.privateData());
            if (answer.kind() != Hello.Kind.ANSWER) {
                throw new ForeignPeerException("the peer accepts with " + answer.kind());
            }
            return answer;
        });
    }

    private void failed(@Nullable Object ignored, @Nullable Throwable failure) {
        if (failure != null) {
            result.completeExceptionally(failure);
        }
    }

    /** Returns the connection, or throws the failure with the address. */
    private RdmaConnection finish(@Nullable RdmaConnection made, @Nullable Throwable failure) {
        if (made != null) {
            return made;
        }
        throw explained(failure == null ? new IllegalStateException("no connection") : failure);
    }

    private void abandon(@Nullable Throwable failure) {
        if (failure != null) {
            result.completeExceptionally(failure);
            // An identifier cannot be closed during a call that uses it; the thread in that call closes it then.
            if (!calling.compareAndSet(Calling.IN_PROGRESS, Calling.ABANDONED)) {
                // On Soft-iWARP the close of an identifier waits until the peer has responded, for 10 s at most.
                start(this::cleanUp, this::cleanUp);
            }
        }
    }

    /** Runs work that may block on a thread of its own, or the alternative if the system has no thread left. */
    private void start(Runnable work, Runnable alternative) {
        try {
            new CallbackThread(work, "verbena-connecting-" + address).start();
        } catch (OutOfMemoryError e) {
            alternative.run();
        }
    }

    /** Frees everything; the failure that the caller gets is the one that ended the attempt. */
    private void cleanUp() {
        // What the device or the system kept ends with the channel of the identifiers.
        ClosingFailures ignored = new ClosingFailures();
        ignored.close(connection);
        ignored.close(control);
        ignored.close(data);
    }

    private RdmaException explained(Throwable failure) {
        if (failure instanceof TimeoutException) {
            return new ConnectionTimeoutException("no connection to " + address + " within "
                    + options.timeout().toMillis() + " ms; is a server of Verbena listening there?");
        }
        RdmaException known = FutureErrors.cause(failure);
        if (known instanceof RejectedException rejected) {
            return rejected(rejected);
        }
        return known.during("cannot connect to " + address);
    }

    private RdmaException rejected(RejectedException rejected) {
        Hello said;
        try {
            said = Hello.decode(rejected.privateData());
        } catch (ForeignPeerException e) {
            ByteBuffer none = ByteBuffer.allocate(0);
            String why = Hello.isHello(rejected.privateData())
                    ? e.getMessage()
                    : rejected.reason().text() + advice(rejected);
            return new RejectedConnectionException(
                    address + " refused the connection: " + why, rejected.reason(), none, rejected);
        }
        return new RejectedConnectionException(
                address + " refused the connection: " + Hello.reason(said.value())
                        + (said.data().hasRemaining()
                                ? ", and gave " + said.data().remaining() + " bytes"
                                : ""),
                rejected.reason(),
                said.data().asReadOnlyBuffer(),
                rejected);
    }

    /** Returns advice for a rejection without a reason: by the peer's system, or by another program. */
    private static String advice(RejectedException rejected) {
        if (rejected.reason() == RejectReason.CONSUMER) {
            return "; its backlog is full, or it is not a server of Verbena";
        }
        return rejected.privateData().hasRemaining() ? "" : "; does a server listen there?";
    }
}
