package io.verbena.connection;

/** As many requests are under way, or completed and not taken, as the queue of the connection has room for. */
public final class QueueFullException extends ConnectionException {
    QueueFullException(Object connection, Queue queue, int depth, int untaken) {
        super(
                "the " + queue + " queue of " + connection + " holds its " + depth + " requests, " + untaken
                        + " of which are completed and not taken; call awaitCompletions, or open the connection with a"
                        + " larger queueDepth",
                null);
    }
}
