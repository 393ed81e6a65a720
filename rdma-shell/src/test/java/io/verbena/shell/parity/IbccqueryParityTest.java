package io.verbena.shell.parity;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The simulator has no congestion control; it answers zeros to some questions, and the same to both. */
@Tag("ibsim")
class IbccqueryParityTest {
    private static final String SWITCH = Net.current().someSwitch().lid();
    private static final String ADAPTER = Net.current()
            .answeringAdapters()
            .reduce((near, far) -> far)
            .orElseThrow()
            .lid();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CI                  | CI SW",
                "CI                  | congestioninfo CA",
                "CK                  | CK SW",
                "SS                  | SS SW",
                "SP <portnum>        | SP SW 1",
                "CS                  | CS CA",
                "CT                  | CT CA",
                "--cckey             | -c 0 CI SW",
                "--Lid               | -L CI SW",
                "--timeout           | -t 900 CI SW",
                "--Ca                | -C ibsim0 CI SW",
                "--Port              | -P 1 CI SW",
            })
    void printsTheSameOutput(String option, String arguments) {
        Parity.of("ibccquery", option).same(arguments.replace("SW", SWITCH).replace("CA", ADAPTER));
    }

    @ParameterizedTest
    @ValueSource(strings = {"CP", "CL", "TI"})
    void cannotBeCompared(String operation) {
        Parity.of("ibccquery", operation).notAnswerable("query failed", operation + " " + SWITCH);
    }

    @Test
    void rejectsMissingTargets() {
        Parity.of("ibccquery", "<op>").refused("'XX' is not an operation", "XX " + SWITCH);
        Parity.of("ibccquery", "<lid>").refused("Missing required parameter", "CI");
    }
}
