package io.verbena.shell.command.ports;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.iba.ManagementClass;
import io.verbena.shell.parity.CommandRun;
import io.verbena.shell.parity.Difference;
import io.verbena.shell.parity.Net;
import io.verbena.shell.parity.Parity;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The simulator takes an attribute of congestion control for the one of subnet management with the same number: a key becomes
 * the SwitchInfo of a switch, and its table then ends at a LID by chance. So this class has a fabric of its own, no key is set
 * at a switch, and what is compared is what arrives there.
 */
@Tag("ibsim")
class IbccconfigParityIbsimTest {
    private static final String SWITCH = Net.current().someSwitch().lid();
    private static final String ADAPTER = Net.current().otherAdapter().lid();
    private static final String ADAPTER_GUID =
            Net.current().otherAdapter().portGuids().get(0);

    private static String at(String arguments) {
        return arguments
                .replace("SW", SWITCH)
                .replace("GUID", ADAPTER_GUID)
                .replace("CA", ADAPTER)
                .replace("BLOCK", entries(64));
    }

    private static String entries(int count) {
        return IntStream.range(0, count)
                .mapToObj(index -> index % 4 + ":" + index * 200)
                .collect(Collectors.joining(" "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CK          | CK CA 0x1234 1 300 5",
                "CK          | congestionkeyinfo CA 0xfedcba9876543210 0 0xffff 0",
                "SS          | SS SW 0x1F 0x1FFFFFFFFF 0x7 0xE 8 3 2:77 1",
                "SS          | switchcongestionsetting SW 0 0 0 0 0 0 0:0 0",
                "SP          | SP SW 1 1 1 15 8 1",
                "SP          | SP SW 2 1 0 3 255 65535",
                "CS          | CS CA 1 0x8003 150 2 3 4",
                "CS          | CS CA 0 0x4 200 1 0 0",
                "CT          | CT CA 63 0 BLOCK",
                "CT          | CT CA 127 1 BLOCK",
                "CT          | CT CA 65 1 0:1 3:16383",
                "--cckey     | -c 0xffff CS CA 0 0x4 200 1 0 0",
                "--cckey     | --cckey 77 SP SW 1 1 1 15 8 1",
                "--Lid       | -L CS CA 0 0x4 200 1 0 0",
                "--Guid      | -G CS GUID 0 0x4 200 1 0 0",
                "--sm_port   | -s 1 -G CS GUID 0 0x4 200 1 0 0",
                "--Ca        | -C ibsim0 CS CA 0 0x4 200 1 0 0",
                "--Port      | -P 1 CS CA 0 0x4 200 1 0 0",
                "--timeout   | -t 900 CS CA 0 0x4 200 1 0 0",
                "--m_key     | -y 5 CS CA 0 0x4 200 1 0 0",
                "--errors    | -e CS CA 0 0x4 200 1 0 0",
            })
    void sendsTheSameRequests(String option, String arguments) {
        Parity.of("ibccconfig", option).sameSent(ManagementClass.CONGESTION_CONTROL, at(arguments));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<op>        | is not an operation               | XX SW",
                "<lid>       | Missing required parameter        | CK",
                "SS          | takes 8 values                    | SS SW 1",
                "SP          | is not a switch                   | SP CA 1 1 1 15 8 1",
                "SP          | the node has no port 99               | SP SW 99 1 1 15 8 1",
                "CT          | needs 64 entries; 1 given         | CT CA 63 0 0:1",
                "CT          | starts at entry 64                | CT CA 63 1 BLOCK",
            })
    void rejectsTheSameInput(String option, String saying, String arguments) {
        Parity.of("ibccconfig", option).refused(saying, at(arguments));
    }

    @Test
    void rejectsNumbersThatDoNotFit() {
        Parity.of("ibccconfig", "CT ... 4:1")
                .differs(
                        Difference.STRICT_INPUT,
                        (ours, theirs) -> {
                            assertThat(ours.exitCode()).isEqualTo(2);
                            assertThat(ours.err()).contains("shift: 4 does not fit in 2 bits");
                        },
                        at("CT CA 0 0 4:1"));
    }

    /** Why not more than what is sent can be compared. */
    @Test
    void simulatorIgnoresTheSettings() throws Exception {
        assertThat(CommandRun.c("ibccconfig", "CS", ADAPTER, "1", "0x4", "200", "1", "2", "3")
                        .exitCode())
                .isZero();

        assertThat(CommandRun.c("ibccquery", "CS", ADAPTER).lines())
                .contains("Control_Map:.....................0x0000")
                .noneMatch(line -> line.endsWith(".200"));
    }
}
