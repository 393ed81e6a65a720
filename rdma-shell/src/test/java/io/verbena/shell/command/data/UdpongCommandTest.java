package io.verbena.shell.command.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.command.EmbeddedHost;
import io.verbena.shell.parity.CommandRun;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs udpong between two hosts of an embedded fabric. UdpongRxeTest runs it with the C program. */
@Timeout(120)
class UdpongCommandTest {
    private final EmbeddedHost near = new EmbeddedHost("fat-tree:2,2,2");
    private final EmbeddedHost far = near.peer("host3");

    @AfterEach
    void close() {
        far.close();
        near.close();
    }

    private CommandRun served(String server, Supplier<CommandRun> client) throws InterruptedException {
        CompletableFuture<CommandRun> ended = new CompletableFuture<>();
        Thread thread = new Thread(() -> ended.complete(far.run(server)));
        thread.start();
        try {
            return client.get();
        } finally {
            thread.interrupt();
            assertThat(ended.orTimeout(20, TimeUnit.SECONDS).join().out()).startsWith("client login from ");
        }
    }

    private String address() {
        return near.node("host3").address().getHostAddress();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " -T e", " -T b -T echo", " -T n -T e -B 8192", " -T async"})
    void measuresOneTest(String tests) throws Exception {
        CommandRun run = served("udpong", () -> near.run("udpong -C 20 -S 512 -s " + address() + tests))
                .ok();

        assertThat(run.lines()).hasSize(2);
        assertThat(run.lines().get(0)).isEqualTo("name      bytes   xfers   total       time     Gb/sec    usec/xfer");
        String transfers = tests.contains("e") ? "40 {6}20k {5}" : "20 {6}10k {5}";
        assertThat(run.lines().get(1))
                .matches("custom {4}512 {5}" + transfers + " *\\d+\\.\\d\\ds +\\d+\\.\\d\\d +\\d+\\.\\d\\d");
    }

    @Test
    void printsItsResultAsJson() throws Exception {
        CommandRun run = served(
                        "udpong -p 7200",
                        () -> near.run("udpong -p 7200 -C 5 -S 16 -T e --format json -s " + address()))
                .ok();

        assertThat(run.out()).contains("\"transfers\" : 10", "\"totalBytes\" : 160");
    }

    @Test
    void measuresUdpSockets() throws Exception {
        CommandRun run = served(
                        "udpong -T s -p 7201 -b 127.0.0.1",
                        () -> near.run("udpong -T s -T e -p 7201 -C 20 -S 512 -s 127.0.0.1"))
                .ok();

        assertThat(run.lines()).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "udpong -T x      | -T: 'x' is not a test option",
                "udpong -S 15     | -S: 15 is out of range; expected 16 to 2040",
                "udpong -C 0      | -C: 0 is out of range; expected 1 to 2147483647",
                "udpong -B 100    | -B: 100 is out of range; expected 4096 to 1073741824",
                "udpong -p 0      | -p: 0 is out of range; expected 1 to 65535",
            })
    void rejectsInvalidInput(String line, String message) {
        CommandRun run = near.run(line);

        assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
        assertThat(run.err()).contains(message);
    }
}
