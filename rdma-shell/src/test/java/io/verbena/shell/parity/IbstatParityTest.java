package io.verbena.shell.parity;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** ibstat reads what the system says of its devices, which ibsim makes up. */
@Tag("ibsim")
class IbstatParityTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "(none)           | ''",
                "-l               | -l",
                "-s               | -s",
                "-p               | -p",
                "<ca_name>        | ibsim0",
                "<ca_name> <port> | ibsim0 1",
                "-s               | -s ibsim0",
                "-p               | -p ibsim0",
                "-l               | -l ibsim0",
            })
    void printsTheSameOutput(String option, String arguments) {
        Parity.of("ibstat", option).same(arguments);
    }

    @Test
    void rejectsAMissingDevice() {
        Parity.of("ibstat", "<ca_name>").refused("no device is called 'mlx5_7'", "mlx5_7");
        Parity.of("ibstat", "<ca_name> <port>").refused("has no port 2", "ibsim0 2");
    }
}
