package io.verbena.shell.parity;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("ibsim")
class CheckLftBalanceParityTest {
    @TempDir
    private static Path folder;

    private static String files = "";
    private static String uneven = "";

    /** Of the second, the first switch sends everything by one port. */
    @BeforeAll
    static void writeTheFiles() throws Exception {
        Path cache = folder.resolve("cache");
        CommandRun.c("ibnetdiscover", "--cache", cache.toString());
        String tables = CommandRun.c("dump_fts").out();
        Path sound = Files.writeString(folder.resolve("tables"), tables);
        int end = tables.indexOf("dumped");
        Path broken = Files.writeString(
                folder.resolve("uneven"),
                tables.substring(0, end).replaceAll("(?m)^(0x\\p{XDigit}{4}) \\d{3} :", "$1 007 :")
                        + tables.substring(end));
        files = "-l " + sound + " -i " + cache;
        uneven = "-l " + broken + " -i " + cache;
    }

    @Test
    void reportsTheSameBalance() {
        Parity.of("check_lft_balance", "-l -i").sameFound("-v " + files);
        Parity.of("check_lft_balance", "-v").sameFound("-v " + files);
    }

    @Test
    void exitCodeReportsAnUnbalancedSwitch() {
        Parity.of("check_lft_balance", "-l -i, an uneven switch")
                .differs(
                        Difference.HONEST_EXIT,
                        (ours, theirs) -> {
                            assertThat(ours.lines()).isEqualTo(theirs.lines());
                            assertThat(theirs.exitCode()).isZero();
                            assertThat(ours.exitCode()).isEqualTo(ours.out().isEmpty() ? 0 : 1);
                        },
                        uneven);
    }

    @Test
    void readsTablesAndSubnetWithoutFiles() {
        Parity.of("check_lft_balance", "(none)")
                .differs(
                        Difference.MORE,
                        (ours, theirs) -> {
                            assertThat(theirs.exitCode()).isEqualTo(2);
                            assertThat(ours.exitCode()).isIn(0, 1);
                            assertThat(ours.errors()).isEmpty();
                        },
                        "");
    }

    @Test
    void comparesParallelLinksThatTheCProgramMisjudges() {
        Parity.of("check_lft_balance", "-e")
                .differs(
                        Difference.INSIDE,
                        (ours, theirs) -> {
                            assertThat(theirs.exitCode()).isZero();
                            assertThat(ours.exitCode()).isIn(0, 1);
                            assertThat(ours.errors()).isEmpty();
                        },
                        "-e " + files);
    }

    @Test
    void exitCodeReportsAMissingFile() {
        Parity.of("check_lft_balance", "-l -i, a file that is not there")
                .differs(
                        Difference.HONEST_EXIT,
                        (ours, theirs) -> {
                            assertThat(theirs.exitCode()).isZero();
                            assertThat(ours.exitCode()).isEqualTo(4);
                            assertThat(ours.err()).contains("there is no such file");
                        },
                        "-l " + folder + "/none -i " + folder + "/none");
    }
}
