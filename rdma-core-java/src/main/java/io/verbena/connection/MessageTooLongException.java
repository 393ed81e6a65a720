package io.verbena.connection;

/** A message is longer than the peer accepts. Nothing was sent. */
public final class MessageTooLongException extends ConnectionException {
    MessageTooLongException(Object channel, long length, int largest) {
        super("a message of " + length + " bytes is longer than the " + largest + " that the peer of " + channel
                + " accepts; let it open the channel with a larger MessageOptions.largest, or send parts");
    }
}
