package io.verbena.connection.message;

import io.verbena.connection.ConnectionException;

/** The other side has closed the channel, and everything it sent was taken. */
public final class ChannelEndedException extends ConnectionException {
    ChannelEndedException(Object channel) {
        super("the other side closed " + channel, null);
    }
}
