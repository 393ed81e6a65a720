package io.verbena.shell.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.parity.CommandRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** iWARP has no unreliable datagrams, which both programs say. */
@Tag("siw")
@Timeout(120)
class UdpongSiwTest {
    @Test
    void neitherProgramHasDatagrams() {
        try (CProgram client = CProgram.start("udpong -C 1 -S 16 -s 10.78.0.2")) {
            assertThat(client.exitCode()).isNotZero();
            assertThat(client.output()).contains("rconnect: Operation not supported");
        }

        CommandRun run = CommandRun.verbenaLine("udpong -C 1 -S 16 -s 10.78.0.2");

        assertThat(run.exitCode()).isEqualTo(4);
        assertThat(run.err()).contains("EOPNOTSUPP", "iWARP has no unreliable datagrams");
    }
}
