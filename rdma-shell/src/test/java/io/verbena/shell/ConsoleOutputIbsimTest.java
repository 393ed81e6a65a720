package io.verbena.shell;

import static io.verbena.shell.parity.KnownDifferences.undated;
import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.console.ConsoleConfiguration;
import io.verbena.shell.parity.Net;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.shell.test.ShellTestClient;
import org.springframework.shell.test.autoconfigure.ShellTest;

/** Each command that changes nothing, in the console and by itself in another process, on the same fabric: both write the same. */
@Tag("ibsim")
@ShellTest
@SpringBootTest(classes = {ConsoleConfiguration.class, VerbenaConsole.class})
class ConsoleOutputIbsimTest {
    @TempDir
    private static Path folder;

    private static OneShots alone;

    @Autowired
    ShellTestClient client;

    @BeforeAll
    static void keepTheSubnet() throws IOException {
        alone = OneShots.start();
        alone.run("ibnetdiscover --cache " + folder.resolve("cache"));
        Files.write(folder.resolve("topology"), alone.run("ibnetdiscover"));
    }

    @AfterAll
    static void end() throws IOException {
        alone.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "check_lft_balance",
                "check_lft_balance --format json",
                "completion bash",
                "completion zsh",
                "decode-mad 0101010100000000000000000000000100110000",
                "dump_fts",
                "dump_lfts",
                "dump_mfts",
                "ibaddr CA",
                "ibaddr -g CA",
                "ibccquery CI SW",
                "ibccquery CK SW --format json",
                "ibccconfig CS CA 0 0x4 200 1 0 0 --dry-run",
                "ibcacheedit DIR/cache DIR/MINE",
                "ibcheckerrors",
                "ibcheckerrors -b",
                "ibcheckerrs SW 1",
                "ibchecknet",
                "ibchecknode SW",
                "ibcheckport SW 1",
                "ibcheckportstate SW 1",
                "ibcheckportwidth SW 1",
                "ibcheckstate",
                "ibcheckstate -v",
                "ibcheckwidth",
                "ibclearcounters --dry-run",
                "ibclearerrors --dry-run",
                "ibdatacounters",
                "ibdatacounts SW 1",
                "ibdiscover DIR/topology",
                "ibfindnodesusing SWITCH 1",
                "ibhosts",
                "ibhosts --format csv",
                "ibidsverify",
                "ibidsverify --format json",
                "iblinkinfo",
                "iblinkinfo -l",
                "iblinkinfo --format csv",
                "iblinkinfo --load-cache DIR/cache",
                "ibnetdiscover",
                "ibnetdiscover -p",
                "ibnetdiscover -g",
                "ibnetdiscover --format yaml",
                "ibnetdiscover --load-cache DIR/cache",
                "ibnetdiscover --diff DIR/cache",
                "ibnodes",
                "ibping -t 50 -f -c 1 CA",
                "ibportstate SW 1",
                "ibportstate SW 1 query",
                "ibprintca host1",
                "ibprintrt SWITCH",
                "ibprintswitch SWITCH",
                "ibqueryerrors",
                "ibqueryerrors --data --counters",
                "ibqueryerrors --details",
                "ibroute SW",
                "ibroute -M SW",
                "ibroute -n SW 1 9",
                "ibrouters",
                "ibrouters --format json",
                "ibstat",
                "ibstat -l",
                "ibstat -p",
                "ibstat --format json",
                "ibstatus",
                "ibswitches",
                "ibswportwatch -n 1 -p 0 SW 1",
                "ibsysstat -t 50 CA",
                "ibtracert 1 CA",
                "ibtracert -n 1 CA",
                "ibv_devices",
                "ibv_devinfo",
                "init_all_ports --dry-run",
                "man ibstat",
                "mcm_rereg_test --dry-run",
                "perfquery SW 1",
                "perfquery -x SW 1",
                "perfquery -a SW",
                "query SubnGet NodeInfo SW",
                "query SubnGet PortInfo 0,1 --modifier 1",
                "query PerformanceGet PortCounters SW portSelect=1",
                "query SubnAdmGetTable NodeRecord",
                "query SubnAdmGet PathRecord",
                "saquery",
                "saquery NR",
                "saquery PIR",
                "saquery SWI",
                "saquery CPI",
                "saquery LR",
                "saquery MCMR",
                "saquery -p",
                "saquery -s",
                "saquery -O",
                "saquery --list",
                "saquery -D",
                "saquery --src-to-dst 1:CA",
                "saquery --format csv NR",
                "set_port_state SW@1 --init --dry-run",
                "sminfo",
                "smpdump SW 0x11",
                "smpdump -D 0,1 0x15 1",
                "smpquery nodeinfo SW",
                "smpquery -D nodeinfo 0,1",
                "smpquery nodedesc SW",
                "smpquery portinfo SW 1",
                "smpquery portinfo CA 1 --format json",
                "smpquery switchinfo SW",
                "smpquery pkeys CA",
                "smpquery sl2vl SW 1",
                "smpquery vlarb SW 1",
                "smpquery guids CA",
                "smpquery mepi SW 1",
                "smpquery -G nodeinfo SWITCH",
                "subnet_diff DIR/topology",
                "subnet_diff DIR/topology DIR/topology",
                "vendstat -t 50 -N SW",
                "vendstat -t 50 -i SW 1",
                "ibnetdiscover --no-such",
                "smpquery nodeinfo 4000",
                "smpquery portinfo SW 99",
            })
    void standardOutputMatchesACommandOfItsOwn(String line) throws Exception {
        String filled = line.replaceAll("\\bSW\\b", Net.current().someSwitch().lid())
                .replaceAll("\\bCA\\b", Net.current().otherAdapter().lid())
                .replace("SWITCH", Net.current().someSwitch().guid())
                .replace("DIR", folder.toString());

        List<String> inTheConsole =
                client.sendCommand(filled.replace("MINE", "console")).lines();
        List<String> byItself = alone.run(filled.replace("MINE", "alone"));

        assertThat(facts(line, inTheConsole)).isEqualTo(facts(line, byItself));
    }

    /** Without what another second or another question makes another. */
    private static List<String> facts(String line, List<String> lines) {
        boolean counts = line.matches(
                "(perfquery|ibping|ibdatacounts|ibswportwatch|ibqueryerrors --data) .*|sminfo|ibdatacounters|.*PortCounters.*");
        return undated(lines).stream()
                .filter(each -> !each.contains("opened /dev") && !each.startsWith("ibwarn"))
                .map(each -> counts ? each.replaceAll("[0-9]+|\\.{3,}", "#") : each)
                .map(String::stripTrailing)
                .filter(each -> !each.isEmpty())
                .toList();
    }
}
