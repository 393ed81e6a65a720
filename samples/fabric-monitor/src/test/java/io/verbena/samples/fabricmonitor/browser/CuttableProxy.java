package io.verbena.samples.fabricmonitor.browser;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A proxy to a local server. When it is cut, open connections break and no new ones succeed, until it is joined again.
 */
final class CuttableProxy implements AutoCloseable {
    private final ServerSocket entry;
    private final int server;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile boolean cut;

    CuttableProxy(int server) throws IOException {
        this.server = server;
        this.entry = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    /** Returns the port of the proxy. */
    int port() {
        return entry.getLocalPort();
    }

    void cut() throws IOException {
        cut = true;
        for (Socket socket : open) {
            socket.close();
        }
    }

    void join() {
        cut = false;
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = entry.accept();
            if (cut) {
                client.close();
                continue;
            }
            Socket onward = new Socket(InetAddress.getLoopbackAddress(), server);
            open.add(client);
            open.add(onward);
            start(() -> carry(client, onward));
            start(() -> carry(onward, client));
        }
    }

    private void carry(Socket from, Socket to) throws IOException {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } finally {
            open.remove(from);
            open.remove(to);
        }
    }

    /** A task that runs until its sockets are closed. */
    private interface Work {
        void run() throws IOException;
    }

    private static void start(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException closed) {
                        // Closing the sockets ends the task.
                    }
                },
                "line");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        entry.close();
        cut();
    }
}
