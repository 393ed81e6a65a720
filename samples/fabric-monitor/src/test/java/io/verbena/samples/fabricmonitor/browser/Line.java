package io.verbena.samples.fabricmonitor.browser;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A line to a server of this host that can be cut: what is connected breaks off, and nobody gets through until it is joined. */
final class Line implements AutoCloseable {
    private final ServerSocket entry;
    private final int server;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile boolean cut;

    Line(int server) throws IOException {
        this.server = server;
        this.entry = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    /** Where it begins. */
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

    /** What runs until its sockets are closed. */
    private interface Work {
        void run() throws IOException;
    }

    private static void start(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException closed) {
                        // That is how it ends.
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
