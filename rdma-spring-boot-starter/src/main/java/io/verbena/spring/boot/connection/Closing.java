package io.verbena.spring.boot.connection;

import io.verbena.connection.RequestChannel;
import io.verbena.verbs.Deadline;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Closes channels concurrently. Messages in flight still arrive, unless the peer does not accept them in time. */
final class Closing {
    /** Additional time for the devices to release closed connections. */
    private static final long RELEASE_MILLIS = 1000;

    private Closing() {}

    static void within(Deadline deadline, Collection<RequestChannel> channels) throws InterruptedException {
        List<Thread> closing = new ArrayList<>();
        for (RequestChannel channel : channels) {
            Thread thread = new Thread(channel::close, "rdma-close-" + channel);
            thread.setDaemon(true);
            thread.start();
            closing.add(thread);
        }
        for (Thread thread : closing) {
            thread.join(Math.max(1, deadline.remaining().toMillis()));
        }
        channels.forEach(channel -> channel.channel().connection().close());
        for (Thread thread : closing) {
            thread.join(RELEASE_MILLIS);
        }
    }

    /** Runs a task on a thread of its own, and then the callback, even if the task fails. */
    static void aside(String thread, Runnable end, Runnable callback) {
        Thread ending = new Thread(
                () -> {
                    try {
                        end.run();
                    } finally {
                        callback.run();
                    }
                },
                thread);
        ending.setDaemon(true);
        ending.start();
    }
}
