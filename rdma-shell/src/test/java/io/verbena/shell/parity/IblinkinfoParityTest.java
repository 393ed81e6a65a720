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
class IblinkinfoParityTest {
    @TempDir
    private static Path folder;

    @BeforeAll
    static void writeTheFiles() throws IOException {
        CommandRun.cLine("ibnetdiscover --cache " + folder.resolve("cache"));
        String guid = Net.current().someSwitch().guid();
        Files.writeString(folder.resolve("map"), guid + " \"the nearest\"\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "(none)            | ''",
                "-l                | -l",
                "-p                | -p",
                "-p                | -l -p",
                "-d                | -d",
                "-d                | -d -l",
                "--switches-only   | --switches-only",
                "--cas-only        | --cas-only",
                "--cas-only        | --cas-only -l",
                "-D                | -D 0",
                "-D                | -D 0,1",
                "-D                | -D 0,1 -l",
                "-o                | -o 4",
                "-C                | -C ibsim0",
                "-P                | -P 1",
                "-t                | -t 900",
                "-v                | -v",
                "--load-cache      | --load-cache DIR/cache",
                "--load-cache      | --load-cache DIR/cache -l",
                "--filterdownports | --filterdownports DIR/cache",
                "--diff            | --diff DIR/cache",
                "--diff            | --load-cache DIR/cache --diff DIR/cache",
                "--diffcheck       | --diff DIR/cache --diffcheck port,state,lid,nodedesc",
            })
    void printsTheSameOutput(String option, String arguments) {
        boolean around = arguments.startsWith("-D");
        Parity.of("iblinkinfo", option)
                .same(
                        lines -> LinkFacts.sorted(around ? withoutOutsides(lines) : lines),
                        arguments.replace("DIR", folder.toString()));
    }

    /** Removes external port numbers. A scan of a single board cannot determine them, but the C program prints them. */
    private static List<String> withoutOutsides(List<String> lines) {
        return lines.stream()
                .map(line -> line.replaceAll("\\[ *\\d*\\]", "[  ]"))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"-a | -a -D 0,1", "-n | -n 1 -a -D 0,1", "-n | -n 1"})
    void stopsAtTheMaximumNumberOfHops(String option, String arguments) {
        Parity.of("iblinkinfo", option)
                .differs(
                        Difference.THEIR_ERROR,
                        (ours, theirs) -> assertThat(ours.ok().lines().stream().filter(line -> !line.startsWith(" ")))
                                .isSubsetOf(theirs.lines()),
                        arguments);
    }

    @Test
    void readsNamesFromAMap() {
        Parity.of("iblinkinfo", "--node-name-map")
                .same(LinkFacts::sorted, "--switches-only --node-name-map " + folder.resolve("map"));
    }

    @Test
    void cProgramHangsInAScanFromAGuid() {
        String guid = Net.current().someSwitch().portGuids().get(0);
        Parity.of("iblinkinfo", "-S").hangs("-S " + guid);
        Parity.of("iblinkinfo", "-G").hangs("-G " + guid);
        assertThat(CommandRun.verbenaLine("iblinkinfo -S " + guid).ok().lines()).isNotEmpty();
    }

    @Test
    void rejectsMissingTargets() {
        Parity.of("iblinkinfo", "--diffcheck").refused("cannot be compared", "--diff x --diffcheck sw");
        Parity.of("iblinkinfo", "--diff").refused("x", "--diff x");
        Parity.of("iblinkinfo", "--load-cache").refused("x", "--load-cache x");
        Parity.of("iblinkinfo", "-D").refused("timed out", "-D 0,9 -t 50");
    }
}
