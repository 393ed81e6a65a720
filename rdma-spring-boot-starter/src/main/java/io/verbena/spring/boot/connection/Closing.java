package io.verbena.spring.boot.connection;

import io.verbena.connection.message.RequestChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Ends channels at the same time: what was sent arrives, unless the other side does not take it in time. */
final class Closing {
    /** For a device to take back what was closed. */
    private static final long LAST_MILLIS = 1000;

    private Closing() {}

    static void within(Duration patience, Collection<RequestChannel> channels) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        List<Thread> closing = new ArrayList<>();
        for (RequestChannel channel : channels) {
            Thread thread = new Thread(channel::close, "rdma-close-" + channel);
            thread.setDaemon(true);
            thread.start();
            closing.add(thread);
        }
        for (Thread thread : closing) {
            thread.join(Math.max(1, (end - System.nanoTime()) / 1_000_000));
        }
        channels.forEach(channel -> channel.channel().connection().close());
        for (Thread thread : closing) {
            thread.join(LAST_MILLIS);
        }
    }

    /** Ends something on a thread of its own, and tells the callback, whatever comes of it. */
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
