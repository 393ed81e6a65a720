package io.verbena.shell;

import static io.verbena.shell.parity.KnownDifferences.undated;
import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.console.ConsoleConfiguration;
import io.verbena.shell.parity.Net;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.shell.test.ShellTestClient;
import org.springframework.shell.test.autoconfigure.ShellTest;

/** Each command in the console, and by itself in a process of its own, on the same fabric: both write the same. */
@Tag("ibsim")
@ShellTest
@SpringBootTest(classes = {ConsoleConfiguration.class, VerbenaConsole.class})
class ConsoleOutputIbsimTest {
    @Autowired
    ShellTestClient client;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "check_lft_balance --format json",
                "dump_fts",
                "dump_lfts",
                "dump_mfts",
                "ibaddr CA",
                "ibccquery CI SW",
                "ibfindnodesusing SWITCH 1",
                "ibhosts",
                "ibidsverify --format json",
                "iblinkinfo",
                "ibnetdiscover",
                "ibnetdiscover -p",
                "ibnodes",
                "ibping -t 50 -f -c 1 CA",
                "ibportstate SW 1",
                "ibqueryerrors",
                "ibroute SW",
                "ibrouters --format json",
                "ibstat",
                "ibstatus",
                "ibswitches",
                "ibsysstat -t 50 CA",
                "ibtracert 1 CA",
                "perfquery SW 1",
                "saquery",
                "sminfo",
                "smpdump SW 0x11",
                "smpquery portinfo SW 1",
                "vendstat -t 50 -N SW",
            })
    void saysTheSameByItself(String line) throws Exception {
        String filled = line.replaceAll("\\bSW\\b", Net.current().someSwitch().lid())
                .replaceAll("\\bCA\\b", Net.current().otherAdapter().lid())
                .replace("SWITCH", Net.current().someSwitch().guid());

        List<String> inTheConsole = client.sendCommand(filled).lines();

        assertThat(facts(line, inTheConsole)).isNotEmpty().isEqualTo(facts(line, byItself(filled)));
    }

    private static List<String> byItself(String line) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                System.getProperty("java.home") + "/bin/java",
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(line.split(" ")));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        List<String> lines = process.inputReader(StandardCharsets.UTF_8).lines().toList();
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        return lines;
    }

    /** Without what another second or another question makes another. */
    private static List<String> facts(String line, List<String> lines) {
        boolean counts = line.matches("(perfquery|sminfo|ibping) .*|sminfo");
        return undated(lines).stream()
                .filter(each -> !each.contains("opened /dev") && !each.startsWith("ibwarn"))
                .map(each -> counts ? each.replaceAll("[0-9]+|\\.{3,}", "#") : each)
                .map(String::stripTrailing)
                .filter(each -> !each.isEmpty())
                .toList();
    }
}
