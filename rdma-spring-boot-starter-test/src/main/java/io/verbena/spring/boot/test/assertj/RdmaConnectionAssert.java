package io.verbena.spring.boot.test.assertj;

import io.verbena.connection.ConnectionTimeoutException;
import io.verbena.connection.RdmaConnection;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/** Assertions of a connection. */
public final class RdmaConnectionAssert extends AbstractAssert<RdmaConnectionAssert, RdmaConnection> {
    RdmaConnectionAssert(@Nullable RdmaConnection actual) {
        super(actual, RdmaConnectionAssert.class);
    }

    /** Neither side has ended it. */
    public RdmaConnectionAssert isConnected() {
        isNotNull();
        if (!actual.isOpen()) {
            failWithMessage("expected %s to be connected, but it has ended", actual);
        }
        return this;
    }

    /** Either side has ended it, or does so in time; of what the other side does this side hears later. */
    public RdmaConnectionAssert endsWithin(Duration patience) {
        isNotNull();
        try {
            actual.awaitDisconnect(patience);
        } catch (ConnectionTimeoutException e) {
            failWithMessage("expected %s to end within %s, but it is connected", actual, patience);
        }
        return this;
    }

    /** The other side has this address. */
    public RdmaConnectionAssert isConnectedTo(InetSocketAddress expected) {
        isConnected();
        InetSocketAddress found = actual.peerAddress();
        if (!found.equals(expected)) {
            failWithActualExpectedAndMessage(
                    found, expected, "expected %s to be connected to %s, but it is to %s", actual, expected, found);
        }
        return this;
    }

    /** It is of this device. */
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
