package io.verbena.shell.parity;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares the programs of ibutils on one net; testbed/checks/ibutils compares them on nets with planted faults. */
@Tag("ibsim")
class IbutilsParityTest {
    private static final int MINIMAL_ROUTE = 2;

    @TempDir
    private static Path folder;

    private static String files = "";

    /** The files of the C program, which both read. */
    @BeforeAll
    static void writeTheFiles() throws Exception {
        CommandRun.c(60, "ibdiagnet", "-o", folder.resolve("c").toString());
        files = folder.resolve("c/ibdiagnet").toString();
    }

    private static String into(String directory) {
        return " -o " + folder.resolve(directory);
    }

    @Test
    void theStagesReportTheSame() {
        Parity.of("ibdiagnet", "(none)").sameReport(ReportFacts::findings, into("none"));
        Parity.of("ibdiagnet", "-P").sameReport(ReportFacts::findings, "-P all=1" + into("limits"));
        Parity.of("ibdiagnet", "-lw").sameReport(ReportFacts::findings, "-lw 12x" + into("width"));
        Parity.of("ibdiagnet", "-ls").sameReport(ReportFacts::findings, "-ls 5" + into("speed"));
        Parity.of("ibdiagnet", "-skip").sameReport(ReportFacts::findings, "-skip pm ipoib" + into("skip"));
        Parity.of("ibdiagnet", "-i").sameReport(ReportFacts::findings, "-i 1" + into("device"));
        Parity.of("ibdiagnet", "-p").sameReport(ReportFacts::findings, "-p 1" + into("port"));
        Parity.of("ibdiagnet", "-v").sameReport(ReportFacts::findings, "-v" + into("verbose"));
    }

    @Test
    void theFilesAreTheSame() throws Exception {
        CommandRun.verbenaLine("ibdiagnet -pm" + into("ours"));
        CommandRun.c(60, "ibdiagnet", "-pm", "-o", folder.resolve("theirs").toString());
        for (String suffix : List.of("fdbs", "mcfdbs", "pkey", "sm")) {
            assertThat(facts(folder.resolve("ours/ibdiagnet." + suffix)))
                    .as(suffix)
                    .isEqualTo(facts(folder.resolve("theirs/ibdiagnet." + suffix)));
        }
        Parity.of("ibdiagnet", "-o").sameReport(ReportFacts::findings, into("files"));
        assertThat(names(folder.resolve("ours/ibdiagnet.pm"))).isEqualTo(names(folder.resolve("theirs/ibdiagnet.pm")));
        Parity.of("ibdiagnet", "-pm").sameReport(ReportFacts::findings, "-pm" + into("counters"));
    }

    private static List<String> facts(Path file) throws Exception {
        return Files.readAllLines(file).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.contains("UNREACHABLE"))
                .sorted()
                .toList();
    }

    private static List<String> names(Path file) throws Exception {
        return Files.readAllLines(file).stream()
                .map(line -> line.replaceFirst(" = .*", ""))
                .sorted()
                .toList();
    }

    @Test
    void theRoutingOfTheFilesIsJudgedTheSame() {
        String all = "-s " + files + ".lst -f " + files + ".fdbs -m " + files + ".mcfdbs";
        for (String option : List.of("-s", "-f", "-m")) {
            Parity.of("ibdmchk", option).sameReport(ReportFacts::routing, all);
        }
        Parity.of("ibdmchk", "-l").sameReport(ReportFacts::routing, all + " -l 0");
        Parity.of("ibdmchk", "-u").sameReport(ReportFacts::routing, all + " -u");
        Parity.of("ibdmchk", "-M").sameReport(ReportFacts::routing, all + " -M");
    }

    @Test
    void aDirectRouteHasTheSameHops() throws Exception {
        String database = Files.readString(Path.of(files + ".db"));
        String route = database.lines()
                .filter(line -> line.startsWith("{data:dr.path.to.node."))
                .map(line -> line.replaceFirst(".*\\{([^{}]*)\\}$", "$1"))
                .filter(path -> path.split(" ").length == MINIMAL_ROUTE)
                .findFirst()
                .orElseThrow()
                .replace(' ', ',');
        Parity.of("ibdiagpath", "-d").sameReport(ReportFacts::path, "-d " + route + into("path"));
    }
}
