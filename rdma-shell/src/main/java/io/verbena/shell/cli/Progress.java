package io.verbena.shell.cli;

import java.io.PrintWriter;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Shows the progress of a command on one line of a terminal, which is erased at the end. The line appears after one
 * second and is updated five times per second. Without a terminal, nothing is shown.
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
     * Starts to show progress.
     *
     * @param state returns the progress, such as "14 nodes, 1 failed"; called by another thread
     */
    Progress(boolean terminal, PrintWriter out, Supplier<String> state) {
        this.out = out;
        this.state = state;
        this.timer = terminal ? Executors.newSingleThreadScheduledExecutor(Progress::daemon) : null;
        if (timer != null) {
            var unused = timer.scheduleAtFixedRate(this::show, FIRST_MILLIS, NEXT_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /** Returns a text about progress, with the number of failures if there are any: "14 nodes, 1 failed". */
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
