package io.verbena.shell.parity;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The options that all programs of the C package have, with one command line for each program. */
@Tag("ibsim")
class CommonOptionsParityTest {
    @TempDir
    private Path folder = Path.of("");

    static List<String> commands() {
        String lid = Net.current().someSwitch().lid();
        String far = Net.current().otherAdapter().lid();
        return List.of("ibaddr " + far, "ibroute " + lid + " 1 4", "ibtracert 1 " + far);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void selectsTheSamePort(String line) {
        Parity.of(name(line), "-C").same(arguments(line) + " -C ibsim0");
        Parity.of(name(line), "-P").same(arguments(line) + " -P 1");
        Parity.of(name(line), "-C").refused("no device is called 'nope'", arguments(line) + " -C nope");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void usesTheSameTimeoutsAndKeys(String line) {
        Parity.of(name(line), "-t").same(arguments(line) + " -t 300");
        Parity.of(name(line), "-s").same(arguments(line) + " -s 1");
        Parity.of(name(line), "-y").same(arguments(line) + " -y 0x10");
        Parity.of(name(line), "-t").refused("is out of range", arguments(line) + " -t 0");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void printsTheSameAmountOfDetail(String line) {
        Parity.of(name(line), "-e").same(arguments(line) + " -e");
        if (!name(line).equals("ibtracert")) {
            Parity.of(name(line), "-v").same(arguments(line) + " -v");
        }
    }

    /** The C program also prints the way from this port to the first one, which it has looked for. */
    @Test
    void doesNotPrintHowItFindsTheFirstPort() {
        Parity.of("ibtracert", "-v")
                .differs(
                        Difference.INSIDE,
                        (ours, theirs) ->
                                assertThat(theirs.out()).endsWith(ours.ok().out()),
                        "-v 1 " + Net.current().otherAdapter().lid());
    }

    @ParameterizedTest
    @MethodSource("commands")
    void readsTheSameConfiguration(String line) throws Exception {
        Path file = Files.writeString(folder.resolve("conf"), "# here\nCA=ibsim0\nPort=1\ntimeout=300\nm_key=0x10\n");

        Parity.of(name(line), "-z").same(arguments(line) + " -z " + file);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void tracesInItsOwnFormat(String line) {
        Parity.of(name(line), "-d")
                .differs(
                        Difference.INSIDE,
                        (ours, theirs) -> {
                            assertThat(ours.lines())
                                    .isEqualTo(CommandRun.verbenaLine(line).lines());
                            assertThat(ours.errors()).isNotEmpty().allMatch(error -> error.startsWith("D: "));
                            assertThat(theirs.exitCode()).isZero();
                        },
                        arguments(line) + " -d");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void printsHelpToStandardOutput(String line) {
        Parity.of(name(line), "-h")
                .differs(
                        Difference.HONEST_EXIT,
                        (ours, theirs) -> {
                            assertThat(theirs.exitCode()).isEqualTo(2);
                            assertThat(ours.ok().out()).startsWith("Usage: verbena " + name(line));
                        },
                        "-h");
        Parity.of(name(line), "-V")
                .differs(
                        Difference.HONEST_EXIT,
                        (ours, theirs) -> {
                            assertThat(theirs.out()).isEmpty();
                            assertThat(ours.ok().out()).startsWith("verbena ");
                        },
                        "-V");
    }

    private static String name(String line) {
        return line.substring(0, line.indexOf(' '));
    }

    private static String arguments(String line) {
        return line.substring(line.indexOf(' ') + 1);
    }
}
