package io.verbena.shell.command.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.command.EmbeddedHost;
import io.verbena.shell.parity.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IbdiscoverTest {
    private final EmbeddedHost fabric = new EmbeddedHost("fat-tree:2,4,4");

    @TempDir
    private Path folder = Path.of("");

    @AfterEach
    void close() {
        fabric.close();
    }

    private CommandRun discover(String arguments) {
        return fabric.run("ibdiscover --topo " + folder.resolve("links") + arguments.replace("DIR", folder.toString()));
    }

    private String hex(String node) {
        return Long.toHexString(fabric.node(node).guid().bits());
    }

    @Test
    void updateStoresTheFirstReference() throws IOException {
        CommandRun first = discover(" --update");
        assertThat(first.exitCode()).as(first.err()).isEqualTo(1);
        assertThat(first.lines()).hasSize(24).allMatch(line -> line.startsWith("> link 0x"));
        assertThat(Files.readAllLines(folder.resolve("links")))
                .hasSize(48)
                .contains("1|" + hex("host0") + "|" + hostPort("host0") + "|" + hex("leaf0"));

        assertThat(discover("").ok().out()).isEmpty();
        assertThat(folder.resolve("links.new")).hasSameTextualContentAs(folder.resolve("links"));
    }

    private int hostPort(String host) {
        return fabric.node(host).port(1).peer().orElseThrow().number();
    }

    @Test
    void removedLinkIsADifferenceUntilTheReferenceIsUpdated() throws IOException {
        discover(" --update");
        fabric.run("fabric cut host5 1").ok();

        CommandRun changed = discover("");
        assertThat(changed.exitCode()).as(changed.err()).isEqualTo(1);
        assertThat(changed.lines())
                .singleElement()
                .asString()
                .startsWith("< link 0x")
                .contains(hex("host5"), "\"leaf1\" port ");
        assertThat(folder.resolve("links")).content().contains(hex("host5"));
        assertThat(folder.resolve("links.new")).content().doesNotContain(hex("host5"));
        assertThat(discover(" --format json").json().at("/gone/0/port").asInt()).isPositive();

        discover(" --update");
        discover("").ok();
    }

    @Test
    void mapListsTheExpectedNodes() throws IOException {
        discover(" --update");
        Files.writeString(
                folder.resolve("map"),
                hex("leaf0") + "|36|\"rack 7, top\"|# leaf0\n" + "99|1|\"the lost one\"|# host\n");

        CommandRun run = discover(" --map DIR/map");

        assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
        assertThat(run.lines())
                .contains("< node 0x0000000000000099 \"the lost one\"")
                .contains("> node " + fabric.node("host5").guid().toHex() + " \"host5\"")
                .noneMatch(line -> line.contains("rack 7"));
    }

    @Test
    void readsTheSubnetFromAFile() {
        Path topology = folder.resolve("fabric.topo");
        fabric.run("ibnetdiscover " + topology).ok();
        discover(" --update");
        fabric.run("fabric cut host5 1").ok();

        assertThat(discover(" " + topology).ok().out()).isEmpty();
        assertThat(fabric.run("ibdiscover.pl --topo " + folder.resolve("links") + " " + topology)
                        .ok()
                        .out())
                .isEmpty();
    }

    @Test
    void incompleteSubnetDoesNotUpdateTheReference() throws IOException {
        discover(" --update");
        String before = Files.readString(folder.resolve("links"));
        fabric.node("host5").silence();

        CommandRun run = discover(" --update -t 20");

        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err())
                .contains(
                        "links was not updated: the parts of the subnet that could not be read would be missing from it");
        assertThat(folder.resolve("links")).hasContent(before);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "2 | ibdiscover a b                   | unexpected argument: 'b'",
                "4 | ibdiscover --topo DIR/none       | there is no reference; run with --update to write DIR/none",
                "4 | ibdiscover --topo DIR/text       | line 1 of the links DIR/text is 'x'; expected PORT:GUID:PORT:GUID",
                "4 | ibdiscover --update --topo DIR/text | line 1 of the links DIR/text is 'x'",
                "4 | ibdiscover --update --topo DIR/none/links | cannot write the links DIR/none/links",
                "4 | ibdiscover --topo DIR/empty --map DIR/none | cannot read the map DIR/none: there is no such file or folder",
                "4 | ibdiscover --topo DIR/empty --map DIR/text | line 1 of the map DIR/text is 'x'; expected GUID:PORTS",
                "4 | ibdiscover --topo DIR/empty DIR/none | DIR/none: there is no such file or folder",
                "2 | ibdiscover --topo DIR/empty --load-cache DIR/text DIR/text | --load-cache and FILE are mutually exclusive",
            })
    void reportsInvalidInputInOneLine(int code, String command, String says) throws IOException {
        Files.writeString(folder.resolve("text"), "x\n");
        Files.writeString(folder.resolve("empty"), "");

        CommandRun run = fabric.run(command.replace("DIR", folder.toString()));

        assertThat(run.exitCode()).as(run.err()).isEqualTo(code);
        assertThat(run.out()).isEmpty();
        assertThat(run.errors().get(0).replace('|', ':'))
                .startsWith("verbena: ")
                .contains(says.replace("DIR", folder.toString()));
    }
}
