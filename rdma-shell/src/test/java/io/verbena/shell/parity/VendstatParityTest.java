package io.verbena.shell.parity;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.parity.Net.Member;
import java.io.IOException;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The simulator knows no vendor class; a program on another host answers in the place of a device. */
@Tag("ibsim")
class VendstatParityTest {
    private static final Member HOST = Net.current()
            .answeringAdapters()
            .skip(1)
            .filter(host -> !host.lids().contains("1"))
            .findFirst()
            .orElseThrow();
    private static Process device;
    private static String lid = "";

    @BeforeAll
    static void serve() throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        System.getProperty("java.home") + "/bin/java",
                        "-cp",
                        System.getProperty("java.class.path"),
                        MellanoxDevice.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("SIM_HOST", HOST.name());
        builder.environment().put("SIM_SET_ISSM", "1");
        device = builder.start();
        lid = Objects.requireNonNull(device.inputReader().readLine(), "the device said nothing")
                .replaceFirst(" .*", "");
    }

    @AfterAll
    static void end() {
        device.destroy();
    }

    private static String at(String arguments) {
        return arguments.replace("LID", lid);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-i        | -i LID 12",
                "-R        | -R 0x10,0xff LID",
                "-R        | -R 0x10 LID",
                "-R        | -R 0x10,0xff -R 0x20,0xff00 LID",
                "-L        | -L -i LID 12",
                "-C        | -C ibsim0 -i LID",
                "-P        | -P 1 -i LID",
                "-t        | -t 900 -i LID",
                "-s        | -s 1 -i LID",
                "-e        | -e -i LID",
                "-v        | -v -i LID",
            })
    void printsTheSameOutput(String option, String arguments) {
        Parity.of("vendstat", option).same(at(arguments));
    }

    /** In C the name ends at the first zero, or does not end. */
    @Test
    void printsTheSameHardwareAndFirmware() {
        Parity.of("vendstat", "-N").same(at("-N LID"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"-c | -c 0,1 LID 12", "-c | -c 2,8 LID 12", "-W | -W 0x40,0xabcd,0xff LID", "-W | -W 0x44,7 LID"})
    void makesAndReportsTheSameChanges(String option, String arguments) {
        Parity.of("vendstat", option)
                .differs(
                        Difference.CAREFUL_CHANGE,
                        (ours, theirs) -> {
                            assertThat(ours.exitCode()).as(ours.err()).isZero();
                            assertThat(theirs.exitCode()).as(theirs.out()).isZero();
                            assertThat(ours.err()).startsWith("verbena: will ");
                            assertThat(ours.lines()).isEqualTo(theirs.lines());
                        },
                        at(arguments));
    }

    @Test
    void rejectsInvalidInput() {
        Parity.of("vendstat", "(none)").refused("give at least one of -N", at("LID"));
        Parity.of("vendstat", "-c").refused("is not of the form NUM,NUM", at("-c 1 LID"));
        Parity.of("vendstat", "-N").refused("there is no path", "-t 50 -N 12345");
    }

    /** In C no line is of port 20, and two are of port 4: the last pages of registers are numbered one too high. */
    @Test
    void printsTheTransmitWaitOfPorts() {
        Parity.of("vendstat", "-w, another device")
                .differs(
                        Difference.HONEST_EXIT,
                        (ours, theirs) -> {
                            assertThat(theirs.out() + theirs.err()).contains("Unsupported device ID 0xbd36");
                            assertThat(ours.err())
                                    .contains("has device ID 0xbd36 and is not an InfiniScale III (0xb924)");
                        },
                        at("-w LID"));
        Parity.of("vendstat", "-W")
                .differs(
                        Difference.CAREFUL_CHANGE,
                        (ours, theirs) -> assertThat(ours.lines()).isEqualTo(theirs.lines()),
                        at("-W 0xf0014,0xb924 LID"));
        Parity.of("vendstat", "-w")
                .differs(
                        Difference.THEIR_ERROR,
                        (ours, theirs) -> {
                            assertThat(theirs.lines()).hasSize(24).doesNotContain("Port 20: PortXmitWait 0x1020304");
                            assertThat(ours.lines())
                                    .hasSize(24)
                                    .containsAll(theirs.lines())
                                    .contains("Port 20: PortXmitWait 0x1020304");
                        },
                        at("-w LID"));
    }
}
