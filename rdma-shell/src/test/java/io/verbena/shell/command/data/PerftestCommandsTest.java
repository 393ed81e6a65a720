package io.verbena.shell.command.data;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.command.EmbeddedHost;
import io.verbena.shell.parity.CommandRun;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The commands that are named like the programs of perftest, with each other between two hosts of the embedded fabric. */
@Timeout(60)
class PerftestCommandsTest extends PerftestHosts {
    PerftestCommandsTest() {
        super("two-node", "host1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ib_send_bw -n 300",
                "ib_send_bw -n 300 -b",
                "ib_send_bw -n 300 -b -q 3 -Q 7",
                "ib_send_bw -n 300 -c UC",
                "ib_send_bw -n 300 -c UD -s 512",
                "ib_send_bw -n 300 -c UD -s 512 -x 0",
                "ib_send_bw -n 300 -e",
                "ib_send_bw -n 300 -l 8 -s 64 -I 64 -r 256 -t 32",
                "ib_write_bw -n 300",
                "ib_write_bw -n 300 -x 0",
                "ib_write_bw -n 300 -b -q 2",
                "ib_write_bw -n 300 -c UC -m 512",
                "ib_write_bw -n 300 --rate_limit 100000 --rate_units p --burst_size 10",
                "ib_read_bw -n 300 -o 4",
                "ib_read_bw -n 300 -b",
                "ib_atomic_bw -n 300",
                "ib_atomic_bw -n 300 -A CMP_AND_SWAP -b",
                "ib_send_bw -n 300 --use-srq",
                "ib_send_bw -n 300 --use-srq -b -q 3",
                "ib_send_bw -n 300 --use-srq -c UD -s 512",
                "ib_send_bw -n 300 -c XRC",
                "ib_send_bw -n 300 -c XRC -b -q 3",
                "ib_write_bw -n 300 -c XRC",
                "ib_read_bw -n 300 -c XRC -b",
                "ib_atomic_bw -n 300 -c XRC",
            })
    void bandwidth(String line) throws Exception {
        Pair pair = run(line + " --format json");
        JsonNode result = pair.client().ok().json().get("results").get(0);
        JsonNode served = pair.server().ok().json().get("results").get(0);
        int pairs = line.contains("-q 3") ? 3 : line.contains("-q 2") ? 2 : 1;

        assertThat(result.get("n_iterations").asInt()).isEqualTo(300 * pairs * (line.contains(" -b") ? 2 : 1));
        assertThat(served.get("n_iterations").asInt())
                .isEqualTo(result.get("n_iterations").asInt());
        assertThat(result.get("BW_average").asDouble()).isPositive();
        assertThat(served.get("BW_average").asDouble()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ib_send_lat",
                "ib_send_lat -s 64 -I 64",
                "ib_send_lat -c UC",
                "ib_send_lat -c UD -s 512",
                "ib_send_lat -e",
                "ib_write_lat",
                "ib_write_lat -c UC -s 64 -I 64",
                "ib_read_lat -o 1",
                "ib_read_lat -e",
                "ib_atomic_lat",
                "ib_atomic_lat -A CMP_AND_SWAP",
                "ib_send_lat --use-srq",
                "ib_send_lat -c XRC",
                "ib_write_lat -c XRC",
                "ib_read_lat -c XRC",
                "ib_atomic_lat -c XRC",
            })
    void latency(String line) throws Exception {
        Pair pair = run(line + " -n 200 --format json");
        JsonNode result = pair.client().ok().json().get("results").get(0);

        assertThat(pair.server().ok().json().get("results")).isNotEmpty();
        assertThat(result.get("n_iterations").asInt()).isEqualTo(200);
        assertThat(List.of(
                        result.get("t_min").asDouble(),
                        result.get("t_typical").asDouble(),
                        result.get("percentile_99").asDouble(),
                        result.get("t_max").asDouble()))
                .isSorted()
                .allMatch(micros -> micros > 0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ib_send_bw -R",
                "ib_send_bw -R -b -q 3",
                "ib_send_bw -R -c UD -s 512",
                "ib_send_bw -R -c UD -s 512 -b -q 2",
                "ib_send_bw -z",
                "ib_send_bw -z -c UD -s 512 -b",
                "ib_write_bw -R -q 2",
                "ib_write_bw -z -c UC",
                "ib_read_bw -R -b -o 4",
                "ib_atomic_bw -R",
                "ib_send_lat -R",
                "ib_send_lat -R -e",
                "ib_send_bw -R --use-srq -q 2",
                "ib_send_lat -z -c XRC",
                "ib_send_lat -R -c UD -s 512",
                "ib_send_lat -z -c UC",
                "ib_write_lat -R",
                "ib_write_lat -z",
                "ib_read_lat -R",
                "ib_atomic_lat -R",
            })
    void throughTheConnectionManager(String line) throws Exception {
        String address = server.node("host1").address().getHostAddress();
        Pair pair = run(line + " -n 200 --format json", line + " -n 200 --format json", address);
        JsonNode report = pair.client().ok().json();

        assertThat(pair.server().ok().err()).isEmpty();
        assertThat(report.get("results").get(0).get("n_iterations").asInt()).isGreaterThanOrEqualTo(200);
        assertThat(report.get("test_info").get("Data_ex_method").asString()).isEqualTo("rdma_cm");
        assertThat(report.get("test_info").get("rdma_cm_QPs").asString()).isEqualTo(line.contains("-R") ? "ON" : "OFF");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ib_send_bw",
                "ib_send_bw -b",
                "ib_write_bw",
                "ib_write_bw -b",
                "ib_read_bw -b",
                "ib_send_lat",
                "ib_write_lat",
                "ib_read_lat",
            })
    void allSizes(String line) throws Exception {
        JsonNode report = run(line + " -n 5 -a --format json").client().ok().json();

        assertThat(report.get("results")).hasSize(23);
        assertThat(report.get("results").get(22).get("MsgSize").asInt()).isEqualTo(8388608);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ib_send_bw",
                "ib_send_bw -b -q 2 -s 64",
                "ib_write_bw -s 64",
                "ib_write_bw -b",
                "ib_read_bw",
                "ib_send_lat",
                "ib_write_lat",
                "ib_read_lat",
            })
    void limitedByTime(String line) throws Exception {
        Pair pair = run(line + " -D 200ms --format json");

        assertThat(pair.client()
                        .ok()
                        .json()
                        .get("results")
                        .get(0)
                        .get("n_iterations")
                        .asInt())
                .isGreaterThan(5);
        pair.server().ok();
    }

    @Test
    void aRateLimitHolds() throws Exception {
        JsonNode result =
                run("ib_write_bw -s 1024 -D 500ms --rate_limit 2000 --rate_units p --burst_size 20 --format json")
                        .client()
                        .ok()
                        .json()
                        .get("results")
                        .get(0);

        assertThat(result.get("MsgRate").asDouble()).isBetween(0.0005, 0.0022);
    }

    @Test
    void aResultBelowTheLimitIsFound() throws Exception {
        assertThat(run("ib_write_bw -n 100", "ib_write_bw -n 100 -w 1e9")
                        .client()
                        .exitCode())
                .isEqualTo(1);
        assertThat(run("ib_write_bw -n 100", "ib_write_bw -n 100 -y 1e9")
                        .client()
                        .exitCode())
                .isEqualTo(1);
        assertThat(run("ib_write_bw -n 100", "ib_write_bw -n 100 -w 0.001 -y 0.000001")
                        .client()
                        .exitCode())
                .isZero();
    }

    @Test
    void textHasTheColumnsOfPerftest() throws Exception {
        Pair bandwidth = run("ib_send_bw -n 100 -s 4096");
        assertThat(bandwidth.client().ok().lines())
                .anyMatch(line -> line.matches(
                        " #bytes +#iterations +BW peak\\[MiB/sec] +BW average\\[MiB/sec] +MsgRate\\[Mpps]"))
                .anyMatch(line -> line.matches(" 4096 +100 +" + NUMBER + " +" + NUMBER + " +" + NUMBER));
        assertThat(bandwidth.server().ok().out()).contains("* Waiting for client to connect... *", " 4096 ");

        assertThat(run("ib_send_bw -n 100 --report_gbits -N --report-both -b")
                        .client()
                        .ok()
                        .lines())
                .anyMatch(line -> line.matches(" #bytes +#iterations +BW average\\[Gb/sec] +MsgRate\\[Mpps]"))
                .anyMatch(line -> line.matches(" 65536 +200 +" + NUMBER + " +" + NUMBER))
                .anyMatch(line -> line.matches(" 65536 +100 +" + NUMBER + " +" + NUMBER + " sent"));
        assertThat(run("ib_write_lat -n 100 -H").client().ok().lines())
                .anyMatch(line -> line.startsWith(" #bytes #iterations    t_min[usec]    t_max[usec]  t_typical[usec]"))
                .anyMatch(line -> line.matches(" 2 +100( +" + NUMBER + "){7}"))
                .contains("#, usec");
        assertThat(run("ib_read_lat -D 100ms").client().ok().lines())
                .contains(" #bytes        #iterations    t_avg[usec]    tps average");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ib_write_bw -O -n 300", "ib_send_bw -O -n 300 -b -q 2", "ib_send_bw -O -n 300 -c UD -s 512"})
    void halfOfTheQueuePairsUseTheSecondPort(String line) throws Exception {
        try (EmbeddedHost near = new EmbeddedHost("../testbed/nets/two-rail.net");
                EmbeddedHost far = near.peer("host2")) {
            String json = line + " --format json";
            Pair pair = run(near, far, json, json, "127.0.0.1");
            JsonNode report = pair.client().ok().json();

            assertThat(pair.server().ok().err()).isEmpty();
            assertThat(report.get("test_info").get("Number_of_qps").asInt()).isEqualTo(line.contains("-q 2") ? 4 : 2);
            assertThat(report.get("test_info").get("Dual_port").asString()).isEqualTo("ON");
            assertThat(near.node("host1").ports().map(used -> used.counter("portXmitPkts")))
                    .allMatch(sent -> sent >= 300);
        }
    }

    @Test
    void aFileInJson(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("report.json");
        run("ib_send_bw -n 100", "ib_send_bw -n 100 --out_json --out_json_file " + file)
                .client()
                .ok();

        assertThat(Files.readString(file))
                .contains("\"test\" : \"Send_BW_Test\"", "\"MsgSize\" : 65536", "\"BW_average\"");
    }

    @Test
    void aPeerOfAnotherVersionIsRefused() throws Exception {
        CompletableFuture<CommandRun> serving =
                CompletableFuture.supplyAsync(() -> server.run("ib_send_bw --format json -p " + port));
        try (Socket peer = connected()) {
            peer.getOutputStream().write("5.80\0\0\0\0\0\0\0\0\0\0\0\0".getBytes(US_ASCII));

            CommandRun run = serving.get(20, TimeUnit.SECONDS);
            assertThat(run.exitCode()).isEqualTo(4);
            assertThat(run.err()).contains("uses version '5.80' of the protocol of perftest instead of '6.06'");
        }
    }

    @Test
    void aPeerThatLeavesIsReported() throws Exception {
        CompletableFuture<CommandRun> serving =
                CompletableFuture.supplyAsync(() -> server.run("ib_send_bw --format json -p " + port));
        connected().close();

        CommandRun run = serving.get(20, TimeUnit.SECONDS);
        assertThat(run.exitCode()).isEqualTo(4);
        assertThat(run.err()).contains("ended after 0 of 16 bytes").hasLineCount(1);
    }

    private Socket connected() throws Exception {
        for (int tries = 0; tries < 1000; tries++) {
            try {
                return new Socket(InetAddress.getLoopbackAddress(), port);
            } catch (IOException e) {
                Thread.sleep(20);
            }
        }
        throw new AssertionError("no server listens at port " + port);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "ib_send_bw -n 4                  | --iters: 4 is out of range; expected 5 to 2147483647",
                "ib_send_bw -c DC                 | --connection: 'DC' is invalid; expected one of RC, UC, UD",
                "ib_send_bw -R -c XRC             | --connection: the RDMA CM cannot connect XRC",
                "ib_write_bw --use-srq            | --use-srq: only sends are received",
                "ib_write_bw -O -R                | --dualport: the RDMA CM chooses the port",
                "ib_write_bw --rate_limit 1 --rate_limit_type PP | only available for Ethernet frames",
                "ib_write_bw --rate_limit_type X  | --rate_limit_type: 'X' is invalid; expected SW, HW or PP",
                "ib_write_bw -c UD                | service UD does not support write",
                "ib_read_lat -c UC                | service UC does not support read",
                "ib_send_bw -a -D 5               | --all and --duration are mutually exclusive",
                "ib_send_bw -a -s 5               | --all and --size are mutually exclusive",
                "ib_send_bw -Q 0                  | --cq-mod: 0 is out of range; expected 1 to 32768",
                "ib_send_bw -r 0                  | --rx-depth: 0 is out of range; expected 1 to 32768",
                "ib_read_bw -o 256                | --outs: 256 is out of range; expected 0 to 255",
                "ib_read_lat -o 256               | --outs: 256 is out of range; expected 0 to 255",
                "ib_atomic_bw -A ADD              | --atomic_type: 'ADD' is invalid; expected one of FETCH_AND_ADD, CMP_AND_SWAP",
                "ib_write_bw --rate_limit -1      | --rate_limit: -1.0 is out of range; expected more than 0",
                "ib_write_bw --rate_limit 1 --rate_units k | --rate_units: 'k' is invalid; expected M, g or p",
                "ib_write_bw --rate_limit 1 --burst_size 0 | --burst_size: 0 is out of range; expected 1 to 32768",
                "ib_write_bw -R -c UC             | the RDMA CM connects RC and UD",
                "ib_write_lat -e                  | the latency of writes can only be measured by polling",
            })
    void badInputIsNamed(String line, String why) {
        CommandRun run = client.run(line + " --timeout 100ms 127.0.0.1");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(why);
    }
}
