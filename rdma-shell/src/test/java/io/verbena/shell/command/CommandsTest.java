package io.verbena.shell.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.parity.CommandRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The commands on the fabric inside this JVM: 2 spines, 4 leaves with 4 hosts each. */
class CommandsTest {
    private static final String FABRIC = "--fabric embedded:fat-tree:2,4,4";

    @Test
    void acceptsCommonOptionsBeforeAndAfterTheCommandName() {
        String after = run("ibstat " + FABRIC).ok().out();

        assertThat(run(FABRIC + " ibstat").ok().out()).isEqualTo(after);
        assertThat(run("--fabric two-node-is-not-asked ibstat " + FABRIC).ok().out())
                .isEqualTo(after);
        assertThat(run(FABRIC + " --format json ibstat").ok().out())
                .isEqualTo(run("ibstat --format=JSON " + FABRIC).ok().out());
        assertThat(run("-P 1 -t 400 " + FABRIC + " smpquery nodeinfo 1").ok().out())
                .isEqualTo(run("smpquery nodeinfo 1 -P1 -t400 " + FABRIC).ok().out());
    }

    @Test
    void writesEveryPacketOfACommandToTheCapture(@TempDir Path folder) throws Exception {
        Path trace = folder.resolve("fabric.pcap");
        int header = 24;
        int packet = 16 + 16 + 290;

        run("--pcap " + trace + " " + FABRIC + " smpquery nodeinfo 1").ok();
        assertThat(Files.size(trace)).isEqualTo(header + 2 * packet);
        run("smpquery nodeinfo 1 --pcap " + trace + " " + FABRIC).ok();
        assertThat(Files.size(trace)).as("the second command adds to it").isEqualTo(header + 4 * packet);
    }

    @Test
    void reportsACaptureThatCannotBeWritten() {
        CommandRun failed = run(FABRIC + " smpquery nodeinfo 1 --pcap /nowhere/fabric.pcap");

        assertThat(failed.exitCode()).isEqualTo(4);
        assertThat(failed.errors())
                .containsExactly("verbena: cannot trace to /nowhere/fabric.pcap: /nowhere/fabric.pcap (No such file or"
                        + " directory)");
    }

    @Test
    void discoversTheWholeFabric() {
        assertThat(run(FABRIC + " ibnetdiscover -S").ok().lines())
                .hasSize(6)
                .allMatch(line -> line.startsWith("Switch\t"));
        assertThat(run(FABRIC + " ibnetdiscover -H").ok().lines())
                .hasSize(16)
                .allMatch(line -> line.startsWith("Ca\t"));
        assertThat(run(FABRIC + " ibnetdiscover -R").ok().lines()).isEmpty();
        assertThat(run(FABRIC + " ibnetdiscover -l").ok().lines()).hasSize(22);
        assertThat(run(FABRIC + " ibnetdiscover -p").ok().lines().stream().filter(line -> line.contains(" - ")))
                .as("each of 16 + 8 links has two ends")
                .hasSize(48);
        assertThat(run(FABRIC + " ibnetdiscover -m").ok().lines())
                .contains("# Reported max hops discovered: 4")
                .anyMatch(line -> line.startsWith("# Total MADs used: "));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void stopsAtTheMaximumNumberOfHops(int hops) {
        int[] nodes = {1, 2, 7, 10, 22};

        assertThat(run(FABRIC + " ibnetdiscover -l --hops " + hops).ok().lines())
                .hasSize(nodes[hops]);
    }

    @Test
    void resolvesEveryFormOfAddressToTheSamePort() {
        String expected = run(FABRIC + " ibnetdiscover -l").ok().out();

        for (String port : List.of("-C emb0", "-P 1", "-C emb0 -P 1", "-P emb0/1", "-P 0x0008f10000000001")) {
            assertThat(run(FABRIC + " ibnetdiscover -l " + port).ok().out()).isEqualTo(expected);
        }
    }

    @Test
    void readsAnAttributeByEveryFormOfAddress() {
        List<String> local = run(FABRIC + " smpquery -D nodeinfo 0").ok().lines();
        String lid = run("--format json " + FABRIC + " ibstat")
                .json()
                .get(0)
                .get("ports")
                .get(0)
                .get("lid")
                .asString();

        for (String address : List.of(lid, "-L " + lid, "-G 0x0008f10000000001", "0008:f100:0000:0001", "0,1,3")) {
            List<String> lines =
                    run(FABRIC + " smpquery nodeinfo " + address).ok().lines();
            assertThat(lines.subList(1, lines.size())).isEqualTo(local.subList(1, local.size()));
        }
        assertThat(local.get(0)).isEqualTo("# Node info: DR path slid 65535; dlid 65535; 0");
    }

    @Test
    void writesATopologyThatBuildsAnEmbeddedFabric(@TempDir Path directory) {
        Path file = directory.resolve("fabric.net");

        assertThat(run(FABRIC + " ibnetdiscover " + file).ok().out()).isEmpty();

        assertThat(file).exists();
        assertThat(run("--fabric embedded:" + file + " ibnetdiscover -l").ok().lines())
                .containsExactlyInAnyOrderElementsOf(
                        run(FABRIC + " ibnetdiscover -l").lines());
    }

    @Test
    void namesNodesFromTheNodeNameMap(@TempDir Path directory) throws Exception {
        Path map = Files.writeString(directory.resolve("names"), "0x0008f10000000000 \"the first\"\n");

        assertThat(run(FABRIC + " ibnetdiscover -H --node-name-map " + map).ok().out())
                .contains("\"the first\"")
                .doesNotContain("\"host0\"");
    }

    @Test
    void printsDevicesAsJson() {
        JsonNode device = run("--format json " + FABRIC + " ibstat").ok().json().get(0);

        assertThat(device.propertyNames())
                .contains(
                        "name", "nodeType", "hardwareType", "firmwareVersion", "nodeGuid", "systemImageGuid", "ports");
        assertThat(device.get("ports").get(0).propertyNames())
                .contains("number", "state", "physicalState", "rate", "lid", "lmc", "smLid", "portGuid", "linkLayer");
        assertThat(device.get("nodeGuid").asString()).isEqualTo("0x0008f10000000000");
        assertThat(run("--format json " + FABRIC + " ibstat -l").ok().out())
                .isEqualToNormalizingWhitespace("[ \"emb0\" ]");
        assertThat(run("--format json " + FABRIC + " ibstat -p").ok().out())
                .isEqualToNormalizingWhitespace("[ \"0x0008f10000000001\" ]");
    }

    @Test
    void printsTheSubnetAsJson() {
        JsonNode subnet = run("--format json " + FABRIC + " ibnetdiscover").ok().json();

        assertThat(subnet.propertyNames()).contains("origin", "nodes", "datagrams", "failures");
        assertThat(subnet.get("nodes").size()).isEqualTo(22);
        assertThat(subnet.get("failures").size()).isZero();
        JsonNode node = subnet.get("nodes").get(0);
        assertThat(node.propertyNames())
                .contains("guid", "type", "name", "ports", "systemImageGuid", "vendorId", "deviceId", "path", "links");
        JsonNode link = node.get("links").get(0);
        assertThat(link.propertyNames())
                .contains("number", "guid", "lid", "lmc", "state", "physicalState", "width", "speed", "peer");
        assertThat(link.get("peer").propertyNames()).contains("node", "port");
    }

    @Test
    void printsAttributesAsJson() {
        JsonNode info =
                run("--format json " + FABRIC + " smpquery -D nodeinfo 0").ok().json();

        assertThat(info.get("nodeType").asString()).isEqualTo("CHANNEL_ADAPTER");
        assertThat(info.get("numPorts").asInt()).isEqualTo(1);
        assertThat(run("--format json " + FABRIC + " smpquery -D nodedesc 0")
                        .ok()
                        .json()
                        .get("nodeString")
                        .asString())
                .isEqualTo("host0");
    }

    @Test
    void tracesToStandardErrorOnly() {
        String command = " smpquery -D nodeinfo 0";
        String plain = run(FABRIC + command).ok().out();
        CommandRun once = run("-d " + FABRIC + command);
        CommandRun twice = run(FABRIC + command + " -dd");

        assertThat(once.out()).isEqualTo(plain);
        assertThat(once.errors())
                .singleElement()
                .asString()
                .matches("D: SubnGet\\(NodeInfo\\) to DirectedPath\\[0] answered after [0-9.]+ ms");
        assertThat(twice.out()).isEqualTo(plain);
        assertThat(twice.errors())
                .anyMatch(line -> line.startsWith("D:   > ") && line.contains("method=GET"))
                .anyMatch(line -> line.startsWith("D:   < ") && line.contains("numPorts=1"));
    }

    @Test
    void verbosityAddsDetailsToAnError() {
        String command = FABRIC + " smpquery -t 5 nodeinfo 99";
        CommandRun plain = run(command);
        CommandRun once = run("-v " + command);
        CommandRun twice = run(command + " -vv");

        assertThat(plain.errors()).hasSize(1);
        String[] layers = {
            "verbena: cannot read the node info of 99",
            "verbena:   SubnGet(NodeInfo) timed out to IbPath[dlid=99] after 3 tries of 5 ms"
        };
        assertThat(once.errors()).containsExactly(layers);
        assertThat(twice.errors()).startsWith(layers).anyMatch(line -> line.contains("method=GET"));
        assertThat(List.of(plain.exitCode(), once.exitCode(), twice.exitCode())).containsOnly(4);
    }

    @Test
    void printsHelp() {
        assertThat(run("--help").ok().out()).contains("ibnetdiscover", "ibstat", "smpquery", "Exit status: 0 success");
        assertThat(run("--version").ok().out()).startsWith("verbena ");
        for (String command :
                List.of("ibnetdiscover", "ibstat", "smpquery", "sminfo", "smpdump", "query", "decode-mad", "fabric")) {
            assertThat(run(command + " --help").ok().out()).startsWith("Usage: verbena " + command);
        }
    }

    @Test
    void dumpsAnAttributeByItsNumber() {
        CommandRun dump = run(FABRIC + " smpdump -D 0 0x11").ok();

        assertThat(dump.lines()).hasSize(5).last().isEqualTo("SMP status: 0x8000");
        assertThat(dump.lines().get(0)).matches("0101 01[0-9a-f]{2}( [0-9a-f]{4}){6}");
        assertThat(run(FABRIC + " smpdump -D 0 16 -s").ok().lines()).containsExactly("host0", "SMP status: 0x8000");
        JsonNode json = run(FABRIC + " --format json smpdump -D 0 17").ok().json();
        assertThat(json.get("data").asString()).hasSize(128).startsWith("0101");
    }

    @Test
    void queriesAttributesByName() {
        assertThat(run(FABRIC + " query subnget nodeinfo").ok().lines())
                .startsWith("# SubnGet(NodeInfo) of DirectedPath[0]")
                .anyMatch(line -> line.matches("NodeType:\\.+Channel Adapter"));
        assertThat(run(FABRIC + " query SubnGet PortInfo 0,1 -m 2 --format json")
                        .ok()
                        .json()
                        .get("localPortNum")
                        .isNumber())
                .isTrue();
        assertThat(run(FABRIC + " query -v SubnGet NodeInfo 0,1").ok().out()).contains("nodeType=SWITCH");
    }

    /** Whatever becomes of it. */
    @Test
    void changesTheFabricOnlyWithAnExplicitChange() {
        String port = " PortInfo 0,1 --modifier 1 ";

        assertThat(methods(" query SubnGet" + port)).containsExactly("GET");
        assertThat(methods(" query SubnSet" + port + "portState=0")).containsExactly("SET");
        assertThat(methods(" query SubnSet --update" + port + "portState=0")).containsExactly("GET", "SET");
        assertThat(methods(" sminfo -D 0")).containsExactly("GET");
        assertThat(methods(" sminfo -D 0 0")).containsExactly("GET");
        assertThat(methods(" sminfo -s 3 -D 0 5")).containsExactly("SET");
    }

    private static List<String> methods(String command) {
        return run(FABRIC + " -dd" + command).errors().stream()
                .filter(line -> line.startsWith("D:   > ") && line.contains("method="))
                .map(line -> line.replaceFirst(".*method=(\\w+).*", "$1"))
                .toList();
    }

    @Test
    void reportsWhyAnAttributeIsRefused() {
        assertThat(run(FABRIC + " smpdump 1 0x99").ok().lines())
                .hasSize(5)
                .last()
                .asString()
                .startsWith("SMP status: 0x");
    }

    private static CommandRun run(String line) {
        return CommandRun.verbenaLine(line);
    }
}
