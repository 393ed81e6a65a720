package io.verbena.shell.parity;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.parity.Net.Member;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("ibsim")
class SmpqueryParityTest {
    private static final Member SWITCH = Net.current().someSwitch();
    private static final Member ADAPTER = Net.current().otherAdapter();

    static Stream<Member> someNodes() {
        return Stream.of(SWITCH, Net.current().someAdapter(), ADAPTER);
    }

    @ParameterizedTest
    @MethodSource("someNodes")
    void readsTheSameAttributesByEachKindOfAddress(Member node) {
        String guid = node.portGuids().get(0);
        for (String operation : List.of("nodeinfo", "nodedesc", "portinfo")) {
            Parity.of("smpquery", operation).same(operation + " " + node.lid());
            Parity.of("smpquery", "-L").same("-L " + operation + " " + node.lid());
            Parity.of("smpquery", "-D").same("-D " + operation + " " + node.route());
            Parity.of("smpquery", "-G").same("-G " + operation + " " + guid);
        }
    }

    @ParameterizedTest
    @MethodSource("someNodes")
    void readsTheSameAttributesOfEachPort(Member node) {
        IntStream.rangeClosed(1, node.ports())
                .forEach(port ->
                        Parity.of("smpquery", "portinfo <port>").same("-D portinfo " + node.route() + " " + port));
    }

    @ParameterizedTest
    @MethodSource("someNodes")
    void readsTheSameTables(Member node) {
        String route = node.route();
        Parity.of("smpquery", "pkeys").same("-D pkeys " + route);
        Parity.of("smpquery", "pkeys <port>").same("-D pkeys " + route + " 1");
        Parity.of("smpquery", "sl2vl").same("-D sl2vl " + route);
        Parity.of("smpquery", "sl2vl <port>").same("-D sl2vl " + route + " 1");
        Parity.of("smpquery", "vlarb").same("-D vlarb " + route);
        Parity.of("smpquery", "vlarb <port>").same("-D vlarb " + route + " 1");
        Parity.of("smpquery", "guidinfo").same("-D guidinfo " + route);
        Parity.of("smpquery", "mepi <port>").same("-D mepi " + route + " 1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "switchinfo      | switchinfo SW",
                "NI              | NI SW",
                "ND              | ND SW",
                "PI              | PI SW 1",
                "SI              | SI SW",
                "PKeys           | PKeys CA",
                "SL2VL           | SL2VL SW 1",
                "VLArb           | VLArb CA",
                "GI              | GI CA",
                "MEPI            | MEPI SW 1",
                "-x              | -x portinfo SW 1",
                "-C              | -C ibsim0 nodeinfo SW",
                "-P              | -P 1 nodeinfo SW",
                "-t              | -t 300 nodeinfo SW",
                "-s              | -s 1 nodeinfo SW",
                "-y              | -y 0x10 nodeinfo SW",
                "-K              | -K portinfo CA 1",
                "-e              | -e nodeinfo SW",
                "-v              | -v nodeinfo SW",
            })
    void acceptsTheSameOperationsAndOptions(String option, String arguments) {
        Parity.of("smpquery", option).same(arguments.replace("SW", SWITCH.lid()).replaceAll("CA\\b", ADAPTER.lid()));
    }

    @Test
    void readsTheSameNodeNameMap(@TempDir Path folder) throws Exception {
        Path map = Files.writeString(folder.resolve("map"), SWITCH.guid() + " \"another name\"\n");

        Parity.of("smpquery", "--node-name-map").same("--node-name-map " + map + " nodedesc " + SWITCH.lid());
    }

    @Test
    void readsTheSameConfiguration(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("conf"), "CA=ibsim0\nPort=1\ntimeout=300\n");

        Parity.of("smpquery", "-z").same("-z " + file + " nodeinfo " + SWITCH.lid());
    }

    @Test
    void tracesInItsOwnFormat() {
        Parity.of("smpquery", "-d")
                .differs(
                        Difference.INSIDE,
                        (ours, theirs) -> {
                            assertThat(theirs.exitCode()).isZero();
                            assertThat(ours.errors()).isNotEmpty().allMatch(line -> line.startsWith("D: "));
                        },
                        "-d nodeinfo " + SWITCH.lid());
    }

    /** The simulator knows neither extended ports nor a LID before a route. */
    @Test
    void cannotBeCompared() {
        Parity.of("smpquery", "portinfoextended").notAnswerable("failed", "-D PIE " + SWITCH.route() + " 1");
        Parity.of("smpquery", "-c").notAnswerable("failed", "-t 100 -c nodeinfo " + SWITCH.lid() + " 0,1");
    }

    @Test
    void rejectsMissingTargets() {
        Parity.of("smpquery", "<op>").refused("'nonsense' is not an operation", "nonsense 1");
        Parity.of("smpquery", "<op>").refused("Missing required parameter", "");
        Parity.of("smpquery", "<dest dr_path|lid|guid>").refused("Missing required parameter", "nodeinfo");
        Parity.of("smpquery", "<dest dr_path|lid|guid>").refused("timed out", "-t 50 nodeinfo 12345");
        Parity.of("smpquery", "-D").refused("timed out", "-t 50 -D nodeinfo 0,99");
        Parity.of("smpquery", "-G").refused("there is no path", "-G nodeinfo 0x1234");
        Parity.of("smpquery", "pkeys <port>").refused("the node has no port 99", "-D pkeys 0 99");
        Parity.of("smpquery", "-t").refused("is out of range", "-t 0 -D nodeinfo 0");
        Parity.of("smpquery", "-C").refused("no device is called 'nope'", "-C nope nodeinfo 1");
    }
}
