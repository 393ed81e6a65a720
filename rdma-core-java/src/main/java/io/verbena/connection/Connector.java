package io.verbena.connection;

import io.verbena.cm.CmEvent;
import io.verbena.cm.CmId;
import io.verbena.cm.EventChannel;
import io.verbena.cm.RejectedException;
import io.verbena.error.FutureErrors;
import io.verbena.error.RdmaException;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.PortSpace;
import io.verbena.hca.RejectReason;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Connects: resolves the address, makes what a connection needs on the device that was found, and asks the other side. */
final class Connector {
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Function<String, ConnectionGroup> groups;
    private final InetSocketAddress address;
    private final ConnectionOptions options;
    private final CmId control;
    private final CmId data;
    private final long token = RANDOM.nextLong();
    private final CompletableFuture<RdmaConnection> result = new CompletableFuture<>();
    private volatile @Nullable RdmaConnection connection;

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
        if (options.privateData().remaining() > Hello.MOST_IN_REQUEST) {
            throw new IllegalArgumentException(options.privateData().remaining()
                    + " bytes of private data do not fit into a request, which has room for " + Hello.MOST_IN_REQUEST);
        }
        return new Connector(channel, groups, address, options).begin();
    }

    private CompletableFuture<RdmaConnection> begin() {
        CompletableFuture<RdmaConnection> answered = result.orTimeout(
                        options.timeout().toMillis(), TimeUnit.MILLISECONDS)
                .handle(this::finish);
        // Also if the caller gave it up, who does not hear of a failure, and does not take a connection.
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
        return id.resolveAddress(null, address, options.timeout())
                .thenCompose(event -> id.resolveRoute(options.timeout()));
    }

    /** On the thread of the event channel, which waits for nothing here. */
    private void ask() {
        String device = data.device().orElseThrow();
        ConnectionGroup shared = options.group();
        if (shared != null && !shared.context().device().equals(device)) {
            throw new ConnectionException(
                    address + " is reached by " + device + ", and the group of the options is of "
                            + shared.context().device(),
                    null);
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
            // Whoever gave it up may have looked for it before.
            cleanUp();
            return;
        }
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
                    result.complete(made);
                }));
    }

    private static CompletableFuture<Hello> ask(CmId id, ConnectionParameters parameters, Hello hello) {
        return id.connect(parameters.privateData(hello.encode())).thenApply(event -> {
            Hello answer = Hello.decode(event.privateData());
            if (answer.kind() != Hello.Kind.ANSWER) {
                throw new ForeignPeerException("the other side accepts with " + answer.kind(), null);
            }
            return answer;
        });
    }

    private void failed(@Nullable Object ignored, @Nullable Throwable failure) {
        if (failure != null) {
            result.completeExceptionally(failure);
        }
    }

    /** Leaves nothing behind where it did not succeed. */
    private RdmaConnection finish(@Nullable RdmaConnection made, @Nullable Throwable failure) {
        if (made != null) {
            return made;
        }
        throw explained(failure == null ? new IllegalStateException("no connection") : failure);
    }

    private void abandon(@Nullable Throwable failure) {
        if (failure != null) {
            result.completeExceptionally(failure);
            // Soft-iWARP keeps whoever closes an identifier waiting while the other side has not answered.
            CompletableFuture<Void> unused = CompletableFuture.runAsync(this::cleanUp);
        }
    }

    private void cleanUp() {
        RdmaConnection begun = connection;
        if (begun != null) {
            begun.close();
        }
        control.close();
        data.close();
    }

    private RdmaException explained(Throwable failure) {
        if (failure instanceof TimeoutException) {
            return new ConnectionTimeoutException("no connection to " + address + " within "
                    + options.timeout().toMillis() + " ms; is a server of io.verbena.connection there, and not busy?");
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
            return new RejectedConnectionException(
                    address + " refused the connection: " + rejected.reason().text() + advice(rejected),
                    rejected.reason(),
                    none,
                    rejected);
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

    /** Of who did not say why: the system there, mostly for want of places, or another program. */
    private static String advice(RejectedException rejected) {
        if (rejected.reason() == RejectReason.CONSUMER) {
            return "; it has more requests than its backlog, or is none of io.verbena.connection";
        }
        return rejected.privateData().hasRemaining() ? "" : "; does a server listen there?";
    }
}
