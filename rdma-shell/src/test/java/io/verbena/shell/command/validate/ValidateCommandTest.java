package io.verbena.shell.command.validate;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.parity.CommandRun;
import io.verbena.subnet.cache.SavedSubnet;
import io.verbena.subnet.cache.SubnetJson;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import tools.jackson.databind.JsonNode;

/** Validation and topology of the fabric inside this JVM: 2 spines, 4 leaves with 4 hosts each. */
class ValidateCommandTest {
    private static final String FABRIC = "--fabric embedded:fat-tree:2,4,4 ";

    @TempDir
    private Path folder = Path.of("");

    private CommandRun run(String command) {
        return CommandRun.verbenaLine(FABRIC + command);
    }

    @Test
    void aHealthyFabricExitsWithZero() {
        CommandRun run = run("validate").ok();

        assertThat(run.lines().get(0)).isEqualTo("22 nodes, 6 of them switches, and 24 links: 0 errors, 0 warnings");
        assertThat(run.lines()).anyMatch(line -> line.matches("Credit loops +ok"));
    }

    @Test
    void aFindingExitsWithOneAndTellsCauseAndNextStep() {
        CommandRun run = run("validate --only links --expect-speed HDR");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.lines())
                .contains("warning: speed-below-expected (24)", "  … and 19 more; -v lists all")
                .anyMatch(line -> line.startsWith("  likely cause: "))
                .anyMatch(line -> line.matches("Unicast routing +skipped \\(not selected\\)"));
    }

    @Test
    void theJsonDocumentHasStableNames() {
        JsonNode report =
                run("validate --only links --expect-speed HDR --format json").json();

        assertThat(report.propertyNames()).containsExactly("summary", "checks", "findings", "tables", "healthy");
        assertThat(report.get("findings").get(0).propertyNames())
                .containsExactly("check", "id", "severity", "evidence", "affected", "cause", "nextStep");
        assertThat(report.get("findings").get(0).get("affected").get(0).propertyNames())
                .containsExactly("node", "type", "name", "port", "lid");
    }

    @Test
    void whatIsNewAndWhatIsGoneSinceAReport() throws Exception {
        Path earlier = Files.writeString(
                folder.resolve("earlier"),
                run("validate --only links --expect-speed HDR --format json").out());

        assertThat(run("validate --only links --expect-speed HDR --since " + earlier)
                        .lines())
                .contains("since " + earlier + ": 0 new, 0 gone");
        assertThat(run("validate --only links --since " + earlier).lines())
                .contains("since " + earlier + ": 0 new, 24 gone");
        JsonNode changes = run("validate --only links --expect-width 12X --format json --since " + earlier)
                .json();
        assertThat(changes.get("added").size()).isEqualTo(24);
        assertThat(changes.get("gone").size()).isEqualTo(24);
    }

    @Test
    void filesForContinuousIntegrationTablesAndPeople() throws Exception {
        Path junit = folder.resolve("report.xml");
        Path html = folder.resolve("report.html");
        Path csv = folder.resolve("csv");

        run("validate --expect-speed HDR --junit " + junit + " --html " + html + " --csv " + csv);

        Document document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(Files.readAllBytes(junit)));
        assertThat(document.getDocumentElement().getAttribute("tests"))
                .isEqualTo(
                        String.valueOf(document.getElementsByTagName("testcase").getLength()));
        assertThat(document.getDocumentElement().getAttribute("failures")).isEqualTo("1");
        assertThat(document.getElementsByTagName("failure").item(0).getTextContent())
                .contains("runs at EDR, less than HDR", "next step: ");
        assertThat(Files.readAllLines(csv.resolve("findings.csv"))).hasSizeGreaterThan(24);
        assertThat(Files.readAllLines(csv.resolve("hops.csv"))).containsExactly("switches,pairs", "1,48", "3,192");
        assertThat(Files.readString(html))
                .contains("speed-below-expected", "default-src 'none'")
                .doesNotContain("@DATA@", "http://localhost", "https://");
    }

    @Test
    void theReferenceIsReadInAnyFormat() throws Exception {
        Path cache = folder.resolve("cache");
        Path text = folder.resolve("text");
        Files.writeString(text, run("ibnetdiscover --cache " + cache).ok().out());
        Path json = folder.resolve("subnet.json");
        SubnetJson.write(SavedSubnet.read(cache), json);
        run("ibdiagnet -o " + folder + " -wt " + folder.resolve("fabric.topo"));

        for (Path file : List.of(cache, text, json, folder.resolve("ibdiagnet.lst"), folder.resolve("fabric.topo"))) {
            assertThat(differences(file)).as(file.toString()).isEmpty();
        }
    }

    private List<String> differences(Path reference) {
        return run("validate --only reference --format json --reference " + reference)
                .json()
                .get("findings")
                .valueStream()
                .map(finding -> finding.get("id").asString() + ": "
                        + finding.get("evidence").asString())
                .toList();
    }

    @Test
    void aCableThatTheDesignHasIsMissing() throws Exception {
        Path net = Path.of("../testbed/nets/two-node.net");
        String fabric = "--fabric embedded:" + net + " ";
        CommandRun.verbenaLine(fabric + "ibdiagnet -o " + folder + " -wt " + folder.resolve("fabric.topo"));
        Path cut = Files.writeString(
                folder.resolve("cut.net"),
                Files.readString(net).replace("[2] \"host2\"[1]", "#").replace("[1] \"switch\"[2]", "#"));

        for (String reference : List.of("ibdiagnet.lst", "fabric.topo")) {
            CommandRun run = CommandRun.verbenaLine(
                    "--fabric embedded:" + cut + " validate --only reference --reference " + folder.resolve(reference));

            assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
            assertThat(run.lines()).contains("error: node-missing (1)");
        }
    }

    @Test
    void theFirmwareOfMellanoxDevicesIsReadOnRequest() {
        assertThat(firmware("two-node")).hasSize(3).containsOnly("1.0.0");
        assertThat(firmware("mixed-speeds")).as("also of other vendors").contains("1.0.0", "unknown");
    }

    private static List<String> firmware(String net) {
        JsonNode report = CommandRun.verbenaLine("--fabric embedded:../testbed/nets/" + net
                        + ".net validate --only devices --firmware --format json")
                .json();
        JsonNode table = report.get("tables").get(0);
        assertThat(table.get("name").asString()).isEqualTo("firmware");
        return table.get("rows").valueStream().map(row -> row.get(2).asString()).toList();
    }

    @Test
    void slurmGetsATree() {
        assertThat(run("topology").ok().lines())
                .containsExactly(
                        "SwitchName=spine0 Switches=leaf[0-3]",
                        "SwitchName=leaf0 Nodes=host[0-3]",
                        "SwitchName=leaf1 Nodes=host[4-7]",
                        "SwitchName=leaf2 Nodes=host[8-11]",
                        "SwitchName=leaf3 Nodes=host[12-15]");
        assertThat(run("topology --slurm block").ok().lines()).hasSize(5).endsWith("BlockSizes=4,8,16");
        assertThat(run("topology --slurm yaml").ok().lines())
                .contains("      - {switch: 'spine0', children: 'leaf[0-3]'}");
    }

    @Test
    void kubernetesGetsLabelsOrHyperNodes() {
        assertThat(run("topology --kubernetes labels").ok().lines().get(4))
                .isEqualTo("kubectl label --overwrite node host4 fabric.topograph.run/tier-0=leaf1"
                        + " fabric.topograph.run/tier-1=spine0");
        assertThat(run("topology --kubernetes hypernodes").ok().lines())
                .contains("  name: 'leaf1'", "    - {type: Node, selector: {exactMatch: {name: 'host4'}}}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "validate --only route              | 'route' is not a check",
                "validate --expect-speed 100        | --expect-speed is '100'; use SDR, DDR",
                "validate --expect-width 3X         | --expect-width is '3X'; use 1X, 2X",
                "validate --pm-pause -1             | --pm-pause is -1.0; use a number of seconds",
                "validate --service-levels 16       | service level 16 is out of range; expected 0 to 15",
                "validate --pair host1              | --pair is 'host1'; use the names of two nodes",
                "validate --reference /none         | cannot read the reference /none: there is no such file",
                "topology --slurm tree --kubernetes labels | --slurm and --kubernetes are mutually exclusive",
                "topology --rail 0                  | --rail is 0; the first link of a host has number 1",
                "topology --rail 2                  | host host0 has 1 links to switches, and rail 2 was requested",
            })
    void reportsInvalidInputInOneLine(String command, String message) {
        CommandRun run = run(command);

        assertThat(run.exitCode()).as(run.err()).isIn(2, 4);
        assertThat(run.out()).isEmpty();
        assertThat(run.errors().get(0)).startsWith("verbena: ").contains(message);
    }
}
