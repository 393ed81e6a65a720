package io.verbena.connection.message;

import io.verbena.connection.ConnectionException;
import io.verbena.error.PrintableText;

/** The other side could not answer a request; the message is what it says. */
public final class RequestFailedException extends ConnectionException {
    /** As much as a side of this library tells. */
    private static final int LONGEST = 1024;

    RequestFailedException(Object channel, String text) {
        super("the other side of " + channel + " could not answer: " + PrintableText.of(text, '?', LONGEST), null);
    }
}
