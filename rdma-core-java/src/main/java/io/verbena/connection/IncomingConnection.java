package io.verbena.connection;

import io.verbena.cm.ConnectionRequest;
import io.verbena.error.FutureErrors;
import io.verbena.error.RdmaException;
import io.verbena.hca.ConnectionParameters;
import io.verbena.verbs.FutureWaits;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A peer that asks for a connection and waits to be accepted or rejected. The server rejects it when neither happens within
 * the timeout of the server. Safe for use by several threads.
 */
public final class IncomingConnection {
    private final ConnectionRequest control;
    private final ConnectionRequest data;
    private final Hello hello;
    private final @Nullable InetSocketAddress peer;
    private final Admission.Place place;
    private final ConnectionOptions options;
    private final RdmaServer server;

    /** Completed by the answer; failed when there is none in time. */
    private final CompletableFuture<Void> answered = new CompletableFuture<>();

    IncomingConnection(
            Pairing.Half control,
            Pairing.Half data,
            Admission.Place place,
            ConnectionOptions options,
            RdmaServer server) {
        this.control = control.request();
        this.data = data.request();
        this.hello = data.hello();
        this.peer = data.peer();
        this.place = place;
        this.options = options;
        this.server = server;
    }

    /** Returns the private data of the peer, with the length that the peer gave. Read only. */
    public ByteBuffer privateData() {
        return hello.data();
    }

    /** Returns the address of the peer, if the connection manager tells it. */
    public Optional<InetSocketAddress> peerAddress() {
        return Optional.ofNullable(peer);
    }

    /** Accepts the connection with the options of the server, and waits; see {@link #accept(ConnectionOptions)}. */
    public RdmaConnection accept() {
        return accept(options);
    }

    /**
     * Accepts the connection, and waits until the peer has confirmed.
     *
     * @param how its private data are the answer; the group, the backlog and the limits are those of the server
     * @throws ConnectionTimeoutException if the peer does not confirm in time
     * @throws RdmaException if the connection cannot be made; the peer is rejected, and everything is freed
     * @throws IllegalStateException if it is accepted or rejected already
     */
    public RdmaConnection accept(ConnectionOptions how) {
        return FutureWaits.await(acceptAsync(how), how.timeout().plusMillis(500), this, this::unconfirmed);
    }

    /**
     * Accepts the connection without waiting; the future is completed when the peer has confirmed, and fails as {@link
     * #accept(ConnectionOptions)} does. If the connection cannot be made, this throws.
     */
    public CompletableFuture<RdmaConnection> acceptAsync(ConnectionOptions how) {
        return acceptAsync(how, true);
    }

    /** Accepts the connection, which leaves the backlog when it is confirmed, or later when the caller says so. */
    CompletableFuture<RdmaConnection> acceptAsync(ConnectionOptions how, boolean leavesBacklog) {
        begin();
        RdmaConnection connection = null;
        CompletableFuture<?> confirmed;
        try {
            connection = RdmaConnection.make(group(), false, new ConnectionIds(control.id(), data.id()), how);
            server.adopt(connection, place);
            connection.prepare();
            Hello answer = new Hello(Hello.Kind.ANSWER, how.advertisements(), hello.token(), how.privateData());
            Hello own = new Hello(Hello.Kind.ANSWER, how.advertisements(), hello.token(), ByteBuffer.allocate(0));
            connection.connected(hello.data(), 0);
            confirmed = CompletableFuture.allOf(
                    control.acceptAsync(parameters(control, how, own)),
                    data.acceptAsync(parameters(data, how, answer)));
        } catch (RuntimeException | Error e) {
            throw failed(connection, e);
        }
        RdmaConnection made = connection;
        CompletableFuture<RdmaConnection> established = confirmed
                .orTimeout(how.timeout().toMillis(), TimeUnit.MILLISECONDS)
                .handleAsync(
                        (done, failure) -> {
                            if (failure != null) {
                                throw failure instanceof TimeoutException
                                        ? unconfirmed()
                                        : FutureErrors.cause(failure).during("cannot accept " + this);
                            }
                            made.confirmed();
                            if (leavesBacklog) {
                                place.open();
                            }
                            return made;
                        },
                        ActionThreads.EXECUTOR);
        // A caller that cancels the future takes no connection either.
        CompletableFuture<RdmaConnection> unused = established.whenComplete((done, failure) -> {
            if (failure != null) {
                if (FutureErrors.cause(failure) instanceof ConnectionTimeoutException) {
                    place.fault();
                }
                made.close();
                if (!(failure instanceof CancellationException)) {
                    server.refused(FutureErrors.cause(failure));
                }
            }
        });
        return established;
    }

    /** Frees what was made, rejects the peer and reports the failure, whatever it is. */
    private RdmaException failed(@Nullable RdmaConnection connection, Throwable cause) {
        RdmaException why = (cause instanceof RdmaException known
                        ? known
                        : new ConnectionException(String.valueOf(cause), cause))
                .during("cannot accept " + this);
        try {
            reject(Hello.Refusal.FAILED, new byte[0]);
            if (connection != null) {
                connection.close();
            }
        } catch (RuntimeException | Error e) {
            why.addSuppressed(e);
        }
        server.refused(why);
        return why;
    }

    private ConnectionTimeoutException unconfirmed() {
        return new ConnectionTimeoutException(this + " was not confirmed by the peer in time");
    }

    private ConnectionGroup group() {
        return server.group(data.id().device().orElseThrow());
    }

    /** No more reads than the peer can answer, or begins. */
    private ConnectionParameters parameters(ConnectionRequest request, ConnectionOptions how, Hello hello) {
        int reads = group().reads(how.reads());
        ConnectionParameters asked = request.parameters();
        return ConnectionParameters.DEFAULTS
                .reads(Math.min(reads, asked.initiatorDepth()), Math.min(reads, asked.responderResources()))
                .privateData(hello.encode());
    }

    /**
     * Rejects the connection.
     *
     * @param privateData data for the peer, at most 132 bytes, which its {@link RejectedConnectionException} has
     * @throws IllegalStateException if it is accepted or rejected already
     */
    public void reject(byte[] privateData) {
        if (privateData.length > Hello.MAX_IN_REFUSAL) {
            throw new IllegalArgumentException(privateData.length
                    + " bytes of private data do not fit into a refusal, which has room for " + Hello.MAX_IN_REFUSAL);
        }
        begin();
        reject(Hello.Refusal.BY_PROGRAM, privateData);
    }

    private void begin() {
        if (!answered.complete(null)) {
            throw new IllegalStateException(
                    this + " is accepted or rejected already, or was rejected after the timeout of the server");
        }
    }

    /** Rejects the connection unless it is answered already. */
    boolean rejectUnanswered(Hello.Refusal why) {
        boolean first = answered.complete(null);
        if (first) {
            reject(why, new byte[0]);
        }
        return first;
    }

    /** Rejects the connection and runs an action if it is not answered in time. */
    void rejectLate(Runnable action) {
        CompletableFuture<Void> unused = answered.orTimeout(options.timeout().toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((done, late) -> {
                    if (late != null) {
                        CompletableFuture<Void> unusedRejection = CompletableFuture.runAsync(
                                () -> {
                                    reject(Hello.Refusal.UNANSWERED, new byte[0]);
                                    action.run();
                                },
                                ActionThreads.EXECUTOR);
                    }
                });
    }

    private void reject(Hello.Refusal why, byte[] privateData) {
        byte[] refusal = Hello.refusal(why, hello.token(), privateData).encode();
        try {
            reject(data, refusal);
            reject(control, refusal);
        } finally {
            place.leave();
        }
    }

    /** Rejects a request and closes it. The peer may be gone, at the second of its two requests at the latest. */
    static void reject(ConnectionRequest request, byte[] refusal) {
        try {
            request.reject(refusal);
        } catch (RdmaException | Error e) {
            request.id().close();
        }
    }

    @Override
    public String toString() {
        return "IncomingConnection[" + peer + "]";
    }
}
