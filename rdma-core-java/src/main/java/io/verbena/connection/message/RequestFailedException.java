package io.verbena.connection.message;

import io.verbena.connection.ConnectionException;

/** The other side could not answer a request; the message is what it says. */
public final class RequestFailedException extends ConnectionException {
    RequestFailedException(Object channel, String text) {
        super("the other side of " + channel + " could not answer: " + text, null);
    }
}
