package io.verbena.shell.parity;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.parity.Net.Member;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("ibsim")
class SmpdumpParityTest {
    private static final Member SWITCH = Net.current().someSwitch();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<lid> <attr>         | LID 0x11",
                "<lid> <attr>         | LID 17",
                "<lid> <attr>         | LID 0x12",
                "<lid> <attr> <mod>   | LID 0x15 1",
                "<lid> <attr> <mod>   | LID 0x16 99",
                "-D <dr_path> <attr>  | -D 0 0x11",
                "-D <dr_path> <attr>  | -D ROUTE 0x11",
                "-D <dr_path> <attr> <mod> | -D ROUTE 0x15 1",
                "-D <dr_path> <attr> <mod> | -D ROUTE 0x19 0",
                "-L                   | -L LID 0x11",
                "-s                   | -s LID 0x10",
                "-s                   | -s -D 0 0x10",
                "-C                   | -C ibsim0 LID 0x11",
                "-P                   | -P 1 LID 0x11",
                "-t                   | -t 300 LID 0x11",
                "-y                   | -y 0x10 LID 0x11",
                "-e                   | -e LID 0x11",
                "-v                   | -v LID 0x11",
            })
    void printsTheSameDump(String option, String arguments) {
        Parity.of("smpdump", option).same(arguments.replace("LID", SWITCH.lid()).replace("ROUTE", SWITCH.route()));
    }

    @Test
    void reportsAnUnresponsiveNode() {
        Parity.of("smpdump", "<lid>, nobody there")
                .differs(
                        Difference.HONEST_EXIT,
                        (ours, theirs) -> {
                            assertThat(theirs.exitCode()).isIn(0, CommandRun.HANGS);
                            assertThat(ours.exitCode()).isEqualTo(4);
                            assertThat(ours.errors()).singleElement().asString().contains("timed out");
                        },
                        "-t 50 12345 0x11");
    }

    @Test
    void rejectsMissingTargets() {
        Parity.of("smpdump", "<attr>").refused("Missing required parameter", SWITCH.lid());
        Parity.of("smpdump", "-C").refused("no device is called 'nope'", "-C nope 1 0x11");
    }
}
