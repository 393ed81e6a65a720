package io.verbena.subnet;

import io.verbena.error.RdmaException;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Reads the subnet by directed route, which needs neither LIDs nor a subnet manager. What does not answer is left out and
 * listed in {@link Subnet#failures}; only a start that does not answer is an error.
 */
public final class DirectedDiscovery {
    private static final Duration SLACK = Duration.ofSeconds(5);

    private final MadTransactor mad;
    private int maxHops = DirectedPath.MAX_HOPS;

    /** A discovery that begins at the end port of this transactor, which the caller closes. */
    public DirectedDiscovery(MadTransactor mad) {
        this.mad = mad;
    }

    /**
     * Goes no further than so many links.
     *
     * @throws IllegalArgumentException if this is not from 0 to 63
     */
    public DirectedDiscovery maxHops(int hops) {
        if (hops < 0 || hops > DirectedPath.MAX_HOPS) {
            throw new IllegalArgumentException(
                    hops + " hops make no sense; a directed route has 0 to " + DirectedPath.MAX_HOPS);
        }
        maxHops = hops;
        return this;
    }

    /** Reads the subnet; cancelling the future ends the reading. */
    public CompletableFuture<Subnet> runAsync() {
        return new DirectedSweep(mad, maxHops).start();
    }

    /**
     * Reads the subnet and waits until it is read.
     *
     * @throws RdmaException if the port it begins at does not answer, or the thread is interrupted
     */
    public Subnet run() {
        DirectedSweep sweep = new DirectedSweep(mad, maxHops);
        CompletableFuture<Subnet> subnet = sweep.start();
        Duration patience = mad.options()
                .timeout()
                .multipliedBy(mad.options().retries() + 1L)
                .plus(SLACK);
        try {
            while (true) {
                long before = sweep.progress();
                try {
                    return subnet.get(patience.toMillis(), TimeUnit.MILLISECONDS);
                } catch (TimeoutException e) {
                    if (sweep.progress() == before) {
                        throw new RdmaException("the discovery stood still for " + patience.toSeconds() + " s", e);
                    }
                }
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RdmaException failure
                    ? failure
                    : new RdmaException("the discovery failed: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RdmaException("the discovery was interrupted", e);
        } finally {
            subnet.cancel(false);
        }
    }
}
