package io.verbena.shell.command.errors;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.command.EmbeddedHost;
import io.verbena.shell.parity.CommandRun;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** On 2 spines and 4 leaves with 4 hosts each; ports 3 to 6 of a leaf lead to hosts. */
class IblinkinfoTest {
    private final EmbeddedHost fabric = new EmbeddedHost("fat-tree:2,4,4");

    @TempDir
    private Path folder = Path.of("");

    @AfterEach
    void close() {
        fabric.close();
    }

    @Test
    void printsOnlyTheSelectedNode() {
        String guid = fabric.node("leaf0").guid().toHex();
        List<String> links = fabric.run("iblinkinfo -D 0,1").ok().lines();

        assertThat(links).hasSize(37).startsWith("Switch: " + guid + " leaf0:");
        for (String option : List.of("-S ", "-G ", "--switch ", "--port-guid ")) {
            assertThat(fabric.run("iblinkinfo " + option + guid).ok().lines()).isEqualTo(links);
        }
        assertThat(heads("iblinkinfo -D 0,1 -a")).hasSize(1 + 4 + 2);
        assertThat(heads("iblinkinfo -D 0,1 -a -n 2")).hasSize(1 + 4 + 2 + 3);
        assertThat(heads("iblinkinfo -a -n 2 -G " + guid)).hasSize(1 + 4 + 2 + 3);
        assertThat(heads("iblinkinfo -n 1")).hasSize(2);
    }

    private List<String> heads(String command) {
        return fabric.run(command).ok().lines().stream()
                .filter(line -> !line.startsWith(" "))
                .toList();
    }

    @Test
    void printsThePeerOfALinkThatWasNotFollowed() {
        assertThat(fabric.run("iblinkinfo -n 1").ok().out()).contains("==>      \"Port not available\"");
    }

    @Test
    void comparesWithAFile() {
        Path before = folder.resolve("before");
        fabric.run("ibnetdiscover --cache " + before).ok();
        assertThat(fabric.run("iblinkinfo --diff " + before).ok().out()).isEmpty();

        fabric.node("leaf0").port(4).down();
        CommandRun run = fabric.run("iblinkinfo --diff " + before);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.lines())
                .anyMatch(line -> line.startsWith("< CA: host1"))
                .anyMatch(line -> line.startsWith("Switch: ") && line.endsWith(" leaf0:"))
                .anyMatch(line -> line.startsWith("< ") && line.contains(" 4[  ] ==( 4X "))
                .anyMatch(line -> line.startsWith("> ") && line.contains(" 4[  ] ==(                Down/"));
        assertThat(fabric.run("iblinkinfo --switches-only --diffcheck lid --diff " + before)
                        .ok()
                        .out())
                .isEmpty();
    }

    @Test
    void omitsPortsThatWereDownBefore() {
        Path before = folder.resolve("before");
        fabric.run("ibnetdiscover --cache " + before).ok();
        fabric.node("leaf0").port(4).down();

        assertThat(fabric.run("iblinkinfo -d -l --filterdownports " + before)
                        .ok()
                        .lines())
                .singleElement()
                .asString()
                .contains("leaf0");
    }

    @Test
    void readsTheSubnetFromAFile() {
        Path file = folder.resolve("file");
        List<String> links = fabric.run("iblinkinfo -l --cache " + file).ok().lines();
        fabric.node("leaf0").port(4).down();

        assertThat(fabric.run("iblinkinfo -l --load-cache " + file).ok().lines())
                .containsExactlyInAnyOrderElementsOf(links);
        assertThat(fabric.run("iblinkinfo -D 0,1 --load-cache " + file).ok().lines())
                .hasSize(37);
    }

    @Test
    void printsEachLinkAsAJsonObject() {
        assertThat(fabric.run("iblinkinfo --cas-only --format json")
                        .ok()
                        .json()
                        .at("/0/links/0/to/name")
                        .asString())
                .isEqualTo("leaf0");
        assertThat(fabric.run("iblinkinfo --cas-only --format csv").ok().lines())
                .hasSize(17);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "2 | iblinkinfo --diffcheck port               | --diffcheck requires --diff",
                "2 | iblinkinfo --diff DIR/none --diffcheck ports | --diffcheck: 'ports' cannot be compared; did you mean port?",
                "4 | iblinkinfo --diff DIR/none                | DIR/none",
                "4 | iblinkinfo --filterdownports DIR/none     | DIR/none",
                "4 | iblinkinfo --load-cache DIR/none          | DIR/none",
                "2 | iblinkinfo -n x                           | 'x' is not an integer",
                "2 | iblinkinfo -n 64                          | number of hops 64 is out of range",
                "2 | iblinkinfo -G 0x1 -S 0x1                  | -G, -S and -D are mutually exclusive",
                "4 | iblinkinfo -S 0x99                        | the subnet has no port with GUID 0x0000000000000099",
                "4 | iblinkinfo -t 20 -D 0,9                   | timed out",
                "2 | iblinkinfo extra                          | unexpected argument: 'extra'",
            })
    void rejectsInvalidInput(int code, String command, String says) {
        CommandRun run = fabric.run(command.replace("DIR", folder.toString()));

        assertThat(run.exitCode()).as(run.err()).isEqualTo(code);
        assertThat(run.out()).isEmpty();
        assertThat(run.errors().get(0)).startsWith("verbena: ").contains(says.replace("DIR", folder.toString()));
    }
}
