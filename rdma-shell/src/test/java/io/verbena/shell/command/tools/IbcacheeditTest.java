package io.verbena.shell.command.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.iba.Guid;
import io.verbena.iba.NodeType;
import io.verbena.shell.parity.CommandRun;
import io.verbena.subnet.Node;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.cache.SubnetCache;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The fabric that is kept has two spines, four leaves and sixteen hosts of one port each. */
class IbcacheeditTest {
    private static final Guid AFTER = Guid.parse("0x1234");

    @TempDir
    private Path folder;

    private Path original;
    private Path edited;
    private Node leaf;
    private Node host;

    @BeforeEach
    void keepASubnet() {
        original = folder.resolve("original");
        edited = folder.resolve("edited");
        CommandRun.verbenaLine("--fabric embedded:fat-tree:2,4,4 ibnetdiscover --cache " + original)
                .ok();
        Subnet subnet = SubnetCache.read(original);
        leaf = named(subnet, "leaf0");
        host = named(subnet, "host1");
    }

    private static Node named(Subnet subnet, String name) {
        return subnet.nodes().stream()
                .filter(node -> node.description().startsWith(name))
                .findFirst()
                .orElseThrow();
    }

    private Subnet edit(String options) {
        CommandRun run = run(options);
        assertThat(run.ok().out()).isEmpty();
        return SubnetCache.read(edited);
    }

    private CommandRun run(String options) {
        String line = options.replace("HOST", host.guid().toHex())
                .replace("LEAF", leaf.guid().toHex())
                .replace("PORT", host.port(1).orElseThrow().guid().toHex())
                .replace("SYSTEM", host.info().systemImageGuid().toHex());
        return CommandRun.verbena(Stream.concat(
                        Stream.of("ibcacheedit", original.toString(), edited.toString()), Stream.of(line.split(" ")))
                .toArray(String[]::new));
    }

    @Test
    void changesTheGuidOfASwitchAndItsPorts() {
        Node changed = named(edit("--switchguid LEAF:0x1234"), "leaf0");

        assertThat(changed.guid()).isEqualTo(AFTER);
        assertThat(changed.ports()).extracting(port -> port.guid()).containsOnly(AFTER);
        assertThat(changed.info().portGuid()).isEqualTo(AFTER);
        assertThat(changed.ports().stream().filter(port -> port.peer().isPresent()))
                .hasSameSizeAs(leaf.ports().stream()
                        .filter(port -> port.peer().isPresent())
                        .toList());
    }

    @Test
    void changesASwitchByTheGuidOfItsPort() {
        assertThat(named(edit("--portguid LEAF:LEAF:0x1234"), "leaf0").guid()).isEqualTo(AFTER);
    }

    @Test
    void keepsThePortsOfAnAdapter() {
        Node changed = named(edit("--caguid HOST:0x1234"), "host1");

        assertThat(changed.guid()).isEqualTo(AFTER);
        assertThat(changed.port(1).orElseThrow().guid())
                .isEqualTo(host.port(1).orElseThrow().guid());
    }

    @Test
    void changesAdapterPortAndSystemByTheirOldGuids() {
        Node changed =
                named(edit("--portguid HOST:PORT:0x5678 --sysimgguid SYSTEM:0x9abc --caguid HOST:0x1234"), "host1");

        assertThat(changed.guid()).isEqualTo(AFTER);
        assertThat(changed.port(1).orElseThrow().guid()).isEqualTo(Guid.parse("0x5678"));
        assertThat(changed.info().systemImageGuid()).isEqualTo(Guid.parse("0x9abc"));
    }

    @Test
    void keepsAllOtherContent() throws Exception {
        edit("--caguid HOST:0x1234");
        CommandRun.verbena(
                        "ibcacheedit",
                        edited.toString(),
                        edited.toString(),
                        "--caguid",
                        "0x1234:" + host.guid().toHex())
                .ok();

        assertThat(Files.readAllBytes(edited)).isEqualTo(Files.readAllBytes(original));
        assertThat(SubnetCache.read(edited).nodes(NodeType.CHANNEL_ADAPTER)).hasSize(16);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--switchguid 0x99:0x1              | no switch has the GUID 0x0000000000000099",
                "--caguid LEAF:0x1                  | is the GUID of a switch, not of a channel adapter",
                "--portguid HOST:0x77:0x1           | has the GUID 0x0000000000000077",
                "--portguid 0x77:0x1:0x1            | no node has the GUID 0x0000000000000077",
                "--sysimgguid 0x99:0x1              | no node is part of a system with the GUID 0x0000000000000099",
                "--caguid HOST:LEAF                 | would be the GUID of two nodes",
                "--caguid HOST:0                    | '--caguid: ''HOST:0'' is not of the form BEFORE:AFTER'",
                "--caguid HOST:0x0                  | cannot get the GUID 0",
                "--caguid HOST:0x1 --caguid HOST:0x2 | is given two GUIDs",
                "--switchguid LEAF:0x1 --portguid LEAF:LEAF:0x2 | is given two GUIDs",
                "--portguid HOST:0x1                | is not of the form NODE:BEFORE:AFTER; write GUIDs like",
                "--caguid                           | '--caguid'",
            })
    void rejectsInvalidInputAndWritesNothing(String options, String message) {
        CommandRun run = run(options);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errors().get(0))
                .contains(message.replace("HOST", host.guid().toHex()));
        assertThat(edited).doesNotExist();
    }

    @Test
    void rejectsATruncatedFile() throws Exception {
        byte[] whole = Files.readAllBytes(original);
        Files.write(original, Arrays.copyOf(whole, whole.length / 2));

        CommandRun run = run("--caguid HOST:0x1");

        assertThat(run.exitCode()).isEqualTo(4);
        assertThat(run.errors()).singleElement().asString().contains(original + ": at byte ");
        assertThat(edited).doesNotExist();
    }
}
