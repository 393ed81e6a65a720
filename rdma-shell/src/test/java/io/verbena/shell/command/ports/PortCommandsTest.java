package io.verbena.shell.command.ports;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.command.EmbeddedHost;
import io.verbena.shell.parity.CommandRun;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PortCommandsTest {
    private final EmbeddedHost fabric = new EmbeddedHost("fat-tree:2,4,4");

    @AfterEach
    void close() {
        fabric.close();
    }

    @Test
    void printsBothEndsOfALink() {
        assertThat(fabric.run("ibportstate 0,1 4").ok().lines())
                .startsWith("Switch PortInfo:", "# Port info: DR path slid 65535; dlid 65535; 0,1 port 4")
                .contains("Peer PortInfo:", "# Port info: DR path slid 65535; dlid 65535; 0,1,4 port 1");
        assertThat(fabric.run("ibportstate 3 4").ok().lines())
                .as("by LID, and on by a directed route")
                .contains("Peer PortInfo:");
    }

    @Test
    void reportsALinkBelowItsCapabilities() {
        fabric.run("ibportstate 0,1 4 speed 1 espeed 30 width 1 reset");
        fabric.run("ibportstate 0,1 4 speed 15 espeed 31 width 255");

        CommandRun slow = fabric.run("ibportstate 0,1 4");

        assertThat(slow.exitCode()).isEqualTo(1);
        assertThat(slow.out()).contains("# the link is 1X wide, and both ends enable 4X");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "disable              | PhysLinkState:...................Disabled",
                "off                  | PhysLinkState:...................Disabled",
                "down                 | LinkState:.......................Initialize",
                "reset                | LinkState:.......................Initialize",
                "vls 1                | LinkState:.......................Active",
                "speed 1              | LinkSpeedEnabled:................2.5 Gbps",
                "width 1              | LinkWidthEnabled:................1X",
            })
    void changesAPortAndReadsItBack(String operation, String expected) {
        CommandRun run = fabric.run("ibportstate 0,1 4 " + operation);

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.err()).startsWith("verbena: will change port 4 of 0,1: ");
        assertThat(run.lines()
                        .subList(
                                run.lines().indexOf("After PortInfo set:"),
                                run.lines().size()))
                .contains(expected);
    }

    @Test
    void enablesADisabledPort() {
        fabric.run("ibportstate 0,1 4 disable");

        assertThat(fabric.run("ibportstate 0,1 4 on").out())
                .contains("Initial Switch PortInfo:")
                .endsWith("LinkSpeedExtActive:..............25.78125 Gbps\n");
        assertThat(fabric.run("ibportstate 0,1 4 query").out()).contains("PhysLinkState:...................LinkUp");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"lid 99 | Lid:.............................99", "smlid 7 | SMLid:...........................7"})
    void setsTheLidOfAnEndPort(String operation, String expected) {
        assertThat(fabric.run("ibportstate 0,1,4 1 " + operation).lines()).contains(expected);
    }

    @Test
    void dryRunChangesNothing() {
        CommandRun run = fabric.run("ibportstate 0,1 4 disable --dry-run");

        assertThat(run.err()).isEqualTo("verbena: would change port 4 of 0,1: disable\n");
        assertThat(run.out()).doesNotContain("After");
        assertThat(fabric.run("ibportstate 0,1 4").ok().out()).contains("LinkState:.......................Active");
    }

    @Test
    void disablesTheFarthestPortFirst() {
        CommandRun run = fabric.run("set_port_state leaf0@4 leaf1@4 spine0@1 --disable");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.lines())
                .containsExactly(
                        "\"spine0\" port 1: Active/LinkUp -> Down/Disabled",
                        "\"leaf1\" port 4: Active/LinkUp -> Down/Disabled",
                        "\"leaf0\" port 4: Active/LinkUp -> Down/Disabled");
        assertThat(fabric.run("ibportstate 0,1 1").out()).contains("LinkState:.......................Down");
    }

    @Test
    void disablesPortsWithoutCuttingTheRouteToOthers() {
        CommandRun run = fabric.run("set_port_state leaf0@1 leaf0@2 leaf3@6 --disable");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.lines()).hasSize(3).first().asString().startsWith("\"leaf3\" port 6");
    }

    @Test
    void refusesToCutTheOnlyRouteToANode() {
        CommandRun run = fabric.run("set_port_state leaf0@4 host1@1 --disable");

        assertThat(run.exitCode()).isEqualTo(4);
        assertThat(run.err())
                .isEqualTo("verbena: the only route to \"host1\" enters through port 1, which is to be cut;"
                        + " use the other end instead, \"leaf0\" port 4\n");
        assertThat(fabric.run("ibportstate 0,1 4").ok().out())
                .as("nothing was changed")
                .contains("LinkState:.......................Active");
    }

    @Test
    void enablesManyPorts() {
        fabric.run("set_port_state leaf0@4 0,1@5 --disable");

        assertThat(fabric.run("set_port_state leaf0@4 leaf0@5 --enable").exitCode())
                .isZero();

        assertThat(fabric.run("ibportstate 0,1 5").out()).contains("PhysLinkState:...................LinkUp");
    }

    @Test
    void initializesEveryLinkOnce() {
        CommandRun run = fabric.run("init_all_ports");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.lines()).as("16 hosts, and 4 leaves with 2 spines").hasSize(24);
        assertThat(run.lines()).last().asString().startsWith("\"host0\" port 1:");
        assertThat(fabric.run("init_all_ports --dry-run").out()).doesNotContain(" -> ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "2 | ibportstate 0,1 x               | PORT: 'x' is not a number",
                "2 | ibportstate 0,1 255             | PORT: 255 is not a port number; expected 0 to 254",
                "4 | ibportstate 0,1 99              | cannot read port 99 of 0,1",
                "2 | ibportstate 0,1 1 disbale       | 'disbale' is not an operation; did you mean disable?",
                "2 | ibportstate 0,1 1 speed         | speed: missing value; expected for example 'speed 1'",
                "2 | ibportstate 0,1 1 speed 16      | speed: 16 is out of range; expected 0 to 15",
                "2 | ibportstate 0,1 1 lid 0xc000    | lid: 49152 is out of range; expected 0 to 49151",
                "2 | ibportstate 0,1 1 enable disable | 'disable' and 'enable' are mutually exclusive",
                "2 | --sa ibportstate 1 1 disable    | --sa: the subnet administration never writes attributes",
                "2 | set_port_state leaf0@1          | give exactly one of --disable, --enable and --init",
                "2 | set_port_state leaf0@1 --init --enable | give exactly one of --disable, --enable and --init",
                "2 | set_port_state leaf0 --init     | 'leaf0' is not of the form NODE@PORT; expected for example 4@1",
                "4 | set_port_state leaf9@1 --init   | no node of this subnet is called 'leaf9'",
                "4 | set_port_state leaf0@99 --init  | \"leaf0\" has no port 99; its last port is 36",
                "4 | set_port_state 999@1 --init     | the subnet has no port with LID 999",
                "4 | set_port_state 0,1,33@1 --init  | nothing is connected to port 33 of \"leaf0\"",
                "2 | ibccquery SP 2 x                | PORT: 'x' is not a number",
                "4 | ibccquery SP 2 99               | the node has no port 99; its last port is 36",
                "2 | ibccquery CI 2 1                | unexpected argument: '1'; only SwitchPortCongestionSetting",
                "4 | ibccquery CS 2                  | cannot read the CACongestionSetting of 2",
                "2 | ibccconfig CI 2                 | CongestionInfo is read-only",
                "2 | ibccconfig SS 2 1               | SwitchCongestionSetting takes 8 values",
                "2 | ibccconfig CT 7 63 0 1          | entry 0: '1' is not of the form shift:multiplier; expected for example 0:64",
                "2 | ibccconfig CT 7 63 0 4:1        | entry 0, shift: 4 does not fit in 2 bits",
                "2 | ibccconfig CT 7 63 0 0:1        | block 0 of a table with a ccti_limit of 63 needs 64 entries; 1 given",
                "2 | ibccconfig CT 7 65 1 0:1 0:1 0:1 | with a ccti_limit of 65 needs 2 entries; 3 given",
                "2 | ibccconfig CT 7 63 1 0:1        | block 1 starts at entry 64, which is beyond a ccti_limit of 63",
                "2 | ibccconfig SP 2 1 2 0 0 0 0     | valid: 2 does not fit in 1 bit",
                "4 | ibccconfig SP 2 37 1 0 0 0 0    | the node has no port 37; its last port is 36",
                "4 | ibccconfig SP 7 1 1 0 0 0 0     | 7 is not a switch",
            })
    void rejectsInvalidInputInOneLine(int exitCode, String command, String message) {
        CommandRun run = fabric.run(command);

        assertThat(run.exitCode()).as(run.err()).isEqualTo(exitCode);
        assertThat(run.out()).isEmpty();
        assertThat(run.errors()).last().asString().startsWith("verbena: ").contains(message);
    }

    @Test
    void setsThePacketMarkingOfASwitch() {
        CommandRun run = fabric.run("ibccconfig SS 2 0x1F 0x1FFFFFFFFF 0x0 0xF 8 0 0:0 1");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.err()).isEqualTo("verbena: will set the SwitchCongestionSetting of 2\n");
        assertThat(run.out()).isEmpty();
        assertThat(fabric.run("ibccquery SwitchCongestionSetting 2").ok().lines())
                .contains(
                        "Control_Map:.....................0x0000001f",
                        "Victim_Mask:.....................0000000000000000000000000000000000000000000000000000001fffffffff",
                        "Packet_Size:.....................8",
                        "Marking_Rate:....................1");
    }

    @Test
    void setsTheCongestionControlOfAnAdapter() {
        fabric.run("ibccconfig CS 7 0 0x4 200 1 5 0");
        fabric.run("ibccconfig CT 7 1 0 0:64 1:65");

        assertThat(fabric.run("ibccquery CS 7").ok().lines())
                .contains("Control_Map:.....................0x0004")
                .containsSequence(
                        "SL:..............................2",
                        "CCTI_Timer:......................200",
                        "CCTI_Increase:...................1",
                        "Trigger_Threshold:...............5");
        assertThat(fabric.run("ibccquery CT 7").ok().lines())
                .containsSequence("CCTI_Limit:......................1", "", "Entry:...........................0")
                .containsSequence("CCT_Shift:.......................1", "CCT_Multiplier:..................65");
    }

    @Test
    void setsThePacketMarkingOfOnePort() {
        fabric.run("ibccconfig SP 2 33 1 1 7 8 9");

        assertThat(fabric.run("ibccquery SP 2 33").ok().lines())
                .containsExactly(
                        "# SwitchPortCongestionSetting: Lid 2",
                        "Valid:...........................1",
                        "Control_Type:....................1",
                        "Threshold:.......................0x07",
                        "Packet_Size:.....................8",
                        "Cong_Parm_Marking_Rate:..........9");
    }

    @Test
    void keepsTheSettingsOfOtherPorts() {
        fabric.run("ibccconfig SP 2 33 1 1 7 8 9");
        List<String> before = fabric.run("ibccquery SP 2 33").ok().lines();

        fabric.run("ibccconfig SP 2 34 1 0 3 4 5");

        assertThat(fabric.run("ibccquery SP 2 33").ok().lines()).isEqualTo(before);
        assertThat(fabric.run("ibccquery SP 2 34").ok().lines()).isNotEqualTo(before);
    }

    @Test
    void requiresTheCcKey() {
        fabric.run("ibccconfig CK 2 0x77 1 0 0");

        assertThat(fabric.run("ibccquery CI 2").exitCode()).isEqualTo(4);
        assertThat(fabric.run("ibccquery -c 0x77 CI 2").exitCode()).isZero();
        assertThat(fabric.run("ibccquery -c 0x77 CK 2").out())
                .contains("<not displayed>")
                .doesNotContain("77");
        assertThat(fabric.run("ibccquery -K -c 0x77 CK 2").out()).contains("0x0000000000000077");
        assertThat(fabric.run("ibccconfig CK 2 0x78 1 0 0 --dry-run").out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"CP", "CI", "CK", "CL", "SS", "SP", "TI"})
    void readsEveryAttributeOfASwitch(String operation) {
        assertThat(fabric.run("ibccquery " + operation + " 2").ok().lines()).hasSizeGreaterThan(1);
    }

    @Test
    void readsTheSubnetBeforeAChange() {
        fabric.run("ibnetdiscover").ok();
        fabric.state().useCached(true);
        String before = fabric.run("init_all_ports --dry-run").err();
        fabric.node("host3").port(1).down();

        assertThat(before).contains("\"leaf0\" port 6 ");
        assertThat(fabric.run("init_all_ports --dry-run").err()).isNotEmpty().doesNotContain("\"leaf0\" port 6 ");
        assertThat(fabric.run("init_all_ports --dry-run --cached").errors())
                .singleElement()
                .asString()
                .startsWith("verbena: --cached: a command that changes the fabric always reads the subnet first");
    }
}
