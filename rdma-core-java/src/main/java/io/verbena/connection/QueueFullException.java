package io.verbena.connection;

/** A queue of a connection is full of requests that are in flight, or completed and not taken. */
public final class QueueFullException extends ConnectionException {
    QueueFullException(Object connection, Queue queue, int depth, int untaken) {
        super("the " + queue + " queue of " + connection + " holds its " + depth + " requests, " + untaken
                + " of which are completed and not taken; call awaitCompletions, or open the connection with a"
                + " larger queueDepth");
    }
}
