package io.verbena.shell.command.data;

import io.verbena.shell.command.EmbeddedHost;
import io.verbena.shell.parity.CommandRun;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Two hosts of an embedded fabric, between which the programs of perftest run at a free port. */
abstract class PerftestHosts {
    static final String NUMBER = "[0-9]+\\.[0-9]+";

    final EmbeddedHost client;
    final EmbeddedHost server;
    int port;

    /** The runs of a client and a server. */
    record Pair(CommandRun client, CommandRun server) {}

    PerftestHosts(String topology, String serverName) {
        client = new EmbeddedHost(topology);
        server = client.peer(serverName);
    }

    @BeforeEach
    void findPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
    }

    @AfterEach
    void close() {
        server.close();
        client.close();
    }

    final Pair run(String line) throws Exception {
        return run(line, line);
    }

    final Pair run(String called, String calling) throws Exception {
        return run(called, calling, "127.0.0.1");
    }

    final Pair run(String called, String calling, String address) throws Exception {
        return run(client, server, called, calling, address);
    }

    final Pair run(EmbeddedHost near, EmbeddedHost far, String called, String calling, String address)
            throws Exception {
        CompletableFuture<CommandRun> serving = CompletableFuture.supplyAsync(() -> far.run(called + " -p " + port));
        return new Pair(call(near, calling, address), serving.get(40, TimeUnit.SECONDS));
    }

    /** Runs the client when the server listens. */
    final CommandRun call(EmbeddedHost near, String calling, String address) throws Exception {
        String line = calling + " -p " + port + " " + address;
        CommandRun run = near.run(line);
        for (int tries = 0; tries < 1000 && run.err().matches("(?s).*(no program listens|rejected).*"); tries++) {
            Thread.sleep(20);
            run = near.run(line);
        }
        return run;
    }
}
