package io.verbena.spring.boot.test.assertj;

import io.verbena.connection.ConnectionTimeoutException;
import io.verbena.connection.RdmaConnection;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/** Assertions for a connection. */
public final class RdmaConnectionAssert extends AbstractAssert<RdmaConnectionAssert, RdmaConnection> {
    RdmaConnectionAssert(@Nullable RdmaConnection actual) {
        super(actual, RdmaConnectionAssert.class);
    }

    /** Verifies that neither side has closed the connection. */
    public RdmaConnectionAssert isConnected() {
        isNotNull();
        if (!actual.isOpen()) {
            failWithMessage("expected %s to be connected, but it has ended", actual);
        }
        return this;
    }

    /**
     * Verifies that either side closes the connection within a timeout. A close by the peer is noticed with a delay.
     */
    public RdmaConnectionAssert endsWithin(Duration timeout) {
        isNotNull();
        try {
            actual.awaitDisconnect(timeout);
        } catch (ConnectionTimeoutException e) {
            failWithMessage("expected %s to end within %s, but it is connected", actual, timeout);
        }
        return this;
    }

    /** Verifies the address of the peer. */
    public RdmaConnectionAssert isConnectedTo(InetSocketAddress expected) {
        isConnected();
        InetSocketAddress found = actual.peerAddress();
        if (!found.equals(expected)) {
            failWithActualExpectedAndMessage(
                    found, expected, "expected %s to be connected to %s, but it is to %s", actual, expected, found);
        }
        return this;
    }

    /** Verifies the device of the connection. */
    public RdmaConnectionAssert usesDevice(String expected) {
        isNotNull();
        String found = actual.group().context().device();
        if (!found.equals(expected)) {
            failWithActualExpectedAndMessage(
                    found, expected, "expected %s to use the device %s, but it uses %s", actual, expected, found);
        }
        return this;
    }
}
