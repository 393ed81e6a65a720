package io.verbena.shell.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.parity.CommandRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** rdma_bw and rdma_lat from siw0 to siw1, which connect by the RDMA CM and have no atomics. */
@Tag("siw")
@Timeout(300)
class MeasureSiwTest {
    private static final int PORT = 18621;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rdma_bw --op write",
                "rdma_bw --op read",
                "rdma_bw --op send",
                "rdma_bw --op write -b",
                "rdma_bw --op send -b --events",
                "rdma_lat --op write --warm-up 100",
                "rdma_lat --op send --warm-up 100",
                "rdma_lat --op read",
            })
    void measuresEveryOperationThroughTheRdmaCm(String line) {
        String command = line.split(" ", 2)[0];
        VerbenaServer server = VerbenaServer.start(command + " --format json -d siw1 -p " + PORT)
                .listeningTcp(PORT);
        CommandRun client = CommandRun.verbenaLine(line + " --format json -R -n 300 -p " + PORT + " 10.78.0.2");

        assertThat(client.err()).isEmpty();
        JsonNode result = client.ok().json().get("results").get(0);
        assertThat(result.get("messages").asInt()).isEqualTo(line.contains("-b") ? 600 : 300);
        assertThat(server.end().ok().json().get("device").asString()).isEqualTo("siw1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rdma_bw --op fetch-add -R  | this device does not support atomic operations, so fetch-add cannot be measured",
                "rdma_lat -c UC             | iWARP supports reliable connections only",
                "rdma_bw                    | iWARP requires the RDMA CM",
            })
    void reportsFeaturesThatIwarpLacks(String line, String why) {
        CommandRun run = CommandRun.verbenaLine(line + " --loopback -d siw0 10.78.0.1");

        assertThat(run.exitCode()).isEqualTo(4);
        assertThat(run.err()).contains(why).hasLineCount(1);
    }
}
