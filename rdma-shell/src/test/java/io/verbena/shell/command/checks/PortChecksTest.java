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

/** One node or port, on 2 spines and 4 leaves with 4 hosts each. */
class PortChecksTest {
    private final EmbeddedHost fabric = new EmbeddedHost("fat-tree:2,4,4");
    private final int leaf = fabric.lid("leaf0");

    @TempDir
    private Path folder = Path.of("");

    @AfterEach
    void close() {
        fabric.close();
    }

    @Test
    void findsANodeByLidGuidOrRoute() {
        String guid = fabric.node("leaf0").guid().toHex();

        assertThat(fabric.run("ibchecknode " + leaf).ok().lines())
                .containsExactly("Node check lid " + leaf + " (leaf0):  OK");
        assertThat(fabric.run("ibchecknode -G " + guid).ok().out()).contains("(leaf0):  OK");
        assertThat(fabric.run("ibchecknode 0,1").ok().lines())
                .containsExactly("Node check guid " + guid + " (leaf0):  OK");
    }

    @ParameterizedTest
    @CsvSource({"ibcheckport", "ibcheckportstate", "ibcheckportwidth"})
    void healthyPortHasNoProblem(String command) {
        int host = fabric.lid("host5");

        assertThat(fabric.run(command + " " + leaf + " 1").ok().lines())
                .containsExactly("Port check lid " + leaf + " (leaf0) port 1:  OK");
        assertThat(fabric.run(command + " " + host + " 1").ok().lines())
                .containsExactly("Port check lid " + host + " (host5) port 1:  OK");
        assertThat(fabric.run(command + " 0,1 1").ok().out()).contains("(leaf0) port 1:  OK");
        assertThat(fabric.run(command + " --sa " + leaf + " 1").ok().out()).contains("(leaf0) port 1:  OK");
        assertThat(fabric.run(command + " --format json " + leaf + " 1")
                        .ok()
                        .json()
                        .at("/ports/0/port")
                        .asInt())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"ibcheckport, 1", "ibcheckportstate, 1", "ibcheckportwidth, 0"})
    void reportsAPortThatIsNotActive(String command, int code) {
        fabric.run("ibportstate " + leaf + " 4 down");

        CommandRun run = fabric.run(command + " -N " + leaf + " 4");

        assertThat(run.exitCode()).as(run.out()).isEqualTo(code);
        assertThat(run.lines().get(run.lines().size() - 1)).endsWith(code == 0 ? "OK" : "FAILED");
    }

    @ParameterizedTest
    @CsvSource({"ibcheckport, 1", "ibcheckportstate, 0", "ibcheckportwidth, 1"})
    void reportsALinkWithOneLane(String command, int code) {
        fabric.run("ibportstate 0,1 4 width 1 reset");
        fabric.run("ibportstate 0,1 4 arm");
        fabric.run("ibportstate 0,1 4 active");

        CommandRun run = fabric.run(command + " 0,1 4");

        assertThat(run.out().contains("LinkWidthActive is 1X")).as(run.out()).isEqualTo(code == 1);
    }

    @Test
    void comparesTheCountersOfAPortWithThresholds() throws Exception {
        fabric.node("leaf0").port(3).counter("linkDownedCounter", 11);
        Path thresholds = Files.writeString(folder.resolve("thresholds"), "LinkDowned=11\n");

        CommandRun run = fabric.run("ibcheckerrs " + leaf + " 3");

        assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
        assertThat(run.lines())
                .containsExactly(
                        "#warn: counter LinkDownedCounter = 11 \t(threshold 10) lid " + leaf + " port 3",
                        "Error check on lid " + leaf + " (leaf0) port 3:  FAILED");
        assertThat(fabric.run("ibcheckerrs -b " + leaf + " 3").lines())
                .containsExactly("Error check on lid " + leaf + " (leaf0) port 3:  FAILED");
        assertThat(fabric.run("ibcheckerrs -T " + thresholds + " " + leaf + " 3")
                        .ok()
                        .lines())
                .containsExactly("Error check on lid " + leaf + " (leaf0) port 3:  OK");
        assertThat(fabric.run("ibcheckerrs " + leaf + " 4").ok().out()).contains("port 4:  OK");
    }

    @ParameterizedTest
    @CsvSource({"''", "' 255'"})
    void sumsTheCountersOfANode(String port) {
        fabric.node("leaf0").port(3).counter("symbolErrorCounter", 6);
        fabric.node("leaf0").port(4).counter("symbolErrorCounter", 6);

        CommandRun run = fabric.run("ibcheckerrs " + leaf + port);

        assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
        assertThat(run.lines()).contains("Error check on lid " + leaf + " (leaf0) port all:  FAILED");
        assertThat(run.out()).contains("SymbolErrorCounter = 12");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "2 | ibchecknode                  | ADDRESS",
                "2 | ibchecknode 1 2              | unexpected argument: '2'",
                "2 | ibchecknode x                | 'x' is not an address",
                "2 | ibchecknode -G 12q           | '12q' is not a GUID",
                "2 | ibchecknode -D -G 0,1        | -D, -G and -L are mutually exclusive",
                "4 | ibchecknode -t 5 4000        | cannot check 4000: SubnGet(NodeInfo) timed out",
                "4 | ibchecknode -G 0x1234        | there is no path from",
                "2 | ibcheckport                  | ADDRESS",
                "2 | ibcheckport 1                | PORT",
                "2 | ibcheckport 1 2 3            | unexpected argument: '3'",
                "2 | ibcheckport 1 x              | PORT: 'x' is not a number",
                "2 | ibcheckport 1 255            | PORT: 255 is not a port number; expected 0 to 254",
                "4 | ibcheckport -t 5 4000 1      | cannot check port 1 of 4000: SubnGet(NodeInfo) timed out",
                "4 | ibcheckport LEAF 99          | cannot check port 99 of LEAF: the node has no port 99; its last port is 36",
                "4 | ibcheckportstate LEAF 99     | the node has no port 99; its last port is 36",
                "2 | ibcheckportstate 1           | PORT",
                "4 | ibcheckportwidth LEAF 99     | the node has no port 99; its last port is 36",
                "2 | ibcheckportwidth 1 1 1       | unexpected argument: '1'",
                "2 | ibcheckerrs                  | missing ADDRESS; to show the thresholds, give -s",
                "2 | ibcheckerrs -s 1             | -s shows the thresholds and takes no address",
                "2 | ibcheckerrs 1 2 3            | unexpected argument: '3'",
                "2 | ibcheckerrs 1 x              | PORT: 'x' is not a number",
                "4 | ibcheckerrs LEAF 99          | cannot check the counters of LEAF: the node has no port 99; its last port is 36",
                "4 | ibcheckerrs -t 5 4000 1      | cannot check the counters of 4000",
                "4 | ibcheckerrs -T /none 1       | cannot read the thresholds /none: there is no such file",
                "4 | ibcheckerrs -T DIR/unknown 1 | unknown counter 'SymbolErorCounter'; did you mean SymbolErrorCounter?",
            })
    void reportsInvalidInputInOneLine(int code, String command, String says) throws Exception {
        Files.writeString(folder.resolve("unknown"), "SymbolErorCounter=2\n");

        CommandRun run = fabric.run(filled(command));

        assertThat(run.exitCode()).as(run.err()).isEqualTo(code);
        assertThat(run.out()).isEmpty();
        assertThat(run.errors().get(0)).startsWith("verbena: ").contains(filled(says));
    }

    private String filled(String text) {
        return text.replace("LEAF", String.valueOf(leaf)).replace("DIR", folder.toString());
    }
}
