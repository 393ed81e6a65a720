package io.verbena.stream;

import io.verbena.spi.stream.StreamDriver;
import io.verbena.verbs.Deadline;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/** Listens for streams that peers open. */
public final class RdmaStreamServer extends StreamEnd {
    private final IntFunction<RdmaStream> connected;
    private volatile boolean listens;
    private final Direction accepting = new Direction(this, StreamDriver.RECEIVABLE, "somebody who connects");

    /**
     * Creates a server that does not listen yet.
     *
     * @param connected creates the stream of an accepted number
     */
    RdmaStreamServer(
            StreamDriver driver,
            Consumer<? super StreamEnd> forget,
            IntFunction<RdmaStream> connected,
            int number,
            InetSocketAddress address) {
        super(driver, forget, number, "RdmaStreamServer[" + address + "]");
        this.connected = connected;
    }

    void listen(InetSocketAddress address, int backlog) {
        using(() -> {
            driver.bind(number, address);
            driver.listen(number, backlog);
            listens = true;
        });
        rename("RdmaStreamServer[" + localAddress() + "]");
    }

    /**
     * Waits for the next stream.
     *
     * @param longest timeout; zero to return at once
     * @return the stream; empty after the timeout
     */
    public Optional<RdmaStream> accept(Duration longest) {
        Deadline deadline = Deadline.in(longest);
        try {
            int accepted = accepting.turn(deadline, () -> {
                int next = using(() -> driver.accept(number));
                while (next == StreamDriver.NOTHING) {
                    accepting.await(deadline);
                    next = using(() -> driver.accept(number));
                }
                return next;
            });
            return Optional.of(connected.apply(accepted));
        } catch (StreamTimeoutException e) {
            return Optional.empty();
        }
    }

    @Override
    boolean isSettled() {
        return false;
    }

    @Override
    void destroy() {
        try {
            if (listens) {
                closeThoseWhoWait();
            }
        } finally {
            driver.close(number);
        }
    }

    /** Closes the streams that are not accepted yet, because the end of this server does not notify their peers. */
    private void closeThoseWhoWait() {
        for (int left = driver.accept(number); left != StreamDriver.NOTHING; left = driver.accept(number)) {
            driver.close(left);
        }
    }
}
