package io.verbena.monitor.notify;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

/** A mail server that keeps what it receives (RFC 5321, without extensions). */
final class MailSink implements AutoCloseable {
    private final ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    private final List<String> lines = new CopyOnWriteArrayList<>();

    MailSink() throws IOException {
        Thread thread = new Thread(this::serve, "mail-sink");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return server.getLocalPort();
    }

    /** Returns the lines of all messages. */
    List<String> lines() {
        return lines;
    }

    private void serve() {
        while (!server.isClosed()) {
            try (Socket client = server.accept()) {
                converse(client);
            } catch (SocketException e) {
                return;
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private void converse(Socket client) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
        OutputStream out = client.getOutputStream();
        reply(out, "220 sink");
        boolean data = false;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String command = line.toUpperCase(Locale.ROOT);
            if (data) {
                data = !line.equals(".");
                lines.add(line);
                if (!data) {
                    reply(out, "250 kept");
                }
            } else if (command.startsWith("DATA")) {
                data = true;
                reply(out, "354 go on");
            } else if (command.startsWith("QUIT")) {
                reply(out, "221 bye");
                return;
            } else {
                reply(out, "250 sink");
            }
        }
    }

    private static void reply(OutputStream out, String text) throws IOException {
        out.write((text + "\r\n").getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
