package io.verbena.shell.command.ibutils;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.parity.CommandRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the programs of ibutils on the embedded fabric, and on each other's files. */
class IbutilsCommandsTest {
    private static final String FABRIC = "--fabric embedded:fat-tree:2,4,4 ";

    @TempDir
    private Path folder = Path.of("");

    private static CommandRun run(String command) {
        return CommandRun.verbenaLine(FABRIC + command);
    }

    private String files(String options) {
        run("ibdiagnet -o " + folder + " " + options);
        return folder + "/ibdiagnet";
    }

    private static String stage(CommandRun run, String name) {
        return run.lines().stream()
                .filter(line -> line.strip().startsWith(name))
                .findFirst()
                .map(line -> line.strip().substring(name.length()).strip().replaceAll(" +", " "))
                .orElse("missing");
    }

    @Test
    void ibdiagnetReportsAHealthyFabricAndWritesItsFiles() {
        CommandRun run = run("ibdiagnet -r -vlr -pm -o " + folder + " -wt " + folder + "/fabric.topo");

        assertThat(run.err()).isEmpty();
        assertThat(run.lines())
                .contains("-I- 22 nodes (6 Switches & 16 CA-s) discovered.", "-I- no credit loops found");
        assertThat(stage(run, "Bad GUIDs/LIDs Check")).isEqualTo("0 0");
        assertThat(stage(run, "Credit Loops Check")).isEqualTo("0 0");
        // The rate of the group is that of the slowest ports of InfiniBand.
        assertThat(stage(run, "IPoIB Subnets Check")).isEqualTo("0 1");
        for (String suffix : List.of("lst", "fdbs", "mcfdbs", "sm", "pkey", "db", "pm", "psl", "slvl", "log")) {
            assertThat(folder.resolve("ibdiagnet." + suffix)).isNotEmptyFile();
        }
    }

    @Test
    void widthAndSpeedAreCompared() {
        CommandRun run = run("ibdiagnet -lw 12x -ls 10 -skip pm part ipoib -o " + folder);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(stage(run, "Specific Link Width Check")).isEqualTo("0 24");
        assertThat(stage(run, "Specific Link Speed Check")).isEqualTo("0 0");
        assertThat(stage(run, "Partitions Check")).isEqualTo("missing");
    }

    @Test
    void aLimitReportsCountersAboveIt() {
        CommandRun run = run("ibdiagnet -P port_xmit_pkts=0 -skip ipoib -o " + folder);

        assertThat(run.lines()).anyMatch(line -> line.contains("port_xmit_pkts"));
        assertThat(run("ibdiagnet -P all=0 -skip ipoib -o " + folder).exitCode())
                .isZero();
    }

    @Test
    void countersAreResetOnRequestOnly() {
        CommandRun run = run("ibdiagnet -pc -skip ipoib -o " + folder);

        assertThat(run.err()).isEqualTo("verbena: will clear the counters of 22 nodes" + System.lineSeparator());
        assertThat(run("ibdiagnet -pc --dry-run -skip ipoib -o " + folder).err())
                .contains("would clear");
    }

    @Test
    void theDatabaseReplacesTheDiscovery() {
        String database = files("") + ".db";
        CommandRun run = run("ibdiagnet -load_db " + database + " -skip ipoib -o " + folder.resolve("again"));

        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        assertThat(stage(run, "Bad GUIDs/LIDs Check")).isEqualTo("missing");
        assertThat(run.lines()).contains("-I- 22 nodes (6 Switches & 16 CA-s) discovered.");
    }

    @Test
    void ibdmchkChecksTheFilesOfIbdiagnet() {
        String base = files("-vlr");
        CommandRun run = CommandRun.verbenaLine("ibdmchk -s " + base + ".lst -f " + base + ".fdbs -m " + base
                        + ".mcfdbs -c " + base + ".psl -d " + base + ".slvl")
                .ok();

        assertThat(run.lines())
                .contains("-I- Scanned:240 CA to CA paths", "-I-   4   192", "-I- no credit loops found");
    }

    @Test
    void ibdmchkRoutesADesign() {
        files("-wt " + folder + "/fabric.topo");
        String host = "S0008f10000000000/U1";
        CommandRun run = CommandRun.verbenaLine("ibdmchk -t " + folder + "/fabric.topo -n " + host + " -p 1 -u -l 1")
                .ok();

        // Each pair of ports has two LIDs at its destination.
        assertThat(run.lines()).contains("-I- Scanned:480 CA to CA paths", "-I- no credit loops found");
    }

    @Test
    void aDesignThatDiffersIsReported() throws Exception {
        String base = files("-wt " + folder + "/fabric.topo");
        String compare = "ibtopodiff -t " + folder + "/fabric.topo -d " + base + ".lst ";
        CommandRun.verbenaLine(compare + "-e").ok();
        CommandRun.verbenaLine(compare + "-s S0008f10000000000/U1 -p 1 -g 0x0008f10000000001")
                .ok();
        List<String> links = Files.readAllLines(Path.of(base + ".lst"));
        Files.write(Path.of(base + ".lst"), links.subList(0, links.size() - 1));

        CommandRun run = CommandRun.verbenaLine(compare + "-e");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.lines()).anyMatch(line -> line.startsWith("-E- missing cable"));
        assertThat(run("ibdiagnet -skip all -t " + folder + "/fabric.topo -o " + folder.resolve("again"))
                        .lines())
                .contains("-I- Topology matches the topology file");
    }

    @Test
    void ibdmtrFollowsARoute() {
        files("-wt " + folder + "/fabric.topo");
        String command = "ibdmtr -t " + folder + "/fabric.topo -s S0008f10000000000/U1 -p 1 -d ";

        assertThat(CommandRun.verbenaLine(command + "0,1,1,2,3").ok().lines()).hasSize(16);
        CommandRun lost = CommandRun.verbenaLine(command + "0,1,20");
        assertThat(lost.exitCode()).isEqualTo(4);
        assertThat(lost.err()).contains("P20, which has no cable");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"-l 15|4", "-l 7,8|2", "-d 1,1,2,3|4", "-n host9|4", "-n host1,host2|2"})
    void ibdiagpathChecksAPath(String ends, int links) {
        CommandRun run = run("ibdiagpath " + ends + " -o " + folder);

        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        assertThat(run.lines()).anyMatch(line -> line.equals("-I- " + links + " links, all active"));
        assertThat(run.lines()).contains("-I- Path shared PKeys: 0x7fff");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "ibdiagnet -ls 20                    | -ls is '20'; use 2.5, 5 or 10",
                "ibdiagnet -lw 3x                    | -lw is '3x'; use 1x, 4x or 12x",
                "ibdiagnet -skip nothing             | -skip is 'nothing'",
                "ibdiagnet -P symbol_errors=1        | 'symbol_errors' is not a counter of ibdiagnet",
                "ibdiagnet -P symbol_error_counter   | use a counter and a limit",
                "ibdiagnet -i 7                      | device 7 does not exist; the fabric has",
                "ibdiagpath                          | name the ends of the path with one of -n, -l and -d",
                "ibdiagpath -l 1,2,3                 | names 3 ports",
                "ibdiagpath -n nohost                | no node with a LID is called 'nohost'",
                "ibdmchk -l 9                        | -l is 9; use an LMC from 0 to 7",
                "ibdmchk -s none -f none             | cannot read none",
                "ibdmtr -s a/U1 -p 1 -d 0,1          | use either -t with a topology file, or -c",
                "ibtopodiff -t none                  | cannot read none"
            })
    void badInputIsNamed(String command, String message) {
        CommandRun run = run(command + " " + (command.startsWith("ibdiag") ? "-o " + folder : ""));

        assertThat(run.exitCode()).isIn(2, 4);
        assertThat(run.errors().get(0)).startsWith("verbena: ").contains(message);
    }

    @Test
    void theEnvironmentIsShown() {
        assertThat(run("ibdiagnet --vars").ok().lines()).anyMatch(line -> line.startsWith("IBDIAG_OUT_DIR"));
    }
}
