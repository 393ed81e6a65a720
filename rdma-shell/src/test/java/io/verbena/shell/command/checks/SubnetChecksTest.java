package io.verbena.shell.command.checks;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.command.EmbeddedHost;
import io.verbena.shell.parity.CommandRun;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** On 2 spines and 4 leaves with 4 hosts each: 22 nodes, 24 links. */
class SubnetChecksTest {
    private final EmbeddedHost fabric = new EmbeddedHost("fat-tree:2,4,4");

    @TempDir
    private Path folder = Path.of("");

    @AfterEach
    void close() {
        fabric.close();
    }

    private Path topology() {
        Path file = folder.resolve("fabric.topo");
        fabric.run("ibnetdiscover " + file).ok();
        return file;
    }

    private String leaf(int port) {
        return "lid " + fabric.lid("leaf0") + " (leaf0) port " + port;
    }

    @Test
    void printsASummaryOfAHealthySubnet() {
        assertThat(fabric.run("ibcheckstate").ok().lines())
                .containsExactly(
                        "",
                        "## Summary: 22 nodes checked, 0 bad nodes found",
                        "##          48 ports checked, 0 ports with bad state found");
        assertThat(fabric.run("ibcheckstate -nocolor").ok().out())
                .isEqualTo(fabric.run("ibcheckstate -N").ok().out());
        assertThat(fabric.run("ibcheckwidth").ok().lines())
                .containsExactly(
                        "",
                        "## Summary: 22 nodes checked, 0 bad nodes found",
                        "##          48 ports checked, 0 ports with 1x width in error found");
        assertThat(fabric.run("ibcheckerrors").ok().lines())
                .containsExactly(
                        "",
                        "## Summary: 22 nodes checked, 0 bad nodes found",
                        "##          232 ports checked, 0 ports have errors beyond threshold");
        assertThat(fabric.run("ibchecknet").ok().lines())
                .containsExactly(
                        "",
                        "## Summary: 22 nodes checked, 0 bad nodes found",
                        "##          48 ports checked, 0 bad ports found",
                        "##          232 ports checked, 0 ports have errors beyond threshold");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ibcheckstate", "ibcheckwidth", "ibcheckerrors", "ibchecknet"})
    void readsNodesFromAFileACacheOrADiscovery(String command) {
        Path cache = folder.resolve("fabric.cache");
        fabric.run("ibnetdiscover --cache " + cache).ok();
        String expected = fabric.run(command).ok().out();

        assertThat(fabric.run(command + " " + topology()).ok().out()).isEqualTo(expected);
        assertThat(fabric.run(command + " --load-cache " + cache).ok().out()).isEqualTo(expected);
        assertThat(fabric.run(command + " --sa").ok().out()).isEqualTo(expected);
    }

    @Test
    void printsSuccessfulChecksOnRequest() {
        assertThat(fabric.run("ibchecknet -v").ok().lines())
                .contains(
                        "Node check lid " + fabric.lid("leaf0") + " (leaf0):  OK",
                        "Port check " + leaf(1) + ":  OK",
                        "Error check on lid " + fabric.lid("leaf0") + " (leaf0) port all:  OK");
    }

    @Test
    void reportsALinkOfTheFileThatIsDown() {
        Path file = topology();
        fabric.run("fabric cut leaf0 4").ok();

        CommandRun run = fabric.run("ibcheckstate " + file);

        assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
        assertThat(run.lines())
                .contains(
                        "#warn: PortPhysicalState is Polling, expected LinkUp; lid " + fabric.lid("leaf0") + " port 4",
                        "#warn: PortState is Down, expected Active; lid " + fabric.lid("leaf0") + " port 4",
                        "Port check " + leaf(4) + ":  FAILED",
                        "# Checked Switch: nodeguid "
                                + fabric.node("leaf0").guid().toHex() + " with failure");
    }

    @Test
    void reportsALinkThatIsNotActive() {
        fabric.run("ibportstate " + fabric.lid("leaf0") + " 4 down");

        CommandRun run = fabric.run("ibcheckstate");

        assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
        assertThat(run.lines())
                .contains("#warn: PortState is Initialize, expected Active; lid " + fabric.lid("leaf0") + " port 4")
                .contains("##          48 ports checked, 2 ports with bad state found");
    }

    @Test
    void reportsALinkWithOneLane() {
        fabric.run("ibportstate 0,1 4 width 1 reset");

        CommandRun run = fabric.run("ibcheckwidth");

        assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
        assertThat(run.lines())
                .contains(
                        "#warn: LinkWidthActive is 1X, expected more than one lane; lid " + fabric.lid("leaf0")
                                + " port 4",
                        "##          48 ports checked, 2 ports with 1x width in error found");
    }

    @Test
    void reportsAnUnresponsiveNodeOfTheFile() {
        Path file = topology();
        fabric.node("host5").silence();

        for (String command : new String[] {"ibcheckstate", "ibcheckerrors", "ibchecknet"}) {
            CommandRun run = fabric.run(command + " " + file);

            assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
            assertThat(run.lines())
                    .contains("Node check lid " + fabric.lid("host5") + " (host5):  FAILED")
                    .contains("## Summary: 22 nodes checked, 1 bad nodes found")
                    .anyMatch(line -> line.startsWith("#error: NodeInfo of lid " + fabric.lid("host5") + ": SubnGet"));
        }
    }

    @Test
    void reportsAReplacedNode() throws Exception {
        Path file = topology();
        String guid = "%016x".formatted(fabric.node("host5").guid().bits());
        Files.writeString(
                file, Files.readString(file).replace("caguid=0x" + guid.replaceFirst("^0+", ""), "caguid=0x99"));
        assertThat(file).content().contains("caguid=0x99");

        CommandRun run = fabric.run("ibcheckstate " + file);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.lines())
                .contains("#warn: NodeGuid is 0x" + guid + ", expected 0x0000000000000099; lid " + fabric.lid("host5"));
    }

    @Test
    void incompleteSubnetIsNotHealthy() {
        fabric.node("host5").silence();

        CommandRun run = fabric.run("ibcheckstate -t 20");

        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.errors()).singleElement().asString().contains("timed out");
    }

    @Test
    void reportsCountersAboveTheirThresholds() {
        fabric.node("leaf0").port(1).counter("symbolErrorCounter", 11).counter("portXmitDiscards", 100);
        fabric.node("host5").port(1).counter("portRcvErrors", 12);

        CommandRun run = fabric.run("ibcheckerrors");

        assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
        assertThat(run.lines())
                .contains(
                        "#warn: counter SymbolErrorCounter = 11 \t(threshold 10) lid " + fabric.lid("leaf0")
                                + " port all",
                        "#warn: counter SymbolErrorCounter = 11 \t(threshold 10) lid " + fabric.lid("leaf0")
                                + " port 1",
                        "Error check on " + leaf(1) + ":  FAILED",
                        "Error check on lid " + fabric.lid("host5") + " (host5) port 1:  FAILED",
                        "##          232 ports checked, 2 ports have errors beyond threshold")
                .noneMatch(line -> line.contains("PortXmitDiscards"));
        assertThat(fabric.run("ibcheckerrors -b").lines())
                .contains("Error check on " + leaf(1) + ":  FAILED")
                .noneMatch(line -> line.startsWith("#warn"));
    }

    @Test
    void readsThresholdsFromAFile() throws Exception {
        fabric.node("leaf0").port(1).counter("symbolErrorCounter", 3);
        Path strict = Files.writeString(folder.resolve("strict"), "SymbolErrors=2\n");
        Path lenient = Files.writeString(folder.resolve("lenient"), "SymbolErrorCounter=3\nPortXmitWait=9\n");

        assertThat(fabric.run("ibcheckerrors -T " + strict).exitCode()).isEqualTo(1);
        assertThat(fabric.run("ibchecknet -T " + strict).exitCode()).isEqualTo(1);
        fabric.run("ibcheckerrors -T " + lenient).ok();
    }

    @Test
    void printedThresholdsCanBeRead() throws Exception {
        CommandRun shown = fabric.run("ibcheckerrors -s").ok();
        assertThat(shown.lines())
                .contains("SymbolErrorCounter=10", "VL15Dropped=100")
                .hasSize(13);

        Path file = Files.writeString(folder.resolve("shown"), shown.out());
        assertThat(fabric.run("ibcheckerrs -s -T " + file).ok().out()).isEqualTo(shown.out());
        assertThat(fabric.run("ibcheckerrs -s --format json")
                        .ok()
                        .json()
                        .get("VL15Dropped")
                        .asInt())
                .isEqualTo(100);
    }

    @Test
    void jsonContainsTheChecksAndTheProblems() {
        fabric.node("leaf0").port(1).counter("symbolErrorCounter", 11);

        JsonNode report = fabric.run("ibchecknet --format json").json();

        assertThat(report.get("nodes")).hasSize(22);
        assertThat(report.at("/ports/checked").asInt()).isEqualTo(48);
        assertThat(report.at("/counters/bad").asInt()).isEqualTo(1);
        assertThat(report.get("nodes").findValues("problems").stream()
                        .flatMap(JsonNode::valueStream)
                        .map(problem -> problem.get("kind").asString() + " "
                                + problem.get("what").asString() + " "
                                + problem.get("value").asString() + " "
                                + problem.get("expected").asString()))
                .containsOnly("COUNTER SymbolErrorCounter 11 10");
        assertThat(fabric.run("ibcheckerrors --format csv").lines())
                .anyMatch(line -> line.contains("SymbolErrorCounter"));
        assertThat(fabric.run("ibcheckstate --format yaml").ok().out()).contains("badNodes: 0");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "2 | ibcheckstate a b                | unexpected argument: 'b'",
                "2 | ibcheckwidth a b                | unexpected argument: 'b'",
                "2 | ibchecknet a b                  | unexpected argument: 'b'",
                "2 | ibcheckerrors a b               | unexpected argument: 'b'",
                "4 | ibcheckstate DIR/none           | DIR/none: there is no such file or folder",
                "4 | ibcheckwidth DIR                | DIR: Is a directory",
                "4 | ibchecknet DIR/text             | DIR/text:1: expected Switch, Ca, Hca or Rt",
                "4 | ibcheckerrors DIR/empty         | DIR/empty:1: expected a node before the end",
                "2 | ibcheckstate --load-cache DIR/text DIR/empty | --load-cache and FILE are mutually exclusive",
                "4 | ibchecknet -T DIR/none          | cannot read the thresholds DIR/none: there is no such file or folder",
                "4 | ibcheckerrors -T DIR/unknown    | line 1 of the thresholds DIR/unknown is 'Foo=2'; unknown counter 'Foo'",
                "4 | ibcheckerrors -s -T DIR/unknown | unknown counter 'Foo'",
                "2 | ibcheckstate -b                 | '-b'",
                "2 | ibcheckstate -t x               | 'x'",
                "4 | ibcheckstate -C nope            | no device is called 'nope'",
                "4 | ibcheckstate -P 7               | has no port 7",
                "2 | ibcheckstate --sa --discovery dr | --sa cannot be combined with --discovery dr",
            })
    void reportsInvalidInputInOneLine(int code, String command, String says) throws Exception {
        Files.writeString(folder.resolve("text"), "no topology\n");
        Files.writeString(folder.resolve("empty"), "");
        Files.writeString(folder.resolve("unknown"), "Foo=2\n");

        CommandRun run = fabric.run(command.replace("DIR", folder.toString()));

        assertThat(run.exitCode()).as(run.err()).isEqualTo(code);
        assertThat(run.out()).isEmpty();
        assertThat(run.errors().get(0)).startsWith("verbena: ").contains(says.replace("DIR", folder.toString()));
    }
}
