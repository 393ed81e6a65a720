package io.verbena.shell.parity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** opensm counts each question, so that the second gets another number. */
@Tag("ibsim")
class SminfoParityTest {
    private static final String MANAGER = CommandRun.verbena("ibstat").ok().lines().stream()
            .filter(line -> line.contains("SM lid: "))
            .map(line -> line.replaceAll(".*: ", ""))
            .findFirst()
            .orElseThrow();

    private static List<String> uncounted(List<String> lines) {
        return lines.stream()
                .map(line -> line.replaceFirst("activity count \\d+", "activity count"))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "(none)              | ''",
                "<sm_lid>            | SM",
                "<sm_lid> <modifier> | SM 0",
                "-L                  | -L SM",
                "-s -p -a            | -s 3 -p 5 -a 7 SM 1",
                "-s                  | -s 3 -L SM 0x1",
                "-p                  | -s 3 -p 5 SM 1",
                "-a                  | -s 3 -a 7 SM 1",
                "-C                  | -C ibsim0",
                "-P                  | -P 1",
                "-t                  | -t 300",
                "-y                  | -y 0x10",
                "-e                  | -e",
                "-v                  | -v",
            })
    void printsTheSameOutput(String option, String arguments) {
        Parity.of("sminfo", option).same(SminfoParityTest::uncounted, arguments.replace("SM", MANAGER));
    }

    @Test
    void acceptsTheGuidOfTheSubnetManager() {
        String guid = Net.current()
                .adapters()
                .filter(node -> node.lids().contains(MANAGER))
                .findFirst()
                .orElseThrow()
                .portGuids()
                .get(0);

        Parity.of("sminfo", "-G").same(SminfoParityTest::uncounted, "-G " + guid);
    }

    /** A master hands over only to another master, and ignores other requests. */
    @ParameterizedTest
    @CsvSource({"SM 1", "-s 3 SM 3", "-s 1 SM 4", "-s 3 -p 15 SM 5"})
    void isRefusedByTheSameSubnetManager(String arguments) {
        Parity.of("sminfo", "<sm_lid> <modifier>")
                .refused("cannot query the subnet manager", arguments.replace("SM", MANAGER));
    }

    /** The simulator does not deliver directed-route requests to subnet managers. */
    @Test
    void directedRoutesCannotBeCompared() {
        Parity.of("sminfo", "-D").notAnswerable("failed", "-t 100 -D 0");
    }

    @ParameterizedTest
    @CsvSource({"-s, -s 9 1 1", "-p, -p 99 1 1"})
    void rejectsNumbersOutOfRange(String option, String arguments) {
        Parity.of("sminfo", option)
                .differs(
                        Difference.STRICT_INPUT,
                        (ours, theirs) -> assertThat(ours.exitCode()).isEqualTo(2),
                        arguments);
    }

    @Test
    void rejectsMissingTargets() {
        Parity.of("sminfo", "<sm_lid>").refused("timed out", "-t 50 12345");
        Parity.of("sminfo", "-C").refused("no device is called 'nope'", "-C nope");
    }
}
