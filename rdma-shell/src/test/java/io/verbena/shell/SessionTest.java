package io.verbena.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.console.CommandSet;
import io.verbena.shell.console.ConsoleConfiguration;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.shell.test.ShellTestClient;
import org.springframework.shell.test.autoconfigure.ShellTest;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;

/** Tests the state that the console keeps from one command to the next. */
@ShellTest
@SpringBootTest(
        classes = {ConsoleConfiguration.class, VerbenaConsole.class},
        args = {"--fabric", "embedded:fat-tree:2,2,2", "-t", "5"})
class SessionTest {
    @Autowired
    ShellTestClient client;

    @Autowired
    CommandSet commands;

    @BeforeEach
    void beginWithTheSubnet() throws Exception {
        assertThat(said("discover")).isEqualTo("8 nodes");
    }

    @AfterEach
    void heal() throws Exception {
        said("set subnet fresh");
        said("set format text");
        said("fabric heal");
    }

    @Test
    void printsTheBeansThatCommandsUse() throws Exception {
        assertThat(said("session"))
                .containsSubsequence(
                        "fabric    embedded:fat-tree:2,2,2",
                        "end port  emb0/1",
                        "format    text",
                        "subnet    8 nodes, read ",
                        "; commands read the subnet again");
    }

    @Test
    void commandUsesTheCachedSubnetOnRequest() throws Exception {
        said("fabric silence leaf1");

        assertThat(said("ibnetdiscover -l --cached")).hasLineCount(8).doesNotContain("verbena:");
        assertThat(said("ibnetdiscover -l")).contains("verbena: ");
    }

    @Test
    void commandsUseTheCachedSubnetAfterSetCached() throws Exception {
        said("set subnet cached");
        said("fabric silence leaf1");

        assertThat(said("ibnetdiscover -l")).hasLineCount(8).doesNotContain("verbena:");
        assertThat(said("session")).contains("; commands use it");
        assertThat(said("ibnetdiscover -l --fresh")).contains("verbena: ");
        said("fabric heal");
        assertThat(said("rediscover")).isEqualTo("8 nodes");
    }

    @Test
    void formatAppliesUntilAnotherIsSet() throws Exception {
        said("set format json");

        assertThat(said("session")).startsWith("{").contains("\"nodes\" : 8");
        assertThat(said("session --format text")).startsWith("fabric ");
    }

    @Test
    void rejectsUnknownSettings() throws Exception {
        assertThat(said("ibnetdiscover --cached --fresh")).contains("--cached cannot be combined with --fresh");
        assertThat(said("discover --fabric embedded:two-node")).contains("discover reads the subnet of this console");
        assertThat(said("ibnetdiscover --cached --fabric embedded:two-node"))
                .contains("--cached: a subnet is cached only in the console, for its own end port");
        assertThat(said("set colour red")).contains("'colour'");
        assertThat(said("set format xml")).contains("json");
        assertThat(said("set")).contains("missing setting");
    }

    @Test
    void completionProposesAddressesOfTheCachedSubnet() {
        ArgSpec address = address();

        assertThat(commands.candidates(address))
                .containsKeys("1", "0,1")
                .containsValues("leaf0", "spine0", "host0 port 1");
        assertThat(commands.candidates(address).keySet()).anyMatch(value -> value.matches("0x[0-9a-f]{16}"));
    }

    private ArgSpec address() {
        CommandLine all = commands.commandLine(nowhere(), nowhere());
        CommandLine smpquery = Objects.requireNonNull(all.getSubcommands().get("smpquery"));
        return smpquery.getCommandSpec().positionalParameters().stream()
                .filter(operand -> operand.paramLabel().equals("ADDRESS"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void scriptStopsAtTheFirstFailedLine(@TempDir Path folder) throws Exception {
        Path script = Files.writeString(
                folder.resolve("script"), "# begins\nset subnet fresh\nsmpquery nodeinfo 99\nsession\n");

        assertThat(said("script " + script))
                .contains("verbena: line 3 of " + script + " ended with 4: smpquery nodeinfo 99")
                .doesNotContain("end port");
        assertThat(said("script --keep-going " + script)).contains("line 3 of", "end port");
    }

    private static PrintWriter nowhere() {
        return new PrintWriter(new StringWriter());
    }

    private String said(String line) throws Exception {
        return String.join("\n", client.sendCommand(line).lines()).strip();
    }
}
