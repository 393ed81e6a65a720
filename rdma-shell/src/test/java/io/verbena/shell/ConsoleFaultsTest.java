package io.verbena.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.shell.console.CommandSet;
import io.verbena.shell.console.ConsoleConfiguration;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.shell.test.ShellTestClient;
import org.springframework.shell.test.autoconfigure.ShellTest;
import picocli.CommandLine;

/** A fault that is injected in the console lasts until a command removes it, and affects all commands. */
@ShellTest
@SpringBootTest(
        classes = {ConsoleConfiguration.class, VerbenaConsole.class},
        args = {"--fabric", "embedded:fat-tree:2,2,2", "-t", "5"})
class ConsoleFaultsTest {
    @Autowired
    ShellTestClient client;

    @Autowired
    EmbeddedFabric fabric;

    @Autowired
    CommandSet commands;

    @AfterEach
    void heal() {
        fabric.heal();
    }

    @Test
    void silencedNodeStaysUnresponsiveUntilItIsRevived() throws Exception {
        assertThat(said("smpquery -D nodedesc 0,1")).endsWith("leaf0");

        assertThat(said("fabric silence leaf0")).endsWith("\"leaf0\": does not respond");
        assertThat(said("smpquery -D nodedesc 0,1")).contains("timed out to DirectedPath[0,1] after 3 tries of 5 ms");
        assertThat(said("fabric")).contains("Faults: 1");

        assertThat(said("fabric revive leaf0")).endsWith("Faults: 0");
        assertThat(said("smpquery -D nodedesc 0,1")).endsWith("leaf0");
    }

    @Test
    void faultsAccumulateUntilTheFabricIsHealed() throws Exception {
        said("fabric cut host1 1");
        said("fabric loss 1");
        assertThat(said("fabric drop-sl leaf1 3 1")).contains("Faults: 3");
        assertThat(said("ibnetdiscover -l")).doesNotContain("leaf0");

        assertThat(said("fabric heal")).endsWith("Links: 8, 8 up\nFaults: 0");
        assertThat(said("ibnetdiscover -l").lines()).hasSize(8);
    }

    @Test
    void injectedCountersAreRead() throws Exception {
        said("fabric counters leaf0 1 symbolErrorCounter=7 portXmitDiscards=0x10");
        int lid = fabric.node("leaf0").port(0).lid();

        assertThat(said("query PerformanceGet PortCounters " + lid + " portSelect=1"))
                .containsPattern("SymbolErrorCounter:\\.+7\n")
                .containsPattern("PortXmitDiscards:\\.+16\n");
    }

    @Test
    void healingRestoresTheRoutesOfARebootedSwitch() throws Exception {
        int lid = fabric.node("host3").port(1).lid();
        assertThat(said("smpquery nodedesc " + lid)).endsWith("host3");

        said("fabric reboot leaf1 0s");
        assertThat(said("smpquery nodedesc " + lid)).contains("timed out");

        said("fabric heal");
        assertThat(said("smpquery nodedesc " + lid)).endsWith("host3");
    }

    @Test
    void faultsOfAnotherFabricLastForOneLine() throws Exception {
        assertThat(said("fabric silence leaf0 --fabric embedded:fat-tree:1,2,1"))
                .contains("Faults: 1");
        assertThat(said("fabric")).contains("Faults: 0");
    }

    @Test
    void completionProposesNodes() {
        CommandLine silence = subcommand(subcommand(commands.commandLine(nowhere(), nowhere()), "fabric"), "silence");

        assertThat(commands.candidates(
                                silence.getCommandSpec().positionalParameters().get(0))
                        .keySet())
                .containsExactlyInAnyOrderElementsOf(
                        List.of("spine0", "spine1", "leaf0", "leaf1", "host0", "host1", "host2", "host3"));
    }

    private static PrintWriter nowhere() {
        return new PrintWriter(Writer.nullWriter());
    }

    private static CommandLine subcommand(CommandLine parent, String name) {
        return Objects.requireNonNull(parent.getSubcommands().get(name));
    }

    private String said(String line) throws Exception {
        return String.join("\n", client.sendCommand(line).lines()).strip();
    }
}
