package io.verbena.shell.parity;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nodes come the nearest first here, and the other way round there. */
@Tag("ibsim")
class IbqueryerrorsParityTest {
    private static final String TRAFFIC = "\\[Port(Unicast|Multicast)?(Xmit|Rcv)(Data|Pkts) == [^]]*\\]";

    private static final int PORT_COUNTERS = 0x12;

    @TempDir
    private static Path folder;

    @BeforeAll
    static void writeTheFiles() throws IOException {
        CommandRun.cLine("ibnetdiscover --cache " + folder.resolve("cache"));
        Files.writeString(folder.resolve("map"), Net.current().someSwitch().guid() + " \"the nearest\"\n");
        Files.writeString(
                folder.resolve("thresholds"),
                "SymbolErrorCounter=7 # as many\nLinkDownedCounter=2\nPortRcvErrors=70000\nPortXmitDiscards=254\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "(none)           | ''",
                "-s               | -s SymbolErrorCounter,LinkDownedCounter",
                "-c               | -c",
                "-r               | -r",
                "-R               | -R",
                "--data           | --data",
                "--data           | --data -r",
                "--counters       | --counters",
                "--counters       | --counters -r --switch",
                "--switch         | --switch",
                "--ca             | --ca",
                "--router         | --router",
                "--router         | --router --ca",
                "--skip-sl        | --skip-sl",
                "--threshold-file | --threshold-file DIR/thresholds",
                "--load-cache     | --load-cache DIR/cache",
                "--node-name-map  | --switch -r --node-name-map DIR/map",
                "-D               | -D 0",
                "-D               | -D 0,1",
                "-o               | -o 4",
                "-C               | -C ibsim0",
                "-P               | -P 1",
                "-t               | -t 900",
                "-v               | -v",
            })
    void printsTheSameOutput(String option, String arguments) {
        Parity.of("ibqueryerrors", option)
                .sameFault(IbqueryerrorsParityTest::facts, arguments.replace("DIR", folder.toString()));
    }

    /** The sizes of traffic count the requests that ask for them. */
    private static List<String> facts(List<String> lines) {
        return LinkFacts.sorted(
                lines.stream().map(line -> line.replaceAll(TRAFFIC, "[$1$2$3]")).toList());
    }

    @Test
    void listsUnresponsiveNodes() throws IOException {
        try (LostRequests lost = LostRequests.at(Net.current().otherAdapter().guid(), PORT_COUNTERS)) {
            Parity.of("ibqueryerrors", "(none), a node that does not answer")
                    .differs(
                            Difference.PARTIAL_RESULT,
                            (ours, theirs) -> {
                                assertThat(theirs.exitCode()).as(lost.node()).isIn(0, 1);
                                assertThat(theirs.out()).contains("1 PMA query failures");
                                assertThat(ours.exitCode()).isEqualTo(3);
                                assertThat(ours.errors())
                                        .singleElement()
                                        .asString()
                                        .contains("cannot read the counters of");
                                assertThat(ours.out()).contains("did not answer");
                            },
                            "-t 50");
        }
    }

    @Test
    void printsReasonsAfterTheCounters() {
        Parity.of("ibqueryerrors", "--details")
                .differs(
                        Difference.THEIR_ERROR,
                        (ours, theirs) -> assertThat(words(ours)).isEqualTo(words(theirs)),
                        "--details");
    }

    /** The C program puts the reasons of discards behind the errors of receiving, and the other way round. */
    private static List<String> words(CommandRun run) {
        return List.of(run.out().split("\\s*[\\[\\]\\n]\\s*")).stream().sorted().toList();
    }

    @Test
    void cProgramHangsInAScanFromAGuid() {
        String guid = Net.current().someSwitch().portGuids().get(0);
        Parity.of("ibqueryerrors", "-S").hangs("-S " + guid);
        Parity.of("ibqueryerrors", "-G").hangs("-G " + guid);
        assertThat(CommandRun.verbenaLine("ibqueryerrors -G " + guid).out()).contains("## Summary: 1 nodes checked");
    }

    @ParameterizedTest
    @CsvSource({"-k", "-K"})
    void reportsClearedCounters(String option) {
        // An adapter without errors: the other tests count on those that are there.
        Parity.of("ibqueryerrors", option)
                .differs(
                        Difference.CAREFUL_CHANGE,
                        (ours, theirs) -> {
                            assertThat(ours.errors())
                                    .singleElement()
                                    .asString()
                                    .startsWith("verbena: will clear the counters of ");
                            assertThat(ours.out()).contains("## Summary: 1 nodes checked");
                            assertThat(theirs.out()).contains("## Summary: 1 nodes checked");
                        },
                        "-D 0 " + option);
    }

    @Test
    void rejectsMissingTargets() {
        Parity.of("ibqueryerrors", "--threshold-file")
                .differs(
                        Difference.STRICT_INPUT,
                        (ours, theirs) -> {
                            assertThat(theirs.out()).contains("## (null)");
                            assertThat(ours.exitCode()).isEqualTo(4);
                        },
                        "--threshold-file " + folder.resolve("none"));
        Parity.of("ibqueryerrors", "-s")
                .differs(
                        Difference.STRICT_INPUT,
                        (ours, theirs) -> {
                            assertThat(theirs.exitCode()).isIn(0, 1);
                            assertThat(ours.exitCode()).isEqualTo(2);
                        },
                        "-s Foo");
        Parity.of("ibqueryerrors", "-D 0,9")
                .differs(
                        Difference.HONEST_EXIT,
                        (ours, theirs) -> {
                            assertThat(theirs.exitCode()).isZero();
                            assertThat(ours.exitCode()).isEqualTo(4);
                        },
                        "-D 0,9 -t 50");
    }
}
