package io.verbena.traffic.cm;

import io.verbena.cm.CmId;
import io.verbena.cm.ConnectionManager;
import io.verbena.traffic.TrafficException;
import io.verbena.verbs.Context;
import io.verbena.verbs.FutureWaits;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The host that a test runs on.
 *
 * @param manager the connection manager
 * @param devices opens a device by its name; the test closes the device
 * @param timeout the timeout of each step and of each message, where a test does not wait for its peer to start
 * @param progress receives a line for each phase, as the C programs print it
 */
public record CmTestHost(
        ConnectionManager manager, Function<String, Context> devices, Duration timeout, Consumer<String> progress) {
    <T> T await(CompletableFuture<T> step, CmId id, String wanted) {
        return FutureWaits.await(
                step,
                timeout,
                id,
                () -> new TrafficException(id + " waited " + timeout.toMillis() + " ms " + wanted
                        + "; check that the peer runs the same test"));
    }

    void say(String line) {
        progress.accept(line);
    }
}
