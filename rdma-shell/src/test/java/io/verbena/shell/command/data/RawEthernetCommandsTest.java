package io.verbena.shell.command.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.hca.AddressVector;
import io.verbena.shell.command.EmbeddedHost;
import io.verbena.shell.parity.CommandRun;
import io.verbena.verbs.Context;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The commands that measure Ethernet frames, between two hosts of the embedded fabric. */
@Timeout(60)
class RawEthernetCommandsTest {
    private static final String NUMBER = "[0-9]+\\.[0-9]+";

    private final EmbeddedHost client = new EmbeddedHost("two-node");
    private final EmbeddedHost server = client.peer("host1");
    private String near = "";
    private String far = "";

    @BeforeEach
    void findAddresses() {
        near = mac("host0");
        far = mac("host1");
    }

    private String mac(String host) {
        try (Rdma rdma = client.seenBy(host);
                Context context = rdma.verbs("emb0")) {
            long mac = context.ethernetAddress(
                            AddressVector.to(1, context.gids().get(0).gid(), 0))
                    .mac();
            return String.format("%012x", mac).replaceAll("..(?=.)", "$0:");
        }
    }

    @AfterEach
    void close() {
        server.close();
        client.close();
    }

    private record Pair(CommandRun client, CommandRun server) {}

    private Pair run(String called, String calling) throws Exception {
        CompletableFuture<CommandRun> serving =
                CompletableFuture.supplyAsync(() -> server.run(called + " --server -B " + far + " -E " + near));
        Thread.sleep(1000);
        CommandRun run = client.run(calling + " --client -B " + near + " -E " + far);
        return new Pair(run, serving.get(40, TimeUnit.SECONDS));
    }

    private static JsonNode first(CommandRun run) {
        return run.ok().json().get("results").get(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-n 200",
                "-n 200 -s 64 -I 64",
                "-n 200 -e",
                "-n 200 -b",
                "-n 200 -q 2 -r 1024",
                "-n 200 -j 10.0.0.1 -J 10.0.0.2",
                "-n 200 -j 10.0.0.1 -J 10.0.0.2 -k 1000 -K 2000 -b",
                "-n 200 -j fd00::1 -J fd00::2 -k 1000 -K 2000 --tcp",
                "-n 200 -Y 0x88b5",
                "-n 200 --vlan_en --vlan_pcp 3",
                "-n 200 --promiscuous",
                "-n 200 --rate_limit 2000 --rate_units p --burst_size 10",
            })
    void bandwidth(String options) throws Exception {
        String line = "raw_ethernet_bw " + options + " --format json";
        Pair pair = run(line, line);
        int pairs = options.contains("-q 2") ? 2 : 1;
        int sent = 200 * pairs * (options.endsWith("-b") ? 2 : 1);

        assertThat(first(pair.client()).get("n_iterations").asInt()).isEqualTo(sent);
        assertThat(first(pair.server()).get("n_iterations").asInt()).isEqualTo(sent);
        assertThat(first(pair.client()).get("MsgSize").asInt()).isEqualTo(options.contains("-s") ? 64 : 1518);
        assertThat(first(pair.server()).get("BW_average").asDouble()).isPositive();
        assertThat(pair.client().json().get("test_info").get("Connection_type").asString())
                .isEqualTo("RawEth");
    }

    @Test
    void aServerStopsCountingWhenFramesAreMissing() throws Exception {
        Pair pair = run("raw_ethernet_bw -n 300 --format json", "raw_ethernet_bw -n 200 --format json");

        assertThat(first(pair.client()).get("n_iterations").asInt()).isEqualTo(200);
        assertThat(first(pair.server()).get("n_iterations").asInt()).isEqualTo(200);
    }

    @Test
    void framesOfAnotherFlowAreNotReceived() throws Exception {
        Pair pair = run(
                "raw_ethernet_bw -n 200 --timeout 2s -j 10.0.0.1 -J 10.0.0.2 -k 1000 -K 2000",
                "raw_ethernet_bw -n 200 -j 10.0.0.1 -J 10.0.0.2 -k 1000 -K 2001");

        pair.client().ok();
        assertThat(pair.server().exitCode()).isEqualTo(4);
        assertThat(pair.server().err()).contains("no progress on");
    }

    @Test
    void limitedByTime() throws Exception {
        String line = "raw_ethernet_bw -D 300ms -s 64 --rate_limit 2000 --rate_units p --burst_size 10 --format json";
        Pair pair = run(line, line);

        assertThat(first(pair.client()).get("n_iterations").asInt()).isBetween(100, 700);
        assertThat(first(pair.server()).get("n_iterations").asInt())
                .isEqualTo(first(pair.client()).get("n_iterations").asInt());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--tos 4", "-s 512 -I 512", "-e", "-j 10.0.0.1 -J 10.0.0.2 -k 1000 -K 2000", "-D 200ms"})
    void latency(String options) throws Exception {
        String line = "raw_ethernet_lat " + (options.contains("-D") ? options : "-n 200 " + options) + " --format json";
        JsonNode result = first(run(line, line).client());

        assertThat(result.get("MsgSize").asInt()).isEqualTo(options.contains("512") ? 512 : 64);
        assertThat(result.get("n_iterations").asInt()).isGreaterThanOrEqualTo(options.contains("-D") ? 5 : 200);
        assertThat(result.get("t_min").asDouble()).isPositive();
    }

    @ParameterizedTest
    @CsvSource({
        "-t 64 -r 256, 200",
        "--reply_every 10, 20",
        "--burst_size 20 --rate_limit 4000 --rate_units p, 200",
    })
    void latencyOfBursts(String options, int answers) throws Exception {
        String line = "raw_ethernet_burst_lat -n 200 " + options + " --format json";
        Pair pair = run(line, line);

        assertThat(first(pair.client()).get("n_iterations").asInt()).isEqualTo(answers);
        assertThat(first(pair.client()).get("t_typical").asDouble()).isPositive();
        pair.server().ok();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-n 100", "-D 100ms"})
    void rateOfSteering(String options) {
        JsonNode result = client.run("raw_ethernet_fs_rate " + options + " -B " + near
                        + " -j 10.0.0.1 -J 10.0.0.2 -k 5000 -K 6000 --format json")
                .ok()
                .json();

        assertThat(result.get("flows").asInt()).isGreaterThanOrEqualTo(options.contains("-D") ? 5 : 100);
        assertThat(result.get("fps").asDouble()).isPositive();
    }

    @Test
    void textHasTheColumnsOfPerftest() throws Exception {
        assertThat(run("raw_ethernet_bw -n 50", "raw_ethernet_bw -n 50")
                        .client()
                        .ok()
                        .lines())
                .anyMatch(line -> line.strip().equals("Send BW Test"))
                .anyMatch(line -> line.matches(" 1518 +50 +" + NUMBER + " +" + NUMBER + " +" + NUMBER));
        assertThat(client.run("raw_ethernet_fs_rate -n 50 -B " + near).ok().lines())
                .anyMatch(line -> line.startsWith(" #flows   fs_min_time[usec]"))
                .anyMatch(line -> line.matches(" 50( +" + NUMBER + "){5}"));
    }

    @Test
    void aResultBelowTheLimitIsFound() throws Exception {
        assertThat(run("raw_ethernet_bw -n 50", "raw_ethernet_bw -n 50 -w 1e9")
                        .client()
                        .exitCode())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "raw_ethernet_bw -B 01:02:03:04:05:06                | choose a side: --client or --server",
                "raw_ethernet_bw -P -Z -B 01:02:03:04:05:06          | choose a side: --client or --server",
                "raw_ethernet_bw -P                            | --source_mac",
                "raw_ethernet_bw -P -B 01:02:03:04:05               | --source_mac: '01:02:03:04:05' is not a MAC address",
                "raw_ethernet_bw -P -B 01:02:03:04:05:06 -s 1519     | --size: 1519 is out of range; expected 64 to 1518",
                "raw_ethernet_bw -P -B 01:02:03:04:05:06 -j 10.0.0.1 | --source_ip and --dest_ip require each other",
                "raw_ethernet_bw -P -B 01:02:03:04:05:06 -j x -J y   | --source_ip: 'x' is not an IP address",
                "raw_ethernet_bw -P -B 01:02:03:04:05:06 -k 5        | --source_port and --dest_port require each other",
                "raw_ethernet_bw -P -B 01:02:03:04:05:06 --tcp       | --tcp requires --source_port and --dest_port",
                "raw_ethernet_bw -P -B 01:02:03:04:05:06 -n 5 -D 5   | --duration and --iters are mutually exclusive",
                "raw_ethernet_burst_lat -P -B 01:02:03:04:05:06 -D 5 | --duration: bursts are limited by a number of frames",
                "raw_ethernet_burst_lat -P -B 01:02:03:04:05:06 --reply_every 0 | --reply_every: 0 is out of range",
                "raw_ethernet_lat -P -B 01:02:03:04:05:06 -j 10.0.0.1 -J fd00::1 | different versions of IP",
            })
    void badInputIsNamed(String line, String why) {
        CommandRun run = client.run(line);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(why);
    }
}
