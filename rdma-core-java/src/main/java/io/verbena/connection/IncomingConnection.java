package io.verbena.connection;

import io.verbena.cm.ConnectionRequest;
import io.verbena.error.FutureErrors;
import io.verbena.error.RdmaException;
import io.verbena.hca.ConnectionParameters;
import io.verbena.verbs.FutureWaits;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Somebody asks for a connection, and waits to be accepted or rejected. Safe for use by several threads. */
public final class IncomingConnection {
    private final ConnectionRequest control;
    private final ConnectionRequest data;
    private final Hello hello;
    private final @Nullable InetSocketAddress peer;
    private final ConnectionOptions options;
    private final Function<String, ConnectionGroup> groups;
    private final Set<RdmaConnection> made;
    private final AtomicBoolean answered = new AtomicBoolean();

    IncomingConnection(
            Pairing.Half control,
            Pairing.Half data,
            ConnectionOptions options,
            Function<String, ConnectionGroup> groups,
            Set<RdmaConnection> made) {
        this.control = control.request();
        this.data = data.request();
        this.hello = data.hello();
        this.peer = data.peer();
        this.options = options;
        this.groups = groups;
        this.made = made;
    }

    /** What the other side told; exactly what it gave. Read only. */
    public ByteBuffer privateData() {
        return hello.data();
    }

    /** Who asks. */
    public Optional<InetSocketAddress> peerAddress() {
        return Optional.ofNullable(peer);
    }

    /**
     * Accepts it with the options of the server.
     *
     * @throws ConnectionTimeoutException if the other side does not confirm in time
     */
    public RdmaConnection accept() {
        return accept(options);
    }

    /**
     * Accepts it, and waits until the other side has confirmed.
     *
     * @param how its private data are the answer; its group is not heeded, but that of the server
     * @throws ConnectionTimeoutException if the other side does not confirm in time
     */
    public RdmaConnection accept(ConnectionOptions how) {
        return FutureWaits.await(acceptAsync(how), how.timeout().plusMillis(500), this, this::unconfirmed);
    }

    /** The same without waiting. */
    public CompletableFuture<RdmaConnection> acceptAsync(ConnectionOptions how) {
        begin();
        RdmaConnection connection;
        CompletableFuture<?> confirmed;
        try {
            connection = RdmaConnection.make(group(), false, new ConnectionIds(control.id(), data.id()), how);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
        connection.keepIn(made);
        try {
            connection.prepare();
            Hello answer = new Hello(Hello.Kind.ANSWER, how.advertisements(), hello.token(), how.privateData());
            Hello own = new Hello(Hello.Kind.ANSWER, how.advertisements(), hello.token(), ByteBuffer.allocate(0));
            connection.connected(hello.data(), 0);
            confirmed = CompletableFuture.allOf(
                    control.accept(parameters(control, how, own)), data.accept(parameters(data, how, answer)));
        } catch (RuntimeException e) {
            connection.close();
            throw e;
        }
        CompletableFuture<RdmaConnection> established = confirmed
                .orTimeout(how.timeout().toMillis(), TimeUnit.MILLISECONDS)
                .handleAsync((done, failure) -> established(connection, failure));
        // Also if the caller gave it up, and takes no connection.
        CompletableFuture<RdmaConnection> unused = established.whenComplete((made, failure) -> {
            if (failure != null) {
                connection.close();
            }
        });
        return established;
    }

    private RdmaConnection established(RdmaConnection connection, @Nullable Throwable failure) {
        if (failure == null) {
            return connection;
        }
        connection.close();
        if (failure instanceof TimeoutException) {
            throw unconfirmed();
        }
        throw FutureErrors.cause(failure).during("cannot accept " + this);
    }

    private ConnectionTimeoutException unconfirmed() {
        return new ConnectionTimeoutException(this + " was not confirmed by the other side in time");
    }

    private ConnectionGroup group() {
        return groups.apply(data.id().device().orElseThrow());
    }

    /** No more reads than the other side can answer, or begins. */
    private ConnectionParameters parameters(ConnectionRequest request, ConnectionOptions how, Hello hello) {
        int reads = group().reads(how.reads());
        ConnectionParameters asked = request.parameters();
        return ConnectionParameters.DEFAULTS
                .reads(Math.min(reads, asked.initiatorDepth()), Math.min(reads, asked.responderResources()))
                .privateData(hello.encode());
    }

    /**
     * Refuses it.
     *
     * @param privateData what the other side is told: at most 132 bytes, which its {@link RejectedConnectionException} has
     */
    public void reject(byte[] privateData) {
        if (privateData.length > Hello.MOST_IN_REFUSAL) {
            throw new IllegalArgumentException(privateData.length
                    + " bytes of private data do not fit into a refusal, which has room for " + Hello.MOST_IN_REFUSAL);
        }
        begin();
        reject(Hello.BY_PROGRAM, privateData);
    }

    private void begin() {
        if (!answered.compareAndSet(false, true)) {
            throw new IllegalStateException(this + " is accepted or rejected already");
        }
    }

    void reject(int reason, byte[] privateData) {
        byte[] refusal = Hello.refusal(reason, hello.token(), privateData).encode();
        reject(data, refusal);
        reject(control, refusal);
    }

    /** Whoever asked may have gone meanwhile, for the other refusal at the latest; then there is nobody to be told. Closes it. */
    static void reject(ConnectionRequest request, byte[] refusal) {
        try {
            request.reject(refusal);
        } catch (RdmaException e) {
            request.id().close();
        }
    }

    private void close() {
        control.id().close();
        data.id().close();
    }

    @Override
    public String toString() {
        return "IncomingConnection[" + peer + "]";
    }
}
