package io.verbena.sa;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** Delivers notices to a listener, one after the other, on a thread that lives as long as the subscription. */
final class NoticeDelivery implements Runnable {
    private static final System.Logger LOG = System.getLogger(NoticeDelivery.class.getPackageName());
    private static final Duration LONG = Duration.ofDays(1);

    private final NoticeQueue queue;
    private final Consumer<? super NoticeEvent> listener;
    private final Thread thread;
    private volatile boolean ended;

    NoticeDelivery(NoticeQueue queue, Consumer<? super NoticeEvent> listener, String name) {
        this.queue = queue;
        this.listener = listener;
        this.thread = new Thread(this, name);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /**
     * Ends the thread and interrupts a listener that blocks. A listener that closes its own subscription is not
     * interrupted.
     */
    void end() {
        ended = true;
        if (Thread.currentThread() != thread) {
            thread.interrupt();
        }
    }

    @Override
    public void run() {
        while (!ended) {
            Optional<NoticeEvent> event = queue.poll(LONG);
            if (event.isPresent() && !ended) {
                notify(event.get());
            } else {
                // Only end() interrupts this thread; a listener that interrupted itself loses nothing.
                var unused = Thread.interrupted();
            }
        }
    }

    /** Notifies the listener. A failure is logged and does not affect later notices. */
    private void notify(NoticeEvent event) {
        try {
            listener.accept(event);
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "a notice listener failed on " + event + ": " + e, e);
        }
    }
}
