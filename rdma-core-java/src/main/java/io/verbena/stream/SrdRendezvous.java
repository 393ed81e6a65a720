package io.verbena.stream;

import io.verbena.error.ClosingFailures;
import io.verbena.error.RdmaException;
import io.verbena.verbs.CallbackThread;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The TCP connections of streams over SRD. One thread accepts and connects them, exchanges what both sides announce, and then notices
 * their end.
 */
final class SrdRendezvous implements AutoCloseable {
    /** The time in which a peer that has connected must send its request. */
    private static final long REQUEST_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final long LOOK_MILLIS = 1000;
    private static final long CLOSE_SECONDS = 5;

    private final Selector selector;
    private final Thread thread;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private volatile boolean closed;

    SrdRendezvous(String name) {
        try {
            selector = Selector.open();
        } catch (IOException e) {
            throw new RdmaException("cannot watch the TCP connections of streams: " + e.getMessage(), e);
        }
        thread = new CallbackThread(this::run, "verbena-srd-" + name);
        thread.start();
    }

    /** The owner of a channel, which the thread calls. */
    interface Watched {
        void ready(SelectionKey key) throws IOException;

        /** Ends the channel, which is closed, with the reason. */
        void failed(IOException cause);

        /** Looks at the channel, once a second or more often. An exception ends it. */
        void look(SelectionKey key) throws IOException;
    }

    private void run() {
        while (!closed) {
            try {
                selector.select(this::serve, LOOK_MILLIS);
                runTasks();
                for (SelectionKey key : selector.keys()) {
                    Watched watched = (Watched) key.attachment();
                    attempt(key, watched, () -> watched.look(key));
                }
            } catch (IOException | RuntimeException e) {
                if (!closed) {
                    CallbackThread.report(e);
                }
            }
        }
        closeAll();
    }

    private void serve(SelectionKey key) {
        Watched watched = (Watched) key.attachment();
        attempt(key, watched, () -> watched.ready(key));
    }

    private void runTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    private void closeAll() {
        runTasks();
        ClosingFailures ignored = new ClosingFailures();
        for (SelectionKey key : selector.keys()) {
            ignored.close(key.channel());
            Watched watched = (Watched) key.attachment();
            ignored.attempt(() -> watched.failed(new IOException("the streams are closed")));
        }
        ignored.close(selector);
    }

    /** One call for a channel. */
    private interface Step {
        void run() throws IOException;
    }

    private static void attempt(SelectionKey key, Watched watched, Step step) {
        try {
            if (key.isValid()) {
                step.run();
            }
        } catch (IOException e) {
            fail(key, watched, e);
        } catch (RuntimeException e) {
            fail(key, watched, new IOException(e.getMessage(), e));
        }
    }

    private static void fail(SelectionKey key, Watched watched, IOException cause) {
        new ClosingFailures().close(key.channel());
        watched.failed(cause);
    }

    /** Watches a channel from now on. */
    void watch(SelectableChannel channel, int operations, Watched watched) {
        tasks.add(() -> {
            try {
                SelectionKey unused = channel.register(selector, operations, watched);
            } catch (IOException e) {
                watched.failed(e);
            }
        });
        wakeUp();
        if (closed) {
            // The thread may have run its last tasks.
            new ClosingFailures().close(channel);
        }
    }

    /** Lets the thread forget closed channels, whose sockets are closed then. */
    void wakeUp() {
        if (!closed) {
            selector.wakeup();
        }
    }

    /** Connects to an address, and sends a request. */
    SrdLink connect(@Nullable InetSocketAddress source, InetSocketAddress address, SrdHello request)
            throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.configureBlocking(false);
            if (source != null) {
                channel.bind(source);
            }
            boolean isConnected = channel.connect(address);
            SrdLink link = new SrdLink(this, channel, request, 0);
            watch(channel, isConnected ? SelectionKey.OP_WRITE : SelectionKey.OP_CONNECT, link);
            return link;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Listens at a bound channel for peers that send a request. */
    void listen(ServerSocketChannel channel, int backlog, Consumer<SrdLink> links) {
        watch(channel, SelectionKey.OP_ACCEPT, new Watched() {
            private int waiting;

            @Override
            public void ready(SelectionKey key) throws IOException {
                SocketChannel accepted = accept(key);
                if (accepted == null) {
                    return;
                }
                if (waiting >= backlog) {
                    accepted.close();
                    return;
                }
                accepted.configureBlocking(false);
                SrdLink link = new SrdLink(SrdRendezvous.this, accepted, null, System.nanoTime() + REQUEST_NANOS);
                waiting++;
                CompletableFuture<SrdHello> unused = link.hello().whenComplete((hello, failure) -> {
                    waiting--;
                    if (hello != null && !new ClosingFailures().attempt(() -> links.accept(link))) {
                        link.close();
                    }
                });
                SelectionKey unusedKey = accepted.register(selector, SelectionKey.OP_READ, link);
            }

            /** Accepts a connection; without descriptors, tries again when the thread looks next. */
            private @Nullable SocketChannel accept(SelectionKey key) {
                try {
                    return channel.accept();
                } catch (IOException e) {
                    if (channel.isOpen()) {
                        key.interestOps(0);
                        CallbackThread.report(e);
                    }
                    return null;
                }
            }

            @Override
            public void look(SelectionKey key) {
                key.interestOps(SelectionKey.OP_ACCEPT);
            }

            @Override
            public void failed(IOException cause) {
                if (!closed) {
                    CallbackThread.report(cause);
                }
            }
        });
    }

    /** Closes a channel, and waits until its address is free. */
    void close(SelectableChannel channel) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Runnable task = () -> {
            try {
                channel.close();
                int unused = selector.selectNow();
                done.complete(null);
            } catch (IOException | ClosedSelectorException e) {
                done.completeExceptionally(e);
            }
        };
        if (closed || Thread.currentThread() == thread) {
            task.run();
            return;
        }
        tasks.add(task);
        wakeUp();
        try {
            done.orTimeout(CLOSE_SECONDS, TimeUnit.SECONDS).join();
        } catch (CompletionException e) {
            // The thread is ending, which closes the channel.
            new ClosingFailures().close(channel);
        }
    }

    /** Closes all connections and ends the thread. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        selector.wakeup();
        CallbackThread.await(thread);
    }
}
