package io.verbena.shell.command.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.command.EmbeddedHost;
import io.verbena.shell.parity.CommandRun;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests the data commands on the device of an embedded host, and their errors. The suites of testbed/uml test the other
 * devices.
 */
class DataCommandsTest {
    private final EmbeddedHost fabric = new EmbeddedHost("two-node");

    @AfterEach
    void close() {
        fabric.close();
    }

    @Test
    void devinfoPrintsTheDevice() {
        assertThat(fabric.run("ibv_devinfo").ok().lines())
                .startsWith("hca_id:\temb0", "\ttransport:\t\t\tInfiniBand (0)")
                .contains("\tphys_port_cnt:\t\t\t1", "\t\tport:\t1", "\t\t\tstate:\t\t\tPORT_ACTIVE (4)")
                .contains("\t\t\tlink_layer:\t\tInfiniBand");
        assertThat(fabric.run("ibv_devinfo -d emb0 -i 1").ok().lines()).contains("\t\tport:\t1");
        assertThat(fabric.run("ibv_devinfo -l").ok().lines()).containsExactly("1 HCA found:", "\temb0", "");
    }

    @Test
    void asyncwatchPrintsTheEventsOfAPort() throws InterruptedException {
        CompletableFuture<CommandRun> ended = new CompletableFuture<>();
        Thread watching = new Thread(() -> ended.complete(fabric.run("ibv_asyncwatch -d emb0")));
        watching.start();
        for (int i = 0; i < 20; i++) {
            Thread.sleep(20);
            fabric.node("host0").port(1).flap(Duration.ofMillis(20));
        }
        Thread.sleep(500);
        watching.interrupt();
        CommandRun run = ended.orTimeout(10, TimeUnit.SECONDS).join().ok();

        assertThat(run.lines().get(0)).startsWith("emb0: async event FD ");
        assertThat(run.lines())
                .contains(
                        "  event_type IBV_EVENT_PORT_ERR (10), port 1",
                        "  event_type IBV_EVENT_PORT_ACTIVE (9), port 1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "4 | ibv_devinfo -d nope               | no device is called 'nope'; this host has emb0",
                "4 | ibv_devinfo -d emb0 -i 2          | device emb0 has no port 2; its last port is 1",
                "2 | ibv_devinfo -i 0                  | --ib-port: 0 is not a port number; expected at least 1",
                "4 | ibv_rc_pingpong -d nope           | no device is called 'nope'; this host has emb0",
                "2 | ibv_rc_pingpong -p 70000          | --port: 70000 is not a TCP port; expected 1 to 65535",
                "2 | ibv_rc_pingpong -m 1000           | --mtu: '1000' is not an MTU; expected 256, 512, 1024, 2048 or"
                        + " 4096",
                "2 | ibv_uc_pingpong -n 0              | --iters: 0 is out of range; expected 1 to 2147483647",
                "2 | ibv_ud_pingpong -s 0              | --size: 0 is out of range; expected 1 to 2147483607",
                "2 | ibv_srq_pingpong -q 257           | --num-qp: 257 is out of range; expected 1 to 256",
                "2 | ibv_rc_pingpong -r 0              | --rx-depth: 0 is out of range; expected 1 to 2147483391",
                "2 | ibv_rc_pingpong -l 16             | --sl: 16 is out of range; expected 0 to 15",
                "2 | ibv_rc_pingpong -g 256            | --gid-idx: 256 is out of range; expected -1 to 255",
                "2 | ibv_rc_pingpong -i 0              | --ib-port: 0 is out of range; expected 1 to 255",
                "2 | ibv_srq_pingpong -r 3             | --rx-depth: 3 receives are not enough for 16 queue pairs"
                        + " (--num-qp); give",
                "2 | rping                             | give -s to run the server, or -c to run the client",
                "2 | rping -c                          | -c requires -a, the address of the server",
                "2 | rping -s -S 24                    | -S: 24 is out of range; expected 25 to 65535",
                "2 | rping -s -C 0                     | -C: 0 is out of range; expected at least 1",
                "2 | rping -s -p 0                     | -p: 0 is not a port; expected 1 to 65535",
                "4 | rping -c -a 10.0.0.2 -C 1         | invalid service ID: no program listens",
            })
    void rejectsInvalidInputInOneLine(int exitCode, String command, String message) {
        CommandRun run = fabric.run(command);

        assertThat(run.exitCode()).as(run.err()).isEqualTo(exitCode);
        assertThat(run.out()).isEmpty();
        assertThat(run.errors())
                .singleElement()
                .asString()
                .startsWith("verbena: ")
                .contains(message);
    }
}
