package io.verbena.shell.command.ibutils;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.parity.CommandRun;
import io.verbena.shell.parity.Difference;
import io.verbena.shell.parity.Parity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares each option of the programs of ibutils on a fat tree of 22 nodes. {@code testbed/checks/ibutils} compares the
 * reports on faulty fabrics.
 */
@Tag("ibsim")
class IbutilsParityIbsimTest {
    private static final Pattern STAGE = Pattern.compile("(?m)^ +(\\S.*?(?:Check|Report)) +(\\d+) +(\\d+) *$");
    private static final int SIGNAL = 128;
    private static final String COUNTERS = "Performance Counters Report";
    private static final String SPINE = "1,1,2,3";
    private static final String DESIGN = "/usr/lib/x86_64-linux-gnu/ibdm1.5.7/ibnl/RhinoBased512";

    @TempDir
    private static Path folder = Path.of("");

    private static Path ours = Path.of("");
    private static Path theirs = Path.of("");

    @BeforeAll
    static void countErrors() throws IOException {
        ours = Files.createDirectories(folder.resolve("ours"));
        theirs = Files.createDirectories(folder.resolve("theirs"));
        Files.writeString(
                Path.of(Objects.requireNonNull(System.getenv("VERBENA_IBSIM_CONSOLE"))),
                "PerformanceSet \"S-0002c90300000000\"[1] PortCounters.SymbolErrorCounter=9\n",
                StandardOpenOption.WRITE);
    }

    /**
     * Compares reports, each with an output directory of its own. On a busy machine, the C programs lose responses of
     * programs on the simulated fabric; so a difference counts if it is there again.
     */
    private static <T> void same(String program, String option, Function<CommandRun, T> facts, String arguments) {
        Parity parity = Parity.of(program, option);
        String line = arguments + " -o ";
        try {
            parity.sameReport(facts, line + ours, line + theirs);
        } catch (AssertionError first) {
            parity.sameReport(facts, line + ours, line + theirs);
        }
    }

    /** Returns the errors and warnings of each stage that has some; those of counters depend on lost responses. */
    private static Map<String, String> stages(CommandRun run) {
        assertThat(run.out()).contains("Stages Status Report");
        Map<String, String> stages = new TreeMap<>();
        STAGE.matcher(run.out())
                .results()
                .forEach(found -> stages.put(found.group(1), found.group(2) + " " + found.group(3)));
        stages.values().removeIf("0 0"::equals);
        stages.remove(COUNTERS);
        return stages;
    }

    /** Returns each part of the output that matches a pattern, without its blanks. */
    private static Function<CommandRun, List<String>> all(String pattern) {
        return run -> {
            List<String> found = Pattern.compile(pattern)
                    .matcher(run.out())
                    .results()
                    .map(match -> match.group(match.groupCount())
                            .replaceAll("\\s+", " ")
                            .strip())
                    .toList();
            assertThat(found).as(run.out()).isNotEmpty();
            return found;
        };
    }

    /** Returns the rows of histograms. */
    private static final Function<CommandRun, List<String>> HISTOGRAMS = all("(?m)^(?:-I-)? +(\\d+ +\\d+)$");

    /** Returns the ports of a route. */
    private static final Function<CommandRun, List<String>> ROUTE =
            all("(?m)^-I- ((?:From:|To: ) +lid=\\S+ guid=\\S+ dev=\\d+ \\S+)");

    private static List<String> noLoops(CommandRun run) {
        return all("(?i)(no credit loops found)").apply(run).stream()
                .map(String::toLowerCase)
                .toList();
    }

    /** Returns the lines of a file, in order. */
    private static List<String> lines(Path directory, String name) {
        try {
            return Files.readAllLines(directory.resolve(name), StandardCharsets.ISO_8859_1).stream()
                    .map(line -> line.strip().replaceAll("\\s+", " "))
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void sameFile(String name) {
        assertThat(lines(ours, name)).as(name).isNotEmpty().isEqualTo(lines(theirs, name));
    }

    @Test
    void ibdiagnetReportsTheSameStagesAndWritesTheSameFiles() {
        same("ibdiagnet", "(none)", IbutilsParityIbsimTest::stages, "");
        same("ibdiagnet", "-o", IbutilsParityIbsimTest::stages, "");
        sameFile("ibdiagnet.fdbs");
        sameFile("ibdiagnet.sm");
        assertThat(lines(ours, "ibdiagnet.lst")).hasSameSizeAs(lines(theirs, "ibdiagnet.lst"));
        same("ibdiagnet", "-i", IbutilsParityIbsimTest::stages, "-i 1");
        same("ibdiagnet", "-p", IbutilsParityIbsimTest::stages, "-p 1");
        same("ibdiagnet", "-c", IbutilsParityIbsimTest::stages, "-c 3");
        same("ibdiagnet", "-lw", IbutilsParityIbsimTest::stages, "-lw 12x");
        same("ibdiagnet", "-ls", IbutilsParityIbsimTest::stages, "-ls 5");
        same("ibdiagnet", "-skip", IbutilsParityIbsimTest::stages, "-skip pm ipoib");
        same("ibdiagnet", "-skip all", IbutilsParityIbsimTest::stages, "-skip all");
        same("ibdiagnet", "-pm", IbutilsParityIbsimTest::stages, "-pm");
        same("ibdiagnet", "-P", all("symbol_error_counter +: (0x\\w+)"), "-P symbol_error_counter=1");
        same("ibdiagnet", "-wt", IbutilsParityIbsimTest::stages, "-wt " + folder.resolve("fabric.topo"));
    }

    @Test
    void ibdiagnetReportsTheSameRouting() {
        same("ibdiagnet", "-r", HISTOGRAMS, "-r");
        same("ibdiagnet", "-r -u", IbutilsParityIbsimTest::noLoops, "-r -u");
        same("ibdiagnet", "-r -vlr", HISTOGRAMS, "-r -vlr");
        sameFile("ibdiagnet.psl");
    }

    @Test
    void ibdiagnetRefusesTheSameInput() {
        Parity.of("ibdiagnet", "-lw").refused("-lw is '3x'", "-lw 3x -o " + folder);
        Parity.of("ibdiagnet", "-ls").refused("-ls is '20'", "-ls 20 -o " + folder);
        Parity.of("ibdiagnet", "-skip").refused("-skip is 'nothing'", "-skip nothing -o " + folder);
        Parity.of("ibdiagnet", "-i").refused("device 7 does not exist", "-i 7 -o " + folder);
        Parity.of("ibdiagnet", "-p").refused("9", "-p 9 -o " + folder);
    }

    @Test
    void ibdiagnetDiffersOnPurpose() {
        String output = "-o " + ours;
        same("ibdiagnet", "(none)", IbutilsParityIbsimTest::stages, "");
        Parity.of("ibdiagnet", "-v")
                .differs(
                        Difference.INSIDE,
                        (our, their) -> assertThat(their.out()).contains("running smNodeInfoMad"),
                        "-v " + output);
        Parity.of("ibdiagnet", "-pc")
                .differs(
                        Difference.CAREFUL_CHANGE,
                        (our, their) -> assertThat(our.err()).contains("would clear the counters of 22 nodes"),
                        "-pc --dry-run " + output);
        Parity.of("ibdiagnet", "-load_db")
                .differs(
                        Difference.THEIR_ERROR,
                        (our, their) -> {
                            assertThat(stages(their))
                                    .as("without looking for one")
                                    .containsEntry("SM Info Check", "1 0");
                            assertThat(stages(our)).doesNotContainKey("SM Info Check");
                        },
                        "-load_db " + theirs.resolve("ibdiagnet.db") + " -o " + folder.resolve("loaded"));
        Parity.of("ibdiagnet", "--vars")
                .differs(
                        Difference.MORE,
                        (our, their) -> assertThat(all("(IBDIAG_[A-Z]+_[A-Z]+)").apply(our))
                                .isSubsetOf(all("(IBDIAG_[A-Z]+_[A-Z]+)").apply(their)),
                        "--vars");
    }

    @Test
    void ibdiagpathTakesTheSameRoute() {
        same("ibdiagpath", "-d", ROUTE, "-d " + SPINE);
        same("ibdiagpath", "-c", ROUTE, "-d " + SPINE + " -c 3");
        same("ibdiagpath", "-i, -p", ROUTE, "-d " + SPINE + " -i 1 -p 1");
        same("ibdiagpath", "-pm", ROUTE, "-d " + SPINE + " -pm");
        same("ibdiagpath", "-P", all("symbol_error_counter +: (0x\\w+)"), "-d " + SPINE + " -P symbol_error_counter=1");
        Parity.of("ibdiagpath", "(none)").refused("with one of -n, -l and -d", "-o " + folder);
        Parity.of("ibdiagpath", "-l, a LID of no port").refused("no port has the LID 99", "-l 99 -o " + folder);
    }

    @Test
    void ibdiagpathDiffersOnPurpose() {
        String output = " -o " + ours;
        // The C program takes the entry of the LID below, so that LID 1 is a dead end.
        Parity.of("ibdiagpath", "-l")
                .differs(
                        Difference.THEIR_ERROR,
                        (our, their) -> {
                            assertThat(ROUTE.apply(our)).last().asString().contains("lid=0x000f");
                            assertThat(ROUTE.apply(their)).last().asString().contains("lid=0x000e");
                        },
                        "-l 15" + output);
        Parity.of("ibdiagpath", "-l with two LIDs")
                .differs(
                        Difference.THEIR_ERROR,
                        (our, their) -> {
                            assertThat(their.out()).contains("Dead-end trying to reach Lid 1");
                            assertThat(ROUTE.apply(our)).hasSize(8);
                        },
                        "-l 1,12" + output);
        // The C program ends in its stage of QoS, before those of widths and speeds.
        Parity.of("ibdiagpath", "-lw")
                .differs(
                        Difference.THEIR_ERROR,
                        (our, their) -> {
                            assertThat(their.out() + their.err()).contains("invalid bareword");
                            assertThat(all("link with PHY=(4x) at").apply(our)).hasSize(4);
                        },
                        "-d " + SPINE + " -lw 12x" + output);
        Parity.of("ibdiagpath", "-ls")
                .differs(
                        Difference.THEIR_ERROR,
                        (our, their) -> {
                            assertThat(their.out() + their.err()).contains("invalid bareword");
                            assertThat(all("link with SPD=(10) at").apply(our)).hasSize(4);
                        },
                        "-d " + SPINE + " -ls 5" + output);
        Parity.of("ibdiagpath", "-n")
                .differs(
                        Difference.MORE,
                        (our, their) -> {
                            assertThat(their.out()).contains("If node(s) are specified by name");
                            assertThat(ROUTE.apply(our)).isNotEmpty();
                        },
                        "-n host3" + output);
    }

    @Test
    void ibdmchkVerifiesTheSameRoutes() {
        same("ibdiagnet", "-r -vlr", HISTOGRAMS, "-r -vlr");
        String files =
                "-s " + theirs + "/ibdiagnet.lst -f " + theirs + "/ibdiagnet.fdbs -m " + theirs + "/ibdiagnet.mcfdbs ";
        for (String option : List.of("", "-a", "-M", "-u")) {
            Parity.of("ibdmchk", option.isEmpty() ? "-s -f -m" : option)
                    .sameReport(HISTOGRAMS, files + option, files + option);
            Parity.of("ibdmchk", option.isEmpty() ? "-s -f -m" : option)
                    .sameReport(IbutilsParityIbsimTest::noLoops, files + option, files + option);
        }
        String levels = files + "-c " + theirs + "/ibdiagnet.psl -d " + theirs + "/ibdiagnet.slvl";
        Parity.of("ibdmchk", "-c -d").sameReport(IbutilsParityIbsimTest::noLoops, levels, levels);
        Parity.of("ibdmchk", "-s").refused("cannot read none", "-s none -f none");
    }

    @Test
    void ibdmchkFindsTheSameDistancesInADesign() {
        String design = "-t " + DESIGN + ".topo -n H-1/U1 -p 1";
        Function<CommandRun, List<String>> first =
                run -> HISTOGRAMS.apply(run).stream().limit(12).toList();

        Parity.of("ibdmchk", "-t -n -p").sameReport(first, design, design);
    }

    @Test
    void ibdmtrFollowsTheSameRoute() {
        String route = "-t " + DESIGN + ".topo -s H-1/U1 -p 1 -d 0,1,7,2";
        Function<CommandRun, List<String>> hops = all("(?m)((?:Host|Node):\\S+ +(?:Plug|Port):\\S+)");

        Parity.of("ibdmtr", "-t -s -p -d").sameReport(hops, route, route);
    }

    @Test
    void ibtopodiffComparesWhereTheirsEnds() {
        String files = "-t " + DESIGN + ".topo -d " + DESIGN + ".lst ";
        for (String start : List.of("-e", "-s H-1/U1 -p 1 -g 0x0002c90000000002")) {
            Parity.of("ibtopodiff", start.equals("-e") ? "-e" : "-t -d -s -p -g")
                    .differs(
                            Difference.THEIR_ERROR,
                            (our, their) -> {
                                assertThat(their.out()).contains("Defined 728/728 systems/nodes");
                                // With -e by a buffer overflow, with -s by a segmentation fault.
                                assertThat(their.exitCode()).isGreaterThan(SIGNAL);
                                assertThat(our.out()).contains("nodes match");
                            },
                            files + start);
        }
    }
}
