package io.verbena.shell.parity;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("ibsim")
class IbaddrParityTest {
    private static final Net NET = Net.current();

    @ParameterizedTest
    @ValueSource(strings = {"(none)", "-g", "-l", "-L", "-g -l", "-g -L", "-l -L"})
    void printsTheSameForLocalAndRemotePorts(String option) {
        Parity parity = Parity.of("ibaddr", option);
        String flags = option.equals("(none)") ? "" : option;

        parity.same(flags);
        NET.nodes().forEach(node -> parity.same(flags + " " + node.lid()));
    }

    @Test
    void acceptsTheSameAddresses() {
        Net.Member adapter = NET.otherAdapter();

        Parity.of("ibaddr", "<lid>").same(adapter.lid());
        Parity.of("ibaddr", "-D <dr_path>").same("-D " + adapter.route());
        Parity.of("ibaddr", "-G <guid>").same("-G " + adapter.portGuids().get(0));
    }

    @Test
    void rejectsTheSameInput() {
        Parity.of("ibaddr", "<lid>").refused("timed out", "-t 50 999");
        Parity.of("ibaddr", "<lid>").refused("'x' is not an address", "x");
        Parity.of("ibaddr", "-D <dr_path>").refused("timed out", "-t 50 -D 0,99");
    }

    @Test
    void rejectsASecondAddress() {
        Parity.of("ibaddr", "<lid> <garbage>")
                .differs(
                        Difference.STRICT_INPUT,
                        (ours, theirs) -> {
                            assertThat(ours.exitCode()).isEqualTo(2);
                            assertThat(theirs.exitCode()).isZero();
                        },
                        NET.someSwitch().lid() + " 1");
    }
}
