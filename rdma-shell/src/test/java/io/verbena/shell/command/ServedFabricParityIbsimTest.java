package io.verbena.shell.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.parity.CommandRun;
import io.verbena.shell.parity.Difference;
import io.verbena.shell.parity.Net;
import io.verbena.shell.parity.Parity;
import java.util.List;
import java.util.function.UnaryOperator;
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
                "-T",
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

    /** The C program ends after the first entry that is zero; ours prints the whole attribute. */
    @Test
    void ibccqueryReadsTheWholeLog() {
        Parity.of("ibccquery", "CL")
                .differs(
                        Difference.MORE,
                        (ours, theirs) -> {
                            List<String> head = without("(?<=^CurrentTimeStamp:).*", theirs.lines());
                            assertThat(head).hasSizeGreaterThan(4);
                            assertThat(without(
                                            "(?<=^CurrentTimeStamp:).*",
                                            ours.ok().lines()))
                                    .containsSequence(head.subList(0, head.size() - 1));
                        },
                        "CL " + SWITCH.lid());
    }

    @Test
    void smpqueryAndIbportstateReadByCombinedRoutes() {
        UnaryOperator<List<String>> withoutSource = lines -> without("slid [0-9]+; dlid 65535; ", lines);
        Parity.of("smpquery", "-c").same(withoutSource, "-c nodeinfo " + SWITCH.lid() + " 0,1");
        Parity.of("ibportstate", "<lid> <port of a switch>").same(withoutSource, SWITCH.lid() + " 1");
    }

    /** The C program exchanges the halves of the words with the modes of HDR and NDR. */
    @Test
    void smpqueryReadsExtendedPorts() {
        UnaryOperator<List<String>> withoutFast = lines -> without("^[HN]DRFECMode.*", lines);
        Parity.of("smpquery", "portinfoextended")
                .differs(
                        Difference.THEIR_ERROR,
                        (ours, theirs) -> {
                            assertThat(withoutFast.apply(ours.ok().lines()))
                                    .hasSizeGreaterThan(8)
                                    .isEqualTo(withoutFast.apply(theirs.ok().lines()));
                            assertThat(ours.lines())
                                    .contains(
                                            "HDRFECModeSupported:.............0x0004",
                                            "HDRFECModeEnabled:...............0x0000");
                            assertThat(theirs.lines()).contains("HDRFECModeEnabled:...............0x0004");
                        },
                        "-D PIE " + SWITCH.route() + " 1");
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
