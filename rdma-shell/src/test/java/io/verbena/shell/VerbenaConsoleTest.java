package io.verbena.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.command.VerbenaCommand;
import io.verbena.shell.console.ConsoleConfiguration;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.shell.test.ShellTestClient;
import org.springframework.shell.test.autoconfigure.ShellTest;

/** The commands say the same in the console as on the command line. */
@ShellTest
@SpringBootTest(
        classes = {ConsoleConfiguration.class, VerbenaConsole.class},
        args = {"--fabric", "embedded:fat-tree:2,2,2", "-t", "50"})
class VerbenaConsoleTest {
    @Autowired
    ShellTestClient client;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ibstat",
                "ibstat -l",
                "ibstat --format json",
                "ibstat emb0 1",
                "ibstat nothing",
                "ibnetdiscover -l",
                "ibnetdiscover -HS",
                "ibnetdiscover -p",
                "ibnetdiscover --format json",
                "ibnetdiscover --lst",
                "ibnetdiscover -t abc",
                "smpquery -D portinfo 0,1 1",
                "smpquery nodedesc 1",
                "smpquery nodeinfo 99",
                "smpquery nodeinfo 0,x",
                "smpquery nodedesc 1 -t 6",
                "smpquery nodeinfo 99 -t 6",
                "smpquery nodedesc 1 -P 1",
                "smpquery nodedesc 1 -C emb0",
                "smpquery nodedesc 1 -C nothing",
                "smpquery nodedesc 1 -P 7",
                "smpquery -G nodedesc 0x1234",
                "ibnetdiscover -l -o 1",
                "ibnetdiscover -l --fabric nonsense",
                "query SubnGet NodeInfo 0,1",
                "query SubnGet NodeInfo 0,1 -v",
                "query SubnSet NodeInfo 0,1",
                "smpdump 0,1 0x11",
                "sminfo 99",
                "query SubnAdmGetTable NodeRecord 99",
                "query SubnAdmGetTable NodeRecord 0,1",
                "query SubnAdmGet TraceRecord",
                "fabric",
                "fabric --format json",
                "fabric --fabric native",
                "fabric silence leaf0 --fabric embedded:fat-tree:1,2,1",
                "fabric loss 0.5 --fabric embedded --format json",
                "fabric silence nobody",
                "fabric cut leaf0 30",
                "fabric loss 2",
                "fabric flap leaf0 1 soon",
                "fabric silence",
                "fabric --help",
                "fabric counters --help",
                "smpquery nodeinfo 1 --pcap /nowhere/fabric.pcap",
                "smpquery",
                "smpquery --help"
            })
    void printsTheOutputOfTheCommandLine(String line) throws Exception {
        assertThat(String.join("\n", client.sendCommand(line).lines()).strip())
                .isEqualTo(onCommandLine(line).strip());
    }

    @Test
    void usesAnotherFabricForOneLine() throws Exception {
        assertThat(client.sendCommand("ibnetdiscover -l --fabric embedded:two-node")
                        .lines())
                .hasSize(3);
        assertThat(client.sendCommand("ibnetdiscover -l").lines()).hasSize(8);
    }

    @Test
    void listsTheCommands() throws Exception {
        assertThat(client.sendCommand("help").lines())
                .anyMatch(line -> line.matches(" +ibnetdiscover +Discovers the subnet .*"))
                .anyMatch(line -> line.matches(" +ibstat +Shows .*"))
                .anyMatch(line -> line.matches(" +smpquery +Reads .*"));
    }

    @Test
    void listsTheGroupsInTheirOrder() throws Exception {
        assertThat(client.sendCommand("help").lines())
                .containsSubsequence(
                        "Local host and remote programs",
                        "Subnet",
                        "Nodes and ports",
                        "Counters and errors",
                        "Subnet manager and subnet administration",
                        "Changes to the fabric",
                        "Data transfer",
                        "Requests, files and simulated fabrics",
                        "This console")
                .allMatch(line -> line.length() <= 130);
    }

    private static String onCommandLine(String line) {
        StringWriter both = new StringWriter();
        VerbenaCommand.commandLine(() -> 0)
                .setOut(new PrintWriter(both))
                .setErr(new PrintWriter(both))
                .execute(("--fabric embedded:fat-tree:2,2,2 -t 50 " + line).split(" "));
        return both.toString();
    }
}
