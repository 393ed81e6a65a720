package io.verbena.shell.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.parity.CommandRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** ibv_devinfo says the same as the C program. */
@Timeout(120)
abstract class DevinfoContract {

    /** A device of the bed. */
    abstract String device();

    private void same(String arguments) {
        String line = ("ibv_devinfo " + arguments).strip();
        String expected = CProgram.run(line);

        CommandRun ours = CommandRun.verbenaLine(line);

        assertThat(ours.out()).as(line).isEqualTo(expected);
        assertThat(ours.exitCode()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-l", "--list", "-v"})
    void printsAllDevicesAsTheCProgram(String option) {
        same(option);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " -v", " -i 1", " --ib-port 1 --verbose"})
    void printsOneDeviceAsTheCProgram(String options) {
        same("-d " + device() + options);
        same("--ib-dev=" + device() + options);
    }

    @Test
    void reportsAMissingDevice() {
        assertThat(CommandRun.verbenaLine("ibv_devinfo -d nope").errors())
                .singleElement()
                .asString()
                .contains("no device is called 'nope'");
        CommandRun port = CommandRun.verbenaLine("ibv_devinfo -d " + device() + " -i 2");
        assertThat(port.exitCode()).isEqualTo(4);
        assertThat(port.err()).contains("device " + device() + " has no port 2; its last port is 1");
    }

    @Test
    void structuredFormatsHaveTheSameValues() {
        CommandRun json = CommandRun.verbenaLine("ibv_devinfo --format json -d " + device());

        assertThat(json.ok().json().get(0).get("device").asString()).isEqualTo(device());
        assertThat(json.json().get(0).at("/properties/limits/maxQueuePairs").asInt())
                .isPositive();
        assertThat(json.json().get(0).at("/ports/0/properties/number").asInt()).isEqualTo(1);
    }
}
