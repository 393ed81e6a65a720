package io.verbena.shell.command.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.parity.CommandRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** On the fabric inside this JVM: 2 spines, 4 leaves with 4 hosts each; we are on host0, at the first leaf. */
class RoutingCommandsTest {
    private static final String FABRIC = "--fabric embedded:fat-tree:2,4,4 ";

    @TempDir
    private Path folder = Path.of("");

    @Test
    void resolvesEveryFormOfAddressToTheSamePort() {
        String self = run("ibaddr").ok().out();

        assertThat(self).matches("GID fe80::8:f100:0:1 LID start 0x[0-9a-f]+ end 0x[0-9a-f]+\\R");
        assertThat(run("ibaddr -D 0").ok().out()).isEqualTo(self);
        assertThat(run("ibaddr -G 0x0008f10000000001").ok().out()).isEqualTo(self);
        assertThat(run("--sa ibaddr").ok().out()).isEqualTo(self);
        assertThat(run("ibaddr --format json").ok().json().propertyNames()).containsExactly("gid", "lid", "lmc");
    }

    @Test
    void printsAnEntryForEachLid() {
        JsonNode table = run("ibroute -D 0,1 --format json").ok().json();

        assertThat(table.propertyNames()).containsExactly("node", "first", "last", "entries");
        assertThat(table.get("entries").get(0).propertyNames()).containsExactly("lid", "port", "destination");
        assertThat(table.get("entries").get(0).get("destination").propertyNames())
                .containsExactly("type", "portGuid", "name", "base", "lids");
        assertThat(table.get("entries").size()).as("22 nodes of one LID each").isEqualTo(22);
        assertThat(run("ibroute -D 0,1 2 4").ok().lines())
                .hasSize(3 + 3 + 1)
                .last()
                .isEqualTo("3 valid lids dumped ");
    }

    @Test
    void readsTheSameTablesFromTheSubnetAdministration() {
        assertThat(run("--sa ibroute -D 0,1").ok().lines().stream().skip(1))
                .isEqualTo(run("ibroute -D 0,1").ok().lines().stream().skip(1).toList());
        assertThat(run("--sa dump_fts").ok().lines().stream().filter(line -> line.startsWith("0x")))
                .hasSize(6 * 22);
        assertThat(run("--sa ibtracert 16").ok().out())
                .isEqualTo(run("ibtracert 16").ok().out());
    }

    @Test
    void printsTheMulticastGroupsOfEachSwitch() {
        assertThat(run("dump_mfts").ok().lines().stream().filter(line -> line.startsWith("Multicast mlids")))
                .hasSize(6);
        assertThat(run("dump_fts -M -n").ok().out())
                .isEqualTo(run("dump_mfts -n").ok().out());
        assertThat(run("dump_lfts").ok().out()).isEqualTo(run("dump_fts").ok().out());
    }

    @ParameterizedTest
    @CsvSource({"1", "5", "16", "22"})
    void tracesFromSourceToDestination(String lid) {
        JsonNode trace = run("ibtracert " + lid + " --format json").ok().json();

        assertThat(trace.get("to").get("lid").asString()).isEqualTo(lid);
        assertThat(trace.get("from").get("name").asString()).isEqualTo("host0");
        assertThat(trace.get("from").propertyNames()).containsExactly("type", "guid", "port", "lid", "lids", "name");
    }

    @Test
    void reportsWhereARouteEnds() {
        CommandRun run = run("ibtracert -t 5 99");

        assertThat(run.exitCode()).isEqualTo(4);
        assertThat(run.errors()).hasSize(1);
        assertThat(run.err()).contains("cannot trace the route from this port to 99: packets from \"host0\" to LID 99");
    }

    @Test
    void findsTheNodesBehindALink() {
        JsonNode use = run("ibfindnodesusing leaf0 3 --format json").ok().json();

        assertThat(use.propertyNames()).containsExactly("near", "far", "outbound", "inbound");
        assertThat(use.get("outbound").size()).isEqualTo(1);
        assertThat(run("ibfindnodesusing 0x0002c90300000000 1").ok().lines()).hasSize(5);
    }

    @Test
    void computesTheSameBalanceFromFiles() throws Exception {
        Path cache = folder.resolve("cache");
        run("ibnetdiscover --cache " + cache);
        Path tables = Files.writeString(
                folder.resolve("tables"), run("dump_lfts").ok().out());

        CommandRun fromFabric = run("check_lft_balance -v");
        assertThat(fromFabric.lines()).anyMatch(line -> line.contains("Switch Port Usage: leaf0, 0x"));
        assertThat(run("check_lft_balance -v -i " + cache + " -l " + tables).out())
                .isEqualTo(fromFabric.out());
    }

    @Test
    void reportsAnUnbalancedSwitch() throws Exception {
        String tables = run("dump_lfts").ok().out().replaceAll("(?m)^(0x\\p{XDigit}{4}) \\d{3} :", "$1 001 :");
        Path uneven = Files.writeString(folder.resolve("uneven"), tables);

        CommandRun run = run("check_lft_balance -l " + uneven);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.lines()).anyMatch(line -> line.startsWith("Unbalanced Switch Port Usage: leaf0, "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "2 | ibaddr x                       | 'x' is not an address",
                "2 | ibaddr 1 2                     | unexpected argument: '2'",
                "4 | ibaddr -t 5 99                 | cannot read the address of 99: SubnGet(NodeInfo) timed out",
                "2 | ibroute                        | Missing required parameter: 'ADDRESS'",
                "2 | ibroute -D 0,1 x               | STARTLID: 'x' is not a number",
                "2 | ibroute -D 0,1 70000           | STARTLID: 70000 does not fit in 16 bits",
                "2 | ibroute -D 0,1 7 5             | LIDs 7 to 5 are not a range: the last is less than the first",
                "2 | ibroute -M -D 0,1 5            | 5 is not a multicast LID; the first one is 0xc000",
                "4 | ibroute -D 0                   | is not a switch and has no forwarding tables: it is a Channel Adapter",
                "2 | dump_fts 1 2 3                 | unexpected argument: '3'",
                "4 | dump_fts --load-cache /none    | cannot read the cache /none: there is no such file",
                "2 | ibtracert                      | Missing required parameter: 'ADDRESS'",
                "2 | ibtracert 1 2 3                | unexpected argument: '3'",
                "2 | ibtracert 1 --ports-file f     | unexpected argument: '1'; --ports-file provides the addresses",
                "4 | ibtracert --ports-file /none   | cannot read the ports file /none: there is no such file",
                "2 | ibtracert -m 5 16              | 0x0005 is not a multicast LID; expected 0xc000 to 0xfffe",
                "2 | ibtracert -m x 16              | --mlid: 'x' is not a number",
                "4 | ibtracert -m 0xc123 16         | do not reach LID 16",
                "2 | ibfindnodesusing leaf0         | Missing required parameter: 'PORT'",
                "2 | ibfindnodesusing leaf0 x       | PORT: 'x' is not a number",
                "4 | ibfindnodesusing leaf0 99      | has no external port 99; its ports are 1 to 36",
                "4 | ibfindnodesusing nope 1        | no node of this subnet is called 'nope'",
                "4 | ibfindnodesusing host0 1       | is not a switch; only switches have forwarding tables",
                "4 | ibfindnodesusing 0x0008f1000000ffff 1 | the subnet has no node with GUID 0x0008f1000000ffff",
                "4 | check_lft_balance -l /none     | cannot read the tables /none: there is no such file",
            })
    void reportsInvalidInputInOneLine(int code, String command, String message) {
        CommandRun run = run(command);

        assertThat(run.exitCode()).as(run.err()).isEqualTo(code);
        assertThat(run.out()).isEmpty();
        assertThat(run.errors()).isNotEmpty().hasSizeLessThanOrEqualTo(2);
        assertThat(run.errors().get(0)).startsWith("verbena: ").contains(message);
    }

    @Test
    void rejectsAPortsFileWithAnInvalidLine() throws Exception {
        Path file = Files.writeString(folder.resolve("ports"), "1 16 # fine\n\n7\n");

        assertThat(run("ibtracert --ports-file " + file).errors())
                .isEqualTo(List.of("verbena: line 3 of the ports file " + file
                        + " is '7'; expected two addresses, for example 4 16"));
    }

    private static CommandRun run(String line) {
        return CommandRun.verbenaLine(FABRIC + line);
    }
}
