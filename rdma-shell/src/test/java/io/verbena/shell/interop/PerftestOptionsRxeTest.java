package io.verbena.shell.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.parity.CommandRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Options of the programs of perftest that the matrix does not cover, with the C program as the peer from rxe0 to rxe1. */
@Tag("rxe")
@Timeout(120)
class PerftestOptionsRxeTest {
    private static final String NEAR = " -F -x 1 -d rxe0 ";
    private static final String FAR = " -F -x 1 -d rxe1 ";
    private static final int PORT = 18515;

    @Test
    void changesOfCountersAreShown() {
        try (CProgram server = CProgram.start("ib_write_bw -n 100" + FAR).listeningTcp(PORT)) {
            CommandRun run = CommandRun.verbenaLine("ib_write_bw -n 100 -W hw_counters/sent_pkts" + NEAR + "10.77.0.2");

            assertThat(run.ok().lines()).anyMatch(text -> text.matches("\\thw_counters/sent_pkts=[1-9][0-9]{3,}"));
            server.ok();
        }
    }

    @Test
    void aFileIsTheMemoryOfMessages() throws Exception {
        Path file = Files.write(Path.of("/tmp/perftest.memory"), new byte[1 << 20]);
        try (CProgram server = CProgram.start("ib_read_bw -n 100" + FAR).listeningTcp(PORT)) {
            CommandRun run = CommandRun.verbenaLine("ib_read_bw -n 100 --mmap " + file + NEAR + "10.77.0.2");
            server.ok();

            assertThat(run.ok().err()).isEmpty();
            assertThat(Files.readAllBytes(file)).isNotEqualTo(new byte[1 << 20]);
        }
    }

    @Test
    void theClientConnectsFromItsSourceAddress() {
        try (CProgram server = CProgram.start("ib_send_bw -n 100 -z --source_ip 10.77.0.2" + FAR)
                .listeningCm(PORT)) {
            CommandRun run = CommandRun.verbenaLine("ib_send_bw -n 100 -z --source_ip 10.77.0.1" + NEAR + "10.77.0.2");
            server.ok();

            assertThat(run.ok().err()).isEmpty();
        }
    }

    @Test
    void timesInCycles() {
        try (CProgram server = CProgram.start("ib_read_lat -n 20" + FAR).listeningTcp(PORT)) {
            CommandRun run = CommandRun.verbenaLine("ib_read_lat -n 20 -C -U" + NEAR + "10.77.0.2");
            server.ok();

            assertThat(run.ok().lines()).contains("#, cycles");
        }
    }

    @Test
    void theServerMeasuresAClientWithoutEnd() {
        VerbenaServer server =
                VerbenaServer.start("ib_send_bw --run_infinitely -D 1" + FAR).listeningTcp(PORT);
        try (CProgram client = CProgram.start("stdbuf -oL ib_send_bw --run_infinitely -D 1" + NEAR + "10.77.0.2")) {
            client.said(" 65536 ");
        }
        CommandRun run = server.end();

        assertThat(run.out()).contains(" 65536 ");
        assertThat(run.err()).contains("ended before the measurement did");
    }

    @Test
    void theClientWithoutEndMeasuresUntilTheServerEnds() {
        VerbenaServer client;
        try (CProgram server = CProgram.start("stdbuf -oL ib_write_bw --run_infinitely -D 1" + FAR)
                .listeningTcp(PORT)) {
            client = VerbenaServer.start("ib_write_bw --run_infinitely -D 1" + NEAR + "10.77.0.2");
            assertThat(server.endsWithin(Duration.ofSeconds(5))).isFalse();
        }
        CommandRun run = client.end();

        assertThat(run.out()).contains(" 65536 ");
        assertThat(run.exitCode()).isEqualTo(4);
    }
}
