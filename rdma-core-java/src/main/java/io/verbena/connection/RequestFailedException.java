package io.verbena.connection;

import io.verbena.error.PrintableText;

/** The peer failed to answer a request. The message contains the reason that it gave. */
public final class RequestFailedException extends ConnectionException {
    /** The length of a reason that a side sends at most. */
    private static final int MAX_REASON = 1024;

    RequestFailedException(Object channel, String text) {
        super("the peer of " + channel + " could not answer: " + PrintableText.of(text, '?', MAX_REASON));
    }
}
