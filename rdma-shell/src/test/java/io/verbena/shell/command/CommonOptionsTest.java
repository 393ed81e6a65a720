package io.verbena.shell.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.parity.CommandRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Options that all commands have. */
class CommonOptionsTest {
    private static final String FABRIC = "--fabric embedded:fat-tree:2,4,4 ";

    @TempDir
    private Path folder = Path.of("");

    @AfterEach
    void forgetTheFolder() {
        System.clearProperty("verbena.diags.folder");
        System.clearProperty("verbena.node-name-map");
    }

    @Test
    void commandKeepsAShortOptionNameOfItsOwn() {
        assertThat(run("smpdump --help").ok().out())
                .contains("-s, --string")
                .contains("  --sm_port=LID")
                .doesNotContain("-s, --sm_port");
        assertThat(run("smpquery --help").ok().out()).contains("-s, --sm_port=LID", "-y, --m_key=KEY");
    }

    @Test
    void helpListsTheCommandsByGroup() {
        assertThat(run("--help").ok().out())
                .containsSubsequence(
                        "Local host and remote programs:",
                        "ibstat",
                        "Subnet:",
                        "ibnetdiscover",
                        "Nodes and ports:",
                        "smpquery",
                        "Changes to the fabric:",
                        "set_port_state");
    }

    @Test
    void helpListsTheExitCodes() {
        assertThat(run("ibnetdiscover --help").ok().out().replaceAll("\\s+", " "))
                .contains(
                        "Exit status: 0 success; 2 invalid usage; 3 part of the subnet did not respond and is missing, listed"
                                + " on standard error; 4 failure: target unreachable, not found, or request refused.");
    }

    @Test
    void subnetAdministrationReplacesAllRequestsOfSubnetManagement() {
        assertThat(classes("--sa smpquery nodeinfo 1")).containsOnly("SUBNET_ADMINISTRATION");
        assertThat(classes("--sa smpquery -D nodeinfo 0,1")).containsOnly("SUBNET_ADMINISTRATION");
        assertThat(classes("--sa smpquery pkeys 1 1")).containsOnly("SUBNET_ADMINISTRATION");
        assertThat(classes("--sa ibnetdiscover")).containsOnly("SUBNET_ADMINISTRATION");
        assertThat(classes("smpquery nodeinfo 1")).containsOnly("SUBNET_LID_ROUTED");
    }

    @Test
    void theIndexOfThePartitionKeyIsChecked() {
        assertThat(run(FABRIC + "saquery -Y 0 NR").ok().out()).contains("NodeRecord");
        assertThat(run(FABRIC + "saquery --pkey-idx 7000 NR").errors())
                .anySatisfy(line -> assertThat(line).contains("has no P_Key with index 7000"));
        assertThat(run(FABRIC + "perfquery -Y 7000 2").errors())
                .anySatisfy(line -> assertThat(line).contains("has no P_Key with index 7000"));
    }

    private static List<String> classes(String command) {
        return run(FABRIC + "-dd " + command).errors().stream()
                .filter(line -> line.startsWith("D:   > ") && line.contains("managementClass="))
                .map(line -> line.replaceFirst(".*managementClass=(\\w+).*", "$1"))
                .distinct()
                .toList();
    }

    @Test
    void allKindsOfDiscoveryFindTheSameSubnet() {
        String nodes = run(FABRIC + "ibnetdiscover -l").ok().out();

        for (String way : List.of("dr", "lid", "sa")) {
            assertThat(run(FABRIC + "ibnetdiscover -l --discovery " + way).ok().lines())
                    .containsExactlyInAnyOrderElementsOf(nodes.lines().toList());
        }
    }

    @Test
    void readsDefaultsFromTheFileOfInfinibandDiags() throws Exception {
        System.setProperty("verbena.diags.folder", folder.toString());
        Files.writeString(folder.resolve("ibdiag.conf"), "# defaults\nCA=nope\ntimeout = 5 # ms\nMLX_EPI=false\n");

        assertThat(run(FABRIC + "smpquery nodeinfo 1").errors())
                .containsExactly(
                        "verbena: cannot read the node info of 1: no device is called 'nope'; this host has emb0");
        assertThat(run(FABRIC + "-C emb0 smpquery nodeinfo 99").errors().get(0)).contains("3 tries of 5 ms");
        assertThat(run(FABRIC + "-C emb0 -t 7 smpquery nodeinfo 99").errors().get(0))
                .contains("3 tries of 7 ms");
        Path mine = Files.writeString(folder.resolve("mine"), "CA=emb0\n");
        assertThat(run(FABRIC + "smpquery nodeinfo 99 -z " + mine).errors().get(0))
                .contains("3 tries of 5 ms");
    }

    @Test
    void readsNodeNamesFromTheFileOfOpensm() throws Exception {
        Path map = Files.writeString(folder.resolve("names"), "0x0008f10000000000 \"the first\"\n");
        System.setProperty("verbena.node-name-map", map.toString());

        assertThat(run(FABRIC + "ibnetdiscover -H").ok().out()).contains("\"the first\"");
    }

    @Test
    void loadsTheCachedSubnet() {
        Path cache = folder.resolve("cache");
        String written = run(FABRIC + "ibnetdiscover -l --cache " + cache).ok().out();

        assertThat(run("--fabric embedded:two-node ibnetdiscover -l --load-cache " + cache)
                        .ok()
                        .lines())
                .containsExactlyInAnyOrderElementsOf(written.lines().toList());
    }

    private static CommandRun run(String line) {
        return CommandRun.verbenaLine(line);
    }
}
