package io.verbena.shell.command.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.parity.CommandRun;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The less frequent options of the programs of perftest, between two hosts of the embedded fabric. */
@Timeout(60)
class PerftestOptionsTest extends PerftestHosts {
    PerftestOptionsTest() {
        super("../testbed/nets/two-rail.net", "host2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ib_send_bw -n 300 --reversed",
                "ib_send_bw -n 300 --reversed -b",
                "ib_write_bw -n 300 --reversed",
                "ib_read_bw -n 300 --reversed",
                "ib_send_bw -n 300 --reversed -c XRC",
                "ib_write_bw -n 300 -q 3 --mr_per_qp",
                "ib_send_bw -n 300 -q 3 --mr_per_qp -b",
                "ib_send_bw -n 300 --recv_post_list 10",
                "ib_write_bw -n 300 --perform_warm_up",
                "ib_read_bw -n 300 --perform_warm_up -b",
                "ib_send_bw -n 300 --dont_xchg_versions",
                "ib_send_bw -n 300 --pkey_index 0 --tclass 5 -u 16 -x 0",
                "ib_send_bw -n 300 -e -X 0",
                "ib_send_bw -n 300 -c UD -s 512 --force-link Ethernet",
                "ib_write_bw -n 300 --odp",
                "ib_write_bw -n 300 --source_ip 127.0.0.1 -s 4K",
                "ib_write_bw -n 300 --inline_recv 64 -L 64 --typical_pkt_size 0",
                "ib_write_bw -n 300 --rate_limit 10 --rate_limit_type HW",
                "ib_send_bw -n 300 -g -s 512",
                "ib_send_bw -n 300 -g -s 512 -M 255:1:0:0:0:2:201:133:0:0:0:0:0:0:0:9",
                "ib_send_lat -n 300 -g -s 512",
                "ib_send_lat -n 300 -r 20 --latency_gap 10",
            })
    void everyMessageArrives(String line) throws Exception {
        Pair pair = run(line + " --format json");

        assertThat(pair.client()
                        .ok()
                        .json()
                        .get("results")
                        .get(0)
                        .get("n_iterations")
                        .asInt())
                .isEqualTo(300 * (line.contains("-q 3") ? 3 : 1) * (line.contains(" -b") ? 2 : 1));
        assertThat(pair.server().ok().err()).isEmpty();
    }

    @Test
    void theServerOfAReversedMeasurementSends() throws Exception {
        run("ib_send_bw -n 300 --reversed").server().ok();

        assertThat(server.node("host2").port(1).counter("portXmitPkts")).isGreaterThanOrEqualTo(300 * 16);
    }

    @Test
    void aReversedMeasurementIsLimitedByTime() throws Exception {
        Pair pair = run("ib_send_bw -D 300ms --reversed --format json");

        assertThat(pair.server()
                        .ok()
                        .json()
                        .get("results")
                        .get(0)
                        .get("n_iterations")
                        .asInt())
                .isGreaterThan(5);
        assertThat(pair.client()
                        .ok()
                        .json()
                        .get("results")
                        .get(0)
                        .get("n_iterations")
                        .asInt())
                .isGreaterThan(5);
    }

    @Test
    void bothSidesCountSendsInBothDirectionsThatAreLimitedByTime() throws Exception {
        Pair pair = run("ib_send_bw -D 300ms -b --report-both");

        assertThat(pair.client().ok().lines()).anyMatch(line -> line.matches(" 65536 +[1-9][0-9]* .* peer"));
        assertThat(pair.server().ok().lines()).anyMatch(line -> line.matches(" 65536 +[1-9][0-9]* .* peer"));
    }

    @Test
    void aMarginIsNotMeasured() throws Exception {
        JsonNode all = run("ib_write_bw -D 1000ms --rate_limit 1000 --rate_units p --burst_size 10 --format json")
                .client()
                .ok()
                .json();
        JsonNode middle = run("ib_write_bw -D 1000ms -f 400ms --rate_limit 1000 --rate_units p --burst_size 10"
                        + " --format json")
                .client()
                .ok()
                .json();

        assertThat(middle.get("results").get(0).get("n_iterations").asInt())
                .isBetween(1, all.get("results").get(0).get("n_iterations").asInt() / 2);
    }

    @ParameterizedTest
    @CsvSource({
        "ib_send_bw -n 100 --output bandwidth, ib_send_bw",
        "ib_write_bw -n 100 --output message_rate, ib_write_bw",
        "ib_send_lat -n 100 --output latency, ib_send_lat",
        "ib_read_lat -D 100ms --output latency, ib_read_lat",
    })
    void outputIsOneNumber(String line, String program) throws Exception {
        assertThat(run(line).client().ok().out().strip()).matches(NUMBER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ib_write_bw", "ib_send_lat"})
    void useOfProcessors(String program) throws Exception {
        assertThat(run(program + " -D 200ms --cpu_util").client().ok().lines())
                .anyMatch(line -> line.endsWith("CPU_Util[%]"))
                .anyMatch(line -> line.matches(" (65536|2) .*\\t +" + NUMBER));
    }

    @Test
    void bandwidthOfEachPort() throws Exception {
        Pair pair = run("ib_write_bw -O -D 200ms --report-per-port");

        assertThat(pair.client().ok().lines())
                .anyMatch(line -> line.endsWith("BW Port2[MiB/sec]   MsgRate Port2[Mpps]"))
                .anyMatch(line -> line.matches(" 65536( +" + NUMBER + "| +[0-9]+)* +0\\.[0-9]*[1-9][0-9]*"));
        assertThat(pair.server().ok().err()).isEmpty();
    }

    @Test
    void latenciesInBothOrders() throws Exception {
        String out = run("ib_send_lat -n 50 -U -H").client().ok().out();

        assertThat(out.lines().filter(line -> line.equals("#, usec"))).hasSize(2);
        assertThat(out.lines().filter(line -> line.matches("[0-9]+, [0-9.]+"))).hasSize(100);
    }

    @Test
    void aHostWithoutCounterOfCyclesIsReported() throws Exception {
        CommandRun run = run("ib_read_lat", "ib_read_lat -C").client();

        assertThat(run.err()).contains("this host has no counter of processor cycles with a constant rate");
    }

    @Test
    void aFileIsTheMemoryOfMessages(@TempDir Path directory) throws Exception {
        Path file = Files.write(directory.resolve("memory"), new byte[200_000]);

        run("ib_write_bw -n 300", "ib_write_bw -n 300 --mmap-offset 4096 --mmap " + file)
                .client()
                .ok();
    }

    @Test
    void aFileThatIsTooShortIsReported(@TempDir Path directory) throws Exception {
        Path file = Files.write(directory.resolve("memory"), new byte[5000]);
        CommandRun run = run("ib_read_bw", "ib_read_bw --mmap " + file).client();

        assertThat(run.err()).contains("has 5000 bytes; the messages need");
    }

    @Test
    void resourcesAreReleasedLater() throws Exception {
        long start = System.nanoTime();
        run("ib_write_bw -n 100", "ib_write_bw -n 100 --wait_destroy 1")
                .client()
                .ok();

        assertThat(System.nanoTime() - start).isGreaterThan(1_000_000_000L);
    }

    @Test
    void aMeasurementWithoutEndShowsResultsUntilItIsInterrupted() throws Exception {
        StringWriter served = new StringWriter();
        CompletableFuture<CommandRun> serving = CompletableFuture.supplyAsync(
                () -> server.run("ib_send_bw --run_infinitely -D 100ms -p " + port, served));
        CompletableFuture<CommandRun> calling = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                calling.complete(call(client, "ib_send_bw --run_infinitely -D 100ms", "127.0.0.1"));
            } catch (Exception e) {
                calling.completeExceptionally(e);
            }
        });
        thread.start();
        Thread.sleep(3000);
        thread.interrupt();

        assertThat(calling.get(20, TimeUnit.SECONDS).ok().out().lines().filter(line -> line.startsWith(" 65536 ")))
                .hasSizeGreaterThan(3);
        assertThat(serving.get(20, TimeUnit.SECONDS).err()).contains("ended before the measurement did");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "ib_send_bw --pkey_index -1       | --pkey_index: -1 is out of range; expected 0 to 65535",
                "ib_send_bw --dlid 70000          | --dlid: 70000 does not fit in 16 bits",
                "ib_send_bw --tclass 256          | --tclass: 256 is out of range; expected 0 to 255",
                "ib_send_bw -u 32                 | --qp-timeout: 32 is out of range; expected 0 to 31",
                "ib_send_bw --retry_count 8       | --retry_count: 8 is out of range; expected 0 to 7",
                "ib_send_bw -T 3                  | --tos: only the RDMA CM sets the type of service; add --rdma_cm",
                "ib_send_bw -R -T 256             | --tos: 256 is out of range; expected 0 to 255",
                "ib_send_bw -L 3                  | --hop_limit: 3 is out of range; expected 64",
                "ib_send_bw --source_ip here      | --source_ip: 'here' is not an IP address",
                "ib_send_bw --force-link iWARP    | --force-link: 'iWARP' is invalid; expected one of InfiniBand, Ethernet",
                "ib_atomic_bw --odp               | --odp: neither atomics nor unreliable connections",
                "ib_write_bw --odp -c UC          | --odp: neither atomics nor unreliable connections",
                "ib_write_bw --mmap x --use_hugepages | --mmap and --use_hugepages are mutually exclusive",
                "ib_write_bw --mmap x --mr_per_qp | --mr_per_qp and --mmap are mutually exclusive",
                "ib_write_bw --mmap-offset -1     | --mmap-offset: -1 is out of range; expected 0 or more",
                "ib_write_bw --cpu_util           | --cpu_util: the use of processors requires --duration; add it",
                "ib_write_bw -D 4 -f 2            | --margin: '2' is out of range; expected less than half of --duration",
                "ib_write_bw --output latency     | --output: 'latency' is invalid; expected one of bandwidth, message_rate",
                "ib_write_lat --output bandwidth  | --output: 'bandwidth' is invalid; expected one of latency",
                "ib_send_bw -g -q 2               | --mcg: one queue pair sends to a group",
                "ib_send_bw -g -b                 | --mcg: one queue pair sends to a group",
                "ib_send_bw -g -M fe80::1         | --MGID: 'fe80::1' is not a multicast GID",
                "ib_send_bw --recv_post_list 3    | --recv_post_list: 1000 messages (--iters) are not a multiple of 3",
                "ib_send_bw --report-per-port -D 1 | --report-per-port requires --dualport and --duration",
                "ib_send_bw --reversed -R         | --reversed: the RDMA CM connects a client that sends",
                "ib_send_bw --run_infinitely -b   | --run_infinitely: remove --events, --rate_limit, and --bidirectional",
                "ib_send_bw --typical_pkt_size 64 | --typical_pkt_size: only packet pacing uses it",
                "ib_send_bw --wait_destroy -1     | --wait_destroy: -1 is out of range; expected 0 to 86400",
                "ib_send_bw -X 3                  | --vector: events choose a completion vector; add --events",
                "ib_send_lat -r 0                 | --rx-depth: 0 is out of range; expected 1 to 32768",
                "ib_send_lat --latency_gap -1     | --latency_gap: -1 is out of range; expected 0 to 60000000",
                "ib_write_bw -s 4G                | --size: '4G' is not a number",
                "ib_write_bw -s 4000M             | --size: 2147483647 is out of range",
                "ib_write_bw -W counters/x        | --report-counters: the port has no counter 'counters/x'",
                "ib_write_bw --rate_limit 11 --rate_limit_type HW | --rate_limit: no device limits the rate to 11.0 Gb/s",
                "ib_write_bw --rate_limit 10 --rate_limit_type HW --rate_units M | --rate_limit_type: a device limits gigabits per second",
            })
    void badInputIsNamed(String line, String why) {
        CommandRun run = client.run(line + " --timeout 100ms 127.0.0.1");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(why);
    }
}
