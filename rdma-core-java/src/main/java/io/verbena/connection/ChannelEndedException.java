package io.verbena.connection;

/** The peer has closed the channel, and every message that it sent was taken. */
public final class ChannelEndedException extends ConnectionException {
    ChannelEndedException(Object channel) {
        super("the peer closed " + channel);
    }
}
