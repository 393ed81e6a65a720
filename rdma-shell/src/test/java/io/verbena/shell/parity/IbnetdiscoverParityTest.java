package io.verbena.shell.parity;

import static io.verbena.shell.parity.KnownDifferences.undated;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nodes come the nearest first here, and the last one found first there; what a cache holds both write in its order. */
@Tag("ibsim")
class IbnetdiscoverParityTest {
    @TempDir
    private static Path folder;

    @BeforeAll
    static void writeTheFiles() throws IOException {
        CommandRun.cLine("ibnetdiscover --cache " + folder.resolve("cache"));
        List<String> names = new ArrayList<>(List.of("# names", ""));
        Net.current()
                .switches()
                .forEach(node -> names.add(node.guid() + " \"mapped " + names.size() + "\"  # the end"));
        Files.write(folder.resolve("map"), names);
    }

    private static String in(String arguments) {
        return arguments.replace("DIR", folder.toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "(none)            | ''",
                "-f                | -f",
                "-C                | -C ibsim0",
                "-P                | -P 1",
                "-t                | -t 300",
                "-y                | -y 0",
                "-o                | -o 1",
                "-o                | -o 8 -f",
                "-e                | -e",
                "--node-name-map   | --node-name-map DIR/map",
            })
    void writesTheSameTopology(String option, String arguments) {
        Parity.of("ibnetdiscover", option).same(IbnetdiscoverParityTest::stanzas, in(arguments));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-l | -l",
                "-H | -H",
                "-S | -S",
                "-R | -R",
                "-p | -p",
                "-p | -p --node-name-map DIR/map",
            })
    void listsTheSameNodes(String option, String arguments) {
        Parity.of("ibnetdiscover", option).sameInAnyOrder(in(arguments));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--load-cache | ''",
                "--load-cache | -f",
                "--load-cache | -p",
                "--load-cache | -l",
                "-g           | -g",
                "-g           | -g -f",
                "--diff       | --diff DIR/cache",
                "--diffcheck  | --diff DIR/cache --diffcheck sw,ca,router,port,lid,nodedesc",
            })
    void printsTheSameOutputFromACache(String option, String arguments) {
        Parity.of("ibnetdiscover", option).same(KnownDifferences::undated, in("--load-cache DIR/cache " + arguments));
    }

    @Test
    void findsNoDifferenceFromTheCurrentSubnet() {
        Parity.of("ibnetdiscover", "--diff").same(in("--diff DIR/cache"));
    }

    @Test
    void sendsAtMostAsManyDatagrams() {
        Parity.of("ibnetdiscover", "-m")
                .differs(
                        Difference.MORE,
                        (ours, theirs) -> {
                            assertThat(number("# Reported max hops discovered: ", ours))
                                    .isEqualTo(number("# Reported max hops discovered: ", theirs));
                            assertThat(number("# Total MADs used: ", ours))
                                    .isBetween(1, number("# Total MADs used: ", theirs));
                            assertThat(stanzas(KnownDifferences.asC(ours.lines())))
                                    .isEqualTo(stanzas(theirs.lines()));
                        },
                        "-m");
    }

    @Test
    void writesTheSameFileAndTheSameCache() throws IOException {
        Parity.of("ibnetdiscover", "<topology-file>").same(lines -> lines, in("DIR/topology"));
        Path ours = folder.resolve("topology");
        assertThat(stanzas(KnownDifferences.asC(Files.readAllLines(ours, StandardCharsets.UTF_8))))
                .isEqualTo(stanzas(CommandRun.cLine("ibnetdiscover").lines()));
        Parity.of("ibnetdiscover", "--cache").same(IbnetdiscoverParityTest::stanzas, in("--cache DIR/again"));
        assertThat(folder.resolve("again")).isNotEmptyFile();
    }

    @Test
    void combinesListOptionsWhereTheCProgramUsesTheLast() {
        Parity.of("ibnetdiscover", "-H -S -R")
                .differs(
                        Difference.MORE,
                        (ours, theirs) -> {
                            assertThat(ours.ok().lines())
                                    .isEqualTo(CommandRun.verbenaLine("ibnetdiscover -l")
                                            .lines());
                            assertThat(theirs.lines())
                                    .isEqualTo(
                                            CommandRun.cLine("ibnetdiscover -R").lines());
                        },
                        "-H -S -R");
    }

    @ParameterizedTest
    @CsvSource({"-v", "-d"})
    void showsProgressInItsOwnFormat(String option) {
        Parity.of("ibnetdiscover", option)
                .differs(
                        Difference.INSIDE,
                        (ours, theirs) -> {
                            assertThat(theirs.exitCode()).isZero();
                            assertThat(ours.exitCode()).as(ours.err()).isZero();
                            assertThat(stanzas(ours.lines()))
                                    .isEqualTo(stanzas(
                                            CommandRun.verbena("ibnetdiscover").lines()));
                        },
                        option);
    }

    /** How far it is a terminal shows by itself; the letter is that of the subnet manager's LID, as elsewhere. */
    @Test
    void hasNoShortOptionForProgress() {
        Parity.of("ibnetdiscover", "-s")
                .differs(
                        Difference.INSIDE,
                        (ours, theirs) -> {
                            assertThat(theirs.exitCode()).isZero();
                            assertThat(ours.exitCode()).isEqualTo(2);
                            assertThat(ours.err()).contains("'--sm_port' (LID)");
                        },
                        "-s");
    }

    @Test
    void rejectsMissingFiles() {
        Parity.of("ibnetdiscover", "-C").refused("no device is called 'mlx5_7'", "-C mlx5_7");
        Parity.of("ibnetdiscover", "-P").refused("has no port 9", "-P 9");
        Parity.of("ibnetdiscover", "--load-cache").refused("cannot read the cache", in("--load-cache DIR/none"));
        Parity.of("ibnetdiscover", "--diffcheck").refused("cannot be compared", in("--diff DIR/cache --diffcheck x"));
        Parity.of("ibnetdiscover", "<topology-file>").refused("cannot write", in("DIR/none/file"));
        Parity.of("ibnetdiscover", "<option>").refused("unknown option: '-Z'", "-Z");
    }

    /** The head without its date, and each node with its ports in their order, but for what counts datagrams. */
    private static List<String> stanzas(List<String> topology) {
        return Arrays.stream(String.join("\n", undated(topology)).split("\n\n+"))
                .map(stanza -> stanza.replaceAll("(?m)^# (Reported max hops|Total MADs).*\n", ""))
                .map(stanza -> stanza.replaceFirst("(?m)^((?:Ca|Rt)\t.*# )\".*\"", "$1"))
                .sorted()
                .toList();
    }

    private static int number(String start, CommandRun run) {
        return run.lines().stream()
                .filter(line -> line.startsWith(start))
                .map(line -> Integer.parseInt(line.substring(start.length())))
                .findFirst()
                .orElseThrow();
    }
}
