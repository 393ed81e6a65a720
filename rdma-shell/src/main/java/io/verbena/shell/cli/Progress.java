package io.verbena.shell.cli;

import java.io.PrintWriter;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells on a terminal how far a command is, in one line that is gone when it is done: from the first second on, and from
 * then on five times a second. Off a terminal it says nothing.
 */
public final class Progress implements AutoCloseable {
    private static final long FIRST_MILLIS = 1000;
    private static final long NEXT_MILLIS = 200;
    private static final String CLEAR = "\r\u001b[K";

    private final PrintWriter out;
    private final Supplier<String> state;
    private final @Nullable ScheduledExecutorService timer;
    private boolean shown;
    private boolean over;

    /**
     * Begins to tell.
     *
     * @param terminal whether it goes to one
     * @param state how far it is, "14 nodes, 1 failed"; called by another thread
     */
    Progress(boolean terminal, PrintWriter out, Supplier<String> state) {
        this.out = out;
        this.state = state;
        this.timer = terminal ? Executors.newSingleThreadScheduledExecutor(Progress::daemon) : null;
        if (timer != null) {
            var unused = timer.scheduleAtFixedRate(this::show, FIRST_MILLIS, NEXT_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /** A state, and how much of it went wrong so far, if anything did: "14 nodes, 1 failed". */
    public static String with(String state, int wrong, String how) {
        return wrong == 0 ? state : state + ", " + wrong + " " + how;
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "verbena-progress");
        thread.setDaemon(true);
        return thread;
    }

    private synchronized void show() {
        if (!over) {
            shown = true;
            out.print(CLEAR + state.get());
            out.flush();
        }
    }

    @Override
    public synchronized void close() {
        over = true;
        if (timer != null) {
            timer.shutdownNow();
        }
        if (shown) {
            out.print(CLEAR);
            out.flush();
        }
    }
}
