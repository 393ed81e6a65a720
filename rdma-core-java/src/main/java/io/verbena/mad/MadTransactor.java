package io.verbena.mad;

import io.verbena.device.EndPort;
import io.verbena.error.RdmaException;
import io.verbena.iba.Layout;
import io.verbena.iba.Structure;
import io.verbena.path.IbPath;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/**
 * Sends management datagrams from an end port and waits for their responses; {@link #async} returns futures instead. All
 * transactors of an end port share its window of outstanding requests. Safe for use by several threads.
 *
 * <p>Operations with a response throw {@link MadTimeoutException} if none arrives, {@link MadStatusException} or {@link
 * MadClassException} if the request is refused, another {@link MadException} if the response is malformed, and {@link
 * RdmaException} if the request cannot be sent or the end port is lost. Methods whose name ends in {@code Send}, and {@code
 * subnTrap}, have no response: they return when the datagram is sent, and do not report whether it arrives.
 *
 * <p>A change that times out may nevertheless have taken effect.
 */
public interface MadTransactor extends MadOperations, AutoCloseable {

    /** Returns the end port from which requests are sent. */
    EndPort endPort();

    /** Returns timeout, retries and the other options of this transactor. */
    MadOptions options();

    /** Returns whether this transactor can be used: it is not closed, and its end port is not lost. */
    boolean isOpen();

    /** Returns a transactor with other options. It ends with this transactor and needs no closing. */
    MadTransactor withOptions(MadOptions other);

    /** Returns the operations that return futures. */
    @Override
    AsyncMadTransactor async();

    /** Returns the counters of the end port since it was opened; they cover all its transactors. */
    MadStatistics statistics();

    /** Returns the number of datagrams sent on the end port since it was opened. */
    default long datagramsSent() {
        return statistics().sent();
    }

    /** Reads an attribute of a vendor class whose structure is known, such as {@code MellanoxGeneralInfo}. */
    default <T extends Structure> T vendorGet(
            VendorClass vendor, int attributeId, long modifier, Class<T> type, IbPath path) {
        return Layout.forType(type).wrap(vendorGet(vendor, attributeId, modifier, new byte[0], path), 0);
    }

    /**
     * Waits for a future that depends on futures of {@link #async}. If the wait ends without a result, the future is
     * cancelled. In the handler of a {@link MadServer}, simulated time advances during the wait.
     *
     * @param timeout maximum time without progress
     * @param progress any number that changes as long as the work proceeds
     * @param what name of the work, for messages
     * @throws RdmaException with which the future failed, or if the timeout elapses or the thread is interrupted (its
     *     interrupt status is set then)
     * @throws IllegalStateException if the calling thread is the reader of the end port, which completes the futures
     */
    <T> T await(CompletableFuture<T> future, Duration timeout, LongSupplier progress, String what);

    /** Waits for a future that depends on futures of {@link #async}, at most {@code timeout}. */
    default <T> T await(CompletableFuture<T> future, Duration timeout, String what) {
        return await(future, timeout, () -> 0, what);
    }

    /**
     * Returns the number of the queue pair that receives the requests to the servers of this transactor. It is 1, the
     * well-known one, unless datagrams are sent through verbs; peers that use queue pair 1 must be redirected then.
     */
    int queuePair();

    /**
     * Serves the requests of a management class that arrive at the end port, until the server or the end port is closed.
     *
     * @throws RdmaException if the class cannot be served, for example because another process serves it
     */
    MadServer serve(MadService service, MadHandler handler);

    /** Releases the end port, which is closed with its last transactor. Closing twice has no effect. */
    @Override
    void close();
}
