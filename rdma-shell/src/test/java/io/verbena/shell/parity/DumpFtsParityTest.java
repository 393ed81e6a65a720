package io.verbena.shell.parity;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The order of the switches is not the same; that of the entries is. Two switches may be reached by other routes. */
@Tag("ibsim")
class DumpFtsParityTest {
    @BeforeAll
    static void makeAGroup() {
        Groups.along(Net.current().otherAdapter().lid());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "dump_fts  | (none)               | ''",
                "dump_fts  | -a                   | -a 1",
                "dump_fts  | -n                   | -n",
                "dump_fts  | -M                   | -M",
                "dump_fts  | -M                   | -M -n",
                "dump_fts  | -M                   | -M -a 0xc000 0xc002",
                "dump_fts  | <startlid>           | 3",
                "dump_fts  | <startlid> <endlid>  | 2 5",
                "dump_lfts | (none)               | ''",
                "dump_lfts | -a                   | -a 1",
                "dump_lfts | -n                   | -n",
                "dump_lfts | <startlid> <endlid>  | 2 5",
                "dump_mfts | (none)               | ''",
                "dump_mfts | -a                   | -a 0xc000 0xc002",
                "dump_mfts | -n                   | -n",
            })
    void printsTheSameTables(String command, String option, String arguments) {
        Parity.of(command, option).same(DumpFtsParityTest::tables, arguments);
    }

    /** Returns the tables without the lines that the scripts print about themselves. */
    private static List<String> tables(List<String> lines) {
        String text = String.join("\n", lines).replaceAll("slid 0; dlid 0; [0-9,]+", "slid 0; dlid 0; ROUTE");
        return Arrays.stream(text.split("(?<=dumped )\n"))
                .map(table -> table.replaceAll("(?s)\\A.*(?=(Unicast|Multicast) )", ""))
                .filter(table -> table.contains(" of switch "))
                .sorted()
                .toList();
    }

    @Test
    void readsTheSameNodeNameMap(@TempDir Path folder) throws Exception {
        String guid = Net.current().someSwitch().guid();
        Path map = Files.writeString(folder.resolve("map"), guid + " \"mapped\"\n");

        Parity.of("dump_fts", "--node-name-map").same(DumpFtsParityTest::tables, "--node-name-map " + map);
        Parity.of("ibroute", "--node-name-map")
                .same("--node-name-map " + map + " "
                        + Net.current().someSwitch().lid());
        assertThat(CommandRun.verbena("dump_fts", "--node-name-map", map.toString())
                        .out())
                .contains("(mapped)")
                .contains("'mapped'");
    }
}
