package io.verbena.shell.parity;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.parity.Net.Member;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Both ask the servers of the C programs on another host, which the simulator lets one client of a host be. */
@Tag("ibsim")
class HostServersParityTest {
    private static final List<Member> HOSTS = Net.current()
            .answeringAdapters()
            .skip(1)
            .filter(host -> !host.lids().contains("1"))
            .toList();
    private static final Member PINGED = HOSTS.get(HOSTS.size() - 1);
    private static final Member ASKED = HOSTS.get(HOSTS.size() - 2);
    private static Process ping;
    private static Process status;

    @BeforeAll
    static void serve() throws IOException, InterruptedException {
        ping = server("ibping", PINGED);
        status = server("ibsysstat", ASKED);
        for (int tries = 0; tries < 50 && !isThere(); tries++) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    private static boolean isThere() {
        return CommandRun.verbena("ibping", "-t", "50", "-f", "-c", "1", PINGED.lid())
                                .exitCode()
                        == 0
                && CommandRun.verbena("ibsysstat", "-t", "50", ASKED.lid()).exitCode() == 0;
    }

    private static Process server(String program, Member host) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("/usr/sbin/" + program, "-S")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("SIM_HOST", host.name());
        builder.environment().put("SIM_SET_ISSM", "1");
        return builder.start();
    }

    @AfterAll
    static void end() {
        ping.destroy();
        status.destroy();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--count    | -c 1 LID",
                "--flood    | -f -c 3 LID",
                "--Guid     | -f -c 1 -G GUID",
                "--Lid      | -f -c 1 -L LID",
                "--oui      | -f -c 1 -o 0x1405 LID",
                "--timeout  | -f -c 1 -t 900 LID",
                "--Ca       | -f -c 1 -C ibsim0 LID",
                "--Port     | -f -c 1 -P 1 LID",
                "--verbose  | -f -v -c 1 LID",
            })
    void printsTheSamePings(String option, String arguments) {
        Parity.of("ibping", option)
                .same(
                        lines -> lines.stream()
                                .map(line -> line.replaceAll("time [0-9.]+", "time T")
                                        .replaceAll("= [0-9./]+", "= T"))
                                .toList(),
                        filled(arguments, PINGED));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"(none) | LID", "ping | LID ping", "host | LID host", "--Guid | -G GUID", "--oui | -o 0x1405 LID"})
    void receivesTheSameResponses(String option, String arguments) {
        Parity.of("ibsysstat", option).same(filled(arguments, ASKED));
    }

    /** The clock of a processor changes while both ask, and the C program ends with an empty line. */
    @Test
    void receivesTheSameProcessors() {
        Parity.of("ibsysstat", "cpu")
                .same(
                        lines -> lines.stream()
                                .filter(line -> !line.isEmpty())
                                .map(line -> line.replaceAll("MHZ.*", "MHZ"))
                                .toList(),
                        ASKED.lid() + " cpu");
    }

    @Test
    void exitCodeReportsALostPing() {
        Parity.of("ibping", "(lost)")
                .differs(
                        Difference.HONEST_EXIT,
                        (ours, theirs) -> {
                            assertThat(theirs.exitCode()).isZero();
                            assertThat(theirs.out()).contains("100% packet loss");
                            assertThat(ours.exitCode()).isEqualTo(1);
                            assertThat(ours.out()).contains("100% packet loss");
                        },
                        "-f -c 1 -t 50 " + Net.current().someSwitch().lid());
    }

    @Test
    void rejectsMissingTargets() {
        Parity.of("ibping", "<dest>").refused("missing address", "");
        Parity.of("ibping", "<dest>").refused("'foo' is not an address", "foo");
        Parity.of("ibsysstat", "<op>").refused("expected one of [ping, host, cpu]", ASKED.lid() + " foo");
        Parity.of("ibsysstat", "<dest>")
                .refused(
                        "cannot query the system status of",
                        "-t 50 " + Net.current().someSwitch().lid());
    }

    private static String filled(String arguments, Member host) {
        return arguments.replace("GUID", host.portGuids().get(0)).replace("LID", host.lid());
    }
}
