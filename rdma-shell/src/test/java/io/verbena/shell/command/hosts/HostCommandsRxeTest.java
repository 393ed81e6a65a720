package io.verbena.shell.command.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.diag.PingServer;
import io.verbena.diag.SystemStatusServer;
import io.verbena.mad.MadTransactor;
import io.verbena.shell.parity.CommandRun;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where there are no LIDs and no subnet administration, hosts are asked by GID; rxe1 serves by umad. */
@Tag("rxe")
class HostCommandsRxeTest {
    private final Rdma rdma = Rdma.open();
    private MadTransactor mad;
    private PingServer ping;
    private SystemStatusServer status;
    private String gid;

    @BeforeEach
    void serve() {
        mad = rdma.mad(rdma.endPort("rxe1", 1));
        ping = PingServer.open(mad, "rxe1.example");
        status = SystemStatusServer.open(mad);
        gid = mad.endPort().gids().get(0).gid().toString();
    }

    @AfterEach
    void close() {
        ping.close();
        status.close();
        mad.close();
        rdma.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"umad", "verbs"})
    void pingsAHost(String way) {
        assertThat(CommandRun.verbenaLine("ibping --mad " + way + " -C rxe0 -f -c 3 " + gid)
                        .ok()
                        .lines())
                .anyMatch(line -> line.startsWith("--- rxe1.example (Gid " + gid + ") ibping statistics"))
                .anyMatch(line -> line.startsWith("3 packets transmitted, 3 received, 0% packet loss"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"umad", "verbs"})
    void queriesTheSystemStatusOfAHost(String way) {
        assertThat(CommandRun.verbenaLine("ibsysstat --mad " + way + " -C rxe0 " + gid)
                        .ok()
                        .lines())
                .containsExactly("sysstat ping succeeded");
    }

    @Test
    void refusesSubnetManagement() {
        CommandRun run = CommandRun.verbenaLine("smpquery --mad verbs -C rxe0 -D nodeinfo 0");

        assertThat(run.exitCode()).isEqualTo(4);
        assertThat(run.err()).contains("queue pair 0").contains("--sa");
    }
}
