package io.verbena.shell.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.parity.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The scripts of perftest on the embedded fabric. */
@Timeout(60)
class PerftestScriptsTest {
    private final EmbeddedHost client = new EmbeddedHost("two-node");
    private final EmbeddedHost server = client.peer("host1");

    @AfterEach
    void close() {
        server.close();
        client.close();
    }

    @Test
    void loopbackRunsServerAndClient() {
        CommandRun run = client.run("run_perftest_loopback 0 0 ib_write_bw -n 100 -s 4096 -p 18701")
                .ok();

        assertThat(run.lines())
                .filteredOn(line -> line.matches(" 4096 +100 .*"))
                .hasSize(2);
        assertThat(run.out()).contains("* Waiting for client to connect... *");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void loopbackReturnsTheExitStatusOfTheClient() {
        assertThat(client.run("run_perftest_loopback 0 0 ib_write_bw -n 100 -w 1e9 -p 18702")
                        .exitCode())
                .isEqualTo(1);

        CommandRun invalid = client.run("run_perftest_loopback 0 0 ib_write_bw -n 1 -p 18703");
        assertThat(invalid.exitCode()).isEqualTo(2);
        assertThat(invalid.err()).contains("--iters: 1 is out of range");
    }

    @Test
    void severalDevicesAtOnce() throws Exception {
        String line = "run_perftest_multi_devices -d emb0,emb0 --cores 0,0 --ib_ports 1,1 ";
        CompletableFuture<CommandRun> serving =
                CompletableFuture.supplyAsync(() -> server.run(line + "--cmd ib_send_bw"));
        for (int tries = 0; tries < 200 && !(listens(15000) && listens(15001)); tries++) {
            Thread.sleep(50);
        }
        CommandRun run = client.run(line + "--cmd ib_send_bw -r 127.0.0.1");

        assertThat(run.ok().lines())
                .filteredOn(text -> text.matches(" 65536 +1000 .*"))
                .hasSize(2);
        assertThat(serving.get(40, TimeUnit.SECONDS).ok().lines())
                .filteredOn(text -> text.matches(" 65536 +1000 .*"))
                .hasSize(2);
    }

    /** Returns whether a program listens, without connecting to it. */
    private static boolean listens(int port) throws IOException {
        String sockets = Files.readString(Path.of("/proc/net/tcp")) + Files.readString(Path.of("/proc/net/tcp6"));
        return Pattern.compile(String.format(":%04X \\S+ 0A ", port))
                .matcher(sockets)
                .find();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "run_perftest_loopback 0 1                         | COMMAND",
                "run_perftest_loopback x 0 ib_write_bw -p 18704    | cannot use processor 'x'",
                "run_perftest_multi_devices -d a,b                 | --cmd",
                "run_perftest_multi_devices -d emb0 -C ib_send_bw -x 256 | --gid-index: 256 is out of range",
                "run_perftest_multi_devices -d a,b -C x -c 0       | --cores: 1 values for 2 devices",
                "run_perftest_multi_devices -d a,b -C x -i 1,2,3   | --ib_ports: 3 values for 2 devices",
                "run_perftest_multi_devices -d a,b -C x -x 1       | --gid_indexes: 1 values for 2 devices",
            })
    void badInputIsNamed(String line, String why) {
        CommandRun run = client.run(line);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(why);
    }
}
