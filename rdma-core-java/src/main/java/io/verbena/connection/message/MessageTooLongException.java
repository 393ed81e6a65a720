package io.verbena.connection.message;

import io.verbena.connection.ConnectionException;

/** A message is longer than the other side takes. Nothing was sent. */
public final class MessageTooLongException extends ConnectionException {
    MessageTooLongException(Object channel, long length, int largest) {
        super(
                "a message of " + length + " bytes is longer than the " + largest + " that the other side of " + channel
                        + " takes; let it open the channel with a greater largest, or send parts",
                null);
    }
}
