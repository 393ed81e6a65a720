package io.verbena.shell.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.parity.CommandRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** rdma_bw and rdma_lat from rxe0 to rxe1. */
@Tag("rxe")
@Timeout(300)
class MeasureRxeTest {
    private static final int PORT = 18620;

    private static JsonNode measure(String command, String options) {
        VerbenaServer server = VerbenaServer.start(command + " --format json -d rxe1 -x 1 -p " + PORT)
                .listeningTcp(PORT);
        CommandRun client = CommandRun.verbenaLine(
                command + " --format json -d rxe0 -x 1 -p " + PORT + " " + options + " 10.77.0.2");

        assertThat(client.err()).isEmpty();
        CommandRun served = server.end();
        assertThat(served.err()).isEmpty();
        assertThat(served.ok().json().get("results").get(0).get("messages"))
                .isEqualTo(client.ok().json().get("results").get(0).get("messages"));
        assertThat(served.json().get("device").asString()).isEqualTo("rxe1");
        return client.json().get("results").get(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--op write",
                "--op read",
                "--op send",
                "--op fetch-add",
                "--op compare-swap",
                "--op write -b",
                "--op send -b --events",
                "--op write -c UC -s 1024",
                "--op write -e 4 -m 1024",
                "--op send -I 64 -s 64",
                "-R --op read",
                "-R --op send -b",
                "--op write -q 4 -n 125",
                "-R --op read -q 4 -n 125",
            })
    void bandwidthOfEveryOperation(String options) {
        JsonNode result = measure("rdma_bw", options.contains("-n") ? options : options + " -n 500");

        assertThat(result.get("messages").asInt()).isEqualTo(options.contains("-b") ? 1000 : 500);
        assertThat(result.get("bytesPerSecond").asDouble()).isPositive();
        assertThat(result.get("lost").asInt()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-c UD", "-c UC"})
    void countsMessagesThatAnUnreliableServiceLoses(String options) {
        JsonNode result = measure("rdma_bw", options + " --op send -s 512 -n 500");

        assertThat(result.get("messages").asInt()).isEqualTo(500);
        assertThat(result.get("lost").asInt()).isBetween(0, 499);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--op write",
                "--op read",
                "--op send",
                "--op send -e",
                "--op fetch-add",
                "--op compare-swap",
                "--op send -c UD",
                "--op write -I 64",
                "-R --op write",
                "--op send -q 4",
                "-R --op read -q 4",
            })
    void latencyOfEveryOperation(String options) {
        JsonNode result = measure("rdma_lat", options + " -n 200 --warm-up 100");

        assertThat(result.get("messages").asInt()).isEqualTo(200);
        assertThat(result.get("leastNanos").asLong()).isPositive();
    }

    @Test
    void bothEndsMayUseOneDevice() {
        assertThat(CommandRun.verbenaLine("rdma_bw --loopback -d rxe0 -x 1 -D 200ms")
                        .ok()
                        .lines())
                .anyMatch(line -> line.startsWith(" 65536 "));
    }

    @Test
    void serverEndsIfTheClientDisconnects() throws Exception {
        VerbenaServer server = VerbenaServer.start("rdma_bw -d rxe1 -x 1 --timeout 20s -p " + PORT)
                .listeningTcp(PORT);
        Process client = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.verbena.shell.Main",
                        "rdma_bw",
                        "-d",
                        "rxe0",
                        "-x",
                        "1",
                        "-D",
                        "60",
                        "-p",
                        String.valueOf(PORT),
                        "10.77.0.2")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        CProgram.await(MeasureRxeTest::isConnected, client::isAlive, client::toString);
        client.destroyForcibly();

        CommandRun served = server.end();
        assertThat(served.exitCode()).isEqualTo(4);
        assertThat(served.err()).startsWith("verbena: ").hasLineCount(1);
    }

    /** Not those of the kernel, which are always there. */
    private static boolean isConnected() {
        return CProgram.run("rdma resource show qp")
                .lines()
                .anyMatch(pair -> pair.contains(" type RC ") && pair.contains(" state RTS "));
    }
}
