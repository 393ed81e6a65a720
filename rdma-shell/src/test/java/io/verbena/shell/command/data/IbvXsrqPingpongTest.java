package io.verbena.shell.command.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.command.EmbeddedHost;
import io.verbena.shell.parity.CommandRun;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** ibv_xsrq_pingpong between three hosts of the embedded fabric. */
@Timeout(60)
class IbvXsrqPingpongTest {
    private final EmbeddedHost server = new EmbeddedHost("fat-tree:1,2,2");
    private final List<EmbeddedHost> clients = List.of(server.peer("host1"), server.peer("host2"));

    @AfterEach
    void close() {
        clients.forEach(EmbeddedHost::close);
        server.close();
    }

    @ParameterizedTest
    @CsvSource({"''", "' -e'", "' -s 1 -m 256 -n 1'", "' -s 100000 -n 50'"})
    void severalClientsShareTheReceiveQueueOfTheServer(String options) throws Exception {
        int port = freePort();
        int tests = options.contains("-n 50") ? 50 : options.contains("-n 1") ? 1 : 5;
        String line = "ibv_xsrq_pingpong --format json" + options + " -p " + port;
        CompletableFuture<CommandRun> serving = CompletableFuture.supplyAsync(() -> server.run(line + " -c 2"));
        Stream<CompletableFuture<CommandRun>> calling = clients.stream()
                .map(client -> CompletableFuture.supplyAsync(() -> call(client, line + " 127.0.0.1")))
                .toList()
                .stream();

        CommandRun served = serving.get(40, TimeUnit.SECONDS);
        assertThat(served.ok().json().get("received").asInt()).isEqualTo(2 * tests);
        assertThat(served.json().get("sent").asInt()).isEqualTo(2 * tests);
        assertThat(calling.map(CompletableFuture::join))
                .allSatisfy(run ->
                        assertThat(run.ok().json().get("received").asInt()).isEqualTo(tests));
    }

    private static CommandRun call(EmbeddedHost client, String line) {
        CommandRun run = client.run(line);
        while (run.err().contains("no program listens")) {
            Thread.onSpinWait();
            run = client.run(line);
        }
        return run;
    }

    @Test
    void textShowsThePeer() throws Exception {
        String line = "ibv_xsrq_pingpong -p " + freePort();
        CompletableFuture<CommandRun> serving = CompletableFuture.supplyAsync(() -> server.run(line));

        CommandRun run = call(clients.get(0), line + " 127.0.0.1");
        assertThat(run.ok().lines())
                .anyMatch(text -> text.matches("  remote: LID [0-9a-f]{4}, QPN RECV [0-9a-f]{6} SEND [0-9a-f]{6},"
                        + " PSN [0-9a-f]{6}, SRQN [0-9a-f]{6}, GID ::"))
                .anyMatch(text -> text.matches("40960 bytes in .* seconds = .* Mbit/sec"))
                .anyMatch(text -> text.matches("5 iters in .* seconds = .* usec/iter"));
        assertThat(serving.get(20, TimeUnit.SECONDS).ok().out()).contains("5 iters in ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-p 0  | --port: 0 is out of range; expected 1 to 65535",
                "-c 0  | --clients: 0 is out of range; expected 1 to 256",
                "-n 0  | --num_tests: 0 is out of range; expected 1 to 2147483647",
                "-m 5  | --mtu: '5' is not an MTU",
            })
    void badInputIsNamed(String options, String why) {
        CommandRun run = server.run("ibv_xsrq_pingpong " + options);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(why);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
