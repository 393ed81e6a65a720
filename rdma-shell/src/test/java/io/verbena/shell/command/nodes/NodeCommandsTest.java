package io.verbena.shell.command.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.parity.CommandRun;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** On the fabric inside this JVM: 2 spines, 4 leaves with 4 hosts each. */
class NodeCommandsTest {
    private static final String FABRIC = "--fabric embedded:fat-tree:2,4,4 ";

    @ParameterizedTest
    @CsvSource({"ibhosts, 16", "ibswitches, 6", "ibrouters, 0", "ibnodes, 22"})
    void listsTheNodesOfOneType(String command, int nodes) {
        assertThat(run(command).ok().lines()).hasSize(nodes);
        assertThat(run("--sa " + command).ok().lines())
                .containsExactlyInAnyOrderElementsOf(run(command).lines());
        assertThat(run(command + " --format json").ok().json().size()).isEqualTo(nodes);
    }

    @Test
    void readsTheNodesOfATopologyFile(@TempDir Path folder) {
        Path file = folder.resolve("topology");
        run("ibnetdiscover " + file).ok();

        assertThat(run("ibswitches " + file).ok().out())
                .isEqualTo(run("ibswitches").out());
        assertThat(run("ibhosts " + file).ok().out()).isEqualTo(run("ibhosts").out());
    }

    @Test
    void printsANodeInTheFormatOfTheTopology() {
        String topology = run("ibnetdiscover").ok().out();

        assertThat(run("ibprintca host5").ok().lines())
                .anyMatch(line -> line.startsWith("Ca\t1 \"H-"))
                .allMatch(topology::contains);
        assertThat(run("ibprintswitch 0x0002c90300000000").ok().out()).contains("\"leaf0\"");
        assertThat(run("ibprintswitch -l").ok().lines()).hasSize(6);
        assertThat(run("ibprintrt").ok().out()).isEmpty();
    }

    @Test
    void findsNoIdentifierProblemInAHealthySubnet() {
        assertThat(run("ibidsverify").ok().out()).isEmpty();
        assertThat(run("ibidsverify --format json").ok().json().get("problems").isEmpty())
                .isTrue();
    }

    @Test
    void printsTheDevicesOfThisHost() {
        assertThat(run("ibstatus").ok().lines())
                .startsWith(
                        "Infiniband device 'emb0' port 1 status:",
                        "\tdefault gid:\t fe80:0000:0000:0000:0008:f100:0000:0001")
                .contains("\tstate:\t\t 4: ACTIVE", "\tphys state:\t 5: LinkUp", "\trate:\t\t 100 Gb/sec (4X EDR)");
        assertThat(run("ibstatus emb0:1").ok().out())
                .isEqualTo(run("ibstatus emb0").ok().out());
        assertThat(run("ibv_devices").ok().lines())
                .containsExactly(
                        "    device          \t   node GUID",
                        "    ------          \t----------------",
                        "    emb0            \t0008f10000000000");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "2 | ibhosts a b              | unexpected argument: 'b'",
                "4 | ibhosts /none            | there is no such file",
                "4 | ibswitches --load-cache /none | cannot read the cache /none: there is no such file",
                "4 | ibprintca nope           | no node of this subnet is called 'nope'",
                "4 | ibprintca leaf0          | is not a Channel Adapter but a Switch",
                "4 | ibstatus mlx5_7          | no device is called 'mlx5_7'",
                "4 | ibstatus emb0:7          | device emb0 has no port 7",
                "2 | ibstatus emb0:x          | PORT: 'x' is not a number",
                "2 | ibv_devices x            | unexpected argument: 'x'",
                "2 | ibidsverify x            | unexpected argument: 'x'",
            })
    void reportsInvalidInputInOneLine(int code, String command, String message) {
        CommandRun run = run(command);

        assertThat(run.exitCode()).as(run.err()).isEqualTo(code);
        assertThat(run.out()).isEmpty();
        assertThat(run.errors()).isNotEmpty().hasSizeLessThanOrEqualTo(2);
        assertThat(run.errors().get(0)).startsWith("verbena: ").contains(message);
    }

    private static CommandRun run(String line) {
        return CommandRun.verbenaLine(FABRIC + line);
    }
}
