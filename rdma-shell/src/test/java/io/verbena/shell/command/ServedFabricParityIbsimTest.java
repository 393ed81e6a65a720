package io.verbena.shell.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.parity.CommandRun;
import io.verbena.shell.parity.Net;
import io.verbena.shell.parity.Parity;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Options that programs of infiniband-diags cannot use on ibsim, compared on an embedded fabric that is served to them.
 * Both the programs and this JVM are clients of the service.
 */
@Tag("ibsim")
class ServedFabricParityIbsimTest {
    private static final Net.Member SWITCH = Net.current().someSwitch();

    private static List<String> without(String changing, List<String> lines) {
        return lines.stream().map(line -> line.replaceAll(changing, "")).toList();
    }

    @Test
    void theFabricIsComplete() {
        assertThat(Net.current().nodes()).as("fat-tree:2,4,4").hasSize(22);
        assertThat(CommandRun.verbenaLine("saquery NR").ok().lines()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-X",
                "-S",
                "-c",
                "--swportvlcong",
                "--rcvcc",
                "--slrcvfecn",
                "--slrcvbecn",
                "--xmitcc",
                "--vlxmittimecc"
            })
    void perfqueryReadsOptionalCounters(String option) {
        Parity.of("perfquery", option).same(option + " " + SWITCH.lid() + " 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"CP", "TI"})
    void ibccqueryReadsTables(String operation) {
        Parity.of("ibccquery", operation)
                .same(lines -> without("(?<=^Timestamp:).*", lines), operation + " " + SWITCH.lid());
    }

    @ParameterizedTest
    @ValueSource(strings = {"-S", "-G"})
    void aNodeIsReadByACombinedRoute(String option) {
        Parity.of("iblinkinfo", option).same(option + " " + SWITCH.guid());
        Parity.of("ibqueryerrors", option).sameFound(option + " " + SWITCH.guid());
    }

    @Test
    void sminfoFollowsADirectedRoute() {
        Parity.of("sminfo", "-D").same(lines -> without("activity count [0-9]+", lines), "-D 0");
    }
}
