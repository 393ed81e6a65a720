package io.verbena.connection;

import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Daemon threads for actions that may block, such as listeners of the application. The threads that read events must not run them,
 * because all other connections would wait. Idle threads are reused, unlike those of the default executor of {@link
 * java.util.concurrent.CompletableFuture}, which starts a thread for each action on machines with two processors.
 */
final class ActionThreads {
    private static final long IDLE_SECONDS = 10;

    static final Executor EXECUTOR = new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), ActionThreads::start);

    private ActionThreads() {}

    private static Thread start(Runnable actions) {
        Thread thread = new Thread(actions, "verbena-actions");
        thread.setDaemon(true);
        // A thread outlives the program that it first worked for.
        thread.setContextClassLoader(ActionThreads.class.getClassLoader());
        return thread;
    }
}
