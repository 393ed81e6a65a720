package io.verbena.shell.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.shell.parity.CommandRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

class EmbeddedFabricCommandTest {
    private static final String FABRIC = "--fabric embedded:fat-tree:2,4,4 ";

    @Test
    void summarizesTheFabric() {
        assertThat(run("fabric").ok().lines())
                .containsExactly(
                        "Fabric: embedded:fat-tree:2,4,4",
                        "Nodes: 22 (16 Channel Adapter, 6 Switch)",
                        "Links: 24, 24 up",
                        "Faults: 0");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "silence leaf1                    | \"leaf1\": does not respond",
                "reboot leaf1 30s                 | \"leaf1\": reboots",
                "reboot leaf1                     | \"leaf1\": reboots",
                "busy leaf1 1                     | \"leaf1\": is busy for 1 request",
                "busy leaf1 0.25 7                | \"leaf1\": is busy for 25 % of the requests",
                "redirect host1 performance host2 1 | \"host1\": redirects Performance requests to port 1 of \"host2\"",
                "cut host1 1                      | port 4 of \"leaf0\": the link to port 1 of \"host1\" is down",
                "flap leaf0 4 30s                 | port 4 of \"leaf0\": the link to port 1 of \"host1\" is down",
                "pkey host1 0xffff                | port 1 of \"host1\": lacks partition key 0xffff",
                "pkey host1 0x7fff 1              | port 1 of \"host1\": lacks partition key 0xffff",
                "drop-sl host1 3                  | port 1 of \"host1\": drops service level 3",
                "drop-sl leaf0 15 2               | port 2 of \"leaf0\": drops service level 15",
                "delay 250us                      | the fabric: datagrams are delayed by 0.25 ms",
                "loss 0.05                        | the fabric: 5 % of the datagrams are lost",
                "duplicate 1 9                    | the fabric: 100 % of the datagrams are duplicated",
                "reorder 0.125 2ms                | the fabric: 12.5 % of the datagrams are reordered, with an additional delay of at most 2 ms",
            })
    void injectsAndPrintsAFault(String fault, String said) {
        assertThat(run("fabric " + fault).ok().lines()).endsWith("Faults: 1", "  " + said);
    }

    @Test
    void countsTheLinksThatAreUp() {
        assertThat(run("fabric cut host1 1").ok().lines()).contains("Links: 24, 23 up");
    }

    @ParameterizedTest
    @CsvSource({"revive leaf1", "join host1 1", "heal", "delay 0s", "counters leaf0 1 symbolErrorCounter=7"})
    void reportsNoFaultsInAHealthyFabric(String command) {
        assertThat(run("fabric " + command).ok().lines()).endsWith("Faults: 0");
    }

    @Test
    void printsTheFabricAsJson() {
        JsonNode json = run("fabric cut host1 1 --format json").ok().json();

        assertThat(json.get("fabric").asString()).isEqualTo("embedded:fat-tree:2,4,4");
        assertThat(json.get("nodes").get("SWITCH").asInt()).isEqualTo(6);
        assertThat(json.get("links").asInt()).isEqualTo(24);
        assertThat(json.get("linksUp").asInt()).isEqualTo(23);
        JsonNode fault = json.get("faults").get(0);
        assertThat(fault.get("kind").asString()).isEqualTo("CUT");
        assertThat(fault.get("node").asString()).matches("0x[0-9a-f]{16}");
        assertThat(fault.get("name").asString()).as("the end that comes first").isEqualTo("leaf0");
        assertThat(fault.get("port").asInt()).isEqualTo(4);
        assertThat(fault.get("detail").asString()).isEqualTo("the link to port 1 of \"host1\" is down");
        assertThat(run("--format json fabric loss 0.5")
                        .ok()
                        .json()
                        .get("faults")
                        .get(0)
                        .propertyNames())
                .containsExactly("kind", "detail");
    }

    @Test
    void selectsHostAndTopology() {
        assertThat(CommandRun.verbenaLine("--fabric embedded:fat-tree:1,2,1@host1 fabric silence leaf1")
                        .ok()
                        .lines())
                .endsWith("Faults: 1", "  \"leaf1\": does not respond");
    }

    @Test
    void changesAServedFabricFromAnotherProcess() {
        FabricServer.Options options = new FabricServer.Options();
        new CommandLine(options).parseArgs("--port", "0", "--clients", "3");
        String served;
        try (EmbeddedFabric fabric = EmbeddedFabric.open("fat-tree:2,4,4");
                FabricServer server = FabricServer.open("embedded:fat-tree:2,4,4", fabric, options)) {
            served = "fabric --served=" + server.port() + " ";

            assertThat(CommandRun.verbenaLine(served + "silence leaf1").ok().lines())
                    .contains("Fabric: embedded:fat-tree:2,4,4")
                    .endsWith("Faults: 1", "  \"leaf1\": does not respond");
            assertThat(fabric.faults()).hasSize(1);
            assertThat(CommandRun.verbenaLine("--format json " + served + "heal")
                            .ok()
                            .json()
                            .get("faults"))
                    .isEmpty();
            assertThat(fabric.faults()).isEmpty();
            CommandRun unknown = CommandRun.verbenaLine(served + "silence leaf9");
            assertThat(unknown.exitCode()).isEqualTo(2);
            assertThat(unknown.out()).contains("there is no node 'leaf9'");
        }
        CommandRun gone = CommandRun.verbenaLine(served + "heal");
        assertThat(gone.exitCode()).isEqualTo(4);
        assertThat(gone.err()).contains("no process serves a fabric at port").contains("verbena fabric serve --port");
    }

    private static CommandRun run(String command) {
        return CommandRun.verbenaLine(FABRIC + command);
    }
}
