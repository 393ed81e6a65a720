package io.verbena.shell.parity;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.parity.Net.Member;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Ports that are changed have no link, or get what they have, so that the subnet stays as it is for others. ROUTE leads to a
 * switch of which UP has a link and IDLE has none; CA is an adapter.
 */
@Tag("ibsim")
class IbportstateParityTest {
    private static final Member SWITCH = Net.current().someSwitch();
    private static final Member ADAPTER =
            Net.current().answeringAdapters().reduce((near, far) -> far).orElseThrow();
    private static final String UP = port("Peer PortInfo:");
    private static final String IDLE = port("LinkState:.......................Down");

    /** A port of the switch that is well, and shows this. */
    private static String port(String shown) {
        return IntStream.rangeClosed(1, SWITCH.ports())
                .mapToObj(String::valueOf)
                .filter(port -> {
                    CommandRun run = CommandRun.verbena("ibportstate", "-D", SWITCH.route(), port);
                    return run.exitCode() == 0 && run.lines().contains(shown);
                })
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "(none)         | -D ROUTE UP",
                "query          | -D ROUTE UP query",
                "--Direct       | -D ROUTE IDLE",
                "--Direct       | -D ROUTE 0",
                "--Direct       | -D 0 1",
                "--Lid          | -L CA 1",
                "--Lid          | SW 0",
                "--Guid         | -G GUID 1",
                "--show_keys    | -K CA 1",
                "--Ca           | -C ibsim0 CA 1",
                "--Port         | -P 1 CA 1",
                "--sm_port      | -s 1 -G GUID 1",
                "--m_key        | -y 0 CA 1",
                "--timeout      | -t 900 CA 1",
                "--errors       | -e CA 1",
                "--verbose      | -v CA 1",
                "--config       | -z /dev/null CA 1",
            })
    void printsTheSameOutput(String option, String arguments) {
        Parity.of("ibportstate", option).same(filled(arguments));
    }

    /** The addresses of external switch ports are undefined, and the C program prints an arbitrary one. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "disable",
                "off",
                "enable",
                "reset",
                "speed 1",
                "speed 15",
                "espeed 1",
                "espeed 31",
                "width 2",
                "width 255",
                "vls 1",
                "mtu 4"
            })
    void leavesAPortOfASwitchInTheSameState(String operation) {
        changed(operation, "-D ROUTE IDLE " + operation);
    }

    @ParameterizedTest
    @ValueSource(strings = {"lid LID", "smlid 1", "lmc 0", "mkey 0", "mkeylease 4089", "mkeyprot 0"})
    void leavesAnAdapterInTheSameState(String operation) {
        changed(operation, "CA 1 " + operation);
    }

    @Test
    void leavesAnEnabledPortUnchanged() {
        CommandRun.verbenaLine(filled("ibportstate -D ROUTE IDLE enable"));

        Parity.of("ibportstate", "on").same(filled("-D ROUTE IDLE on"));
    }

    /** The C program writes the setting to every device; Verbena writes it only to devices that have it. */
    @Test
    void writesMellanoxSettingsToSupportingDevicesOnly() {
        boolean supported =
                CommandRun.verbenaLine(filled("ibportstate CA 1")).out().contains("# MLNX ext Port info");
        Parity.of("ibportstate", "fdr10")
                .differs(
                        Difference.THEIR_ERROR,
                        (ours, theirs) -> {
                            assertThat(theirs.exitCode()).as(theirs.out()).isZero();
                            if (supported) {
                                assertThat(ours.exitCode()).as(ours.err()).isZero();
                                assertThat(vendor(ours.lines())).isEqualTo(vendor(theirs.lines()));
                                assertThat(after(ours.lines())).isEqualTo(after(theirs.lines()));
                            } else {
                                assertThat(ours.exitCode()).isNotZero();
                                assertThat(ours.err()).contains("fdr10: the device does not support this setting");
                            }
                        },
                        filled("CA 1 fdr10 1"));
    }

    private static List<String> vendor(List<String> lines) {
        assertThat(lines).contains("After MLNXExtendedPortInfo set:", "LinkSpeedEnabled:................0x01");
        return lines.subList(lines.indexOf("After MLNXExtendedPortInfo set:"), lines.indexOf("After PortInfo set:"));
    }

    private static void changed(String operation, String arguments) {
        Parity.of("ibportstate", operation.replaceFirst(" .*", ""))
                .differs(
                        Difference.CAREFUL_CHANGE,
                        (ours, theirs) -> {
                            assertThat(ours.exitCode()).as(ours.err()).isZero();
                            assertThat(theirs.exitCode()).as(theirs.out()).isZero();
                            assertThat(ours.err()).startsWith("verbena: will change port ");
                            assertThat(after(ours.lines())).isNotEmpty().isEqualTo(after(theirs.lines()));
                        },
                        filled(arguments));
    }

    private static List<String> after(List<String> lines) {
        return lines.subList(Math.max(0, lines.indexOf("After PortInfo set:")), lines.size()).stream()
                .filter(line -> !line.matches("(Lid|SMLid):.*"))
                .toList();
    }

    @Test
    void rejectsMissingTargets() {
        Parity.of("ibportstate", "speed").refused("speed: missing value", filled("-D ROUTE IDLE speed"));
        Parity.of("ibportstate", "speed").refused("speed: 99 is out of range", filled("-D ROUTE IDLE speed 99"));
        Parity.of("ibportstate", "<op>").refused("'foo' is not an operation", filled("-D ROUTE IDLE foo"));
        Parity.of("ibportstate", "<portnum>").refused("Missing required parameter", filled("-D ROUTE"));
    }

    /** A port without a link cannot be armed. */
    @ParameterizedTest
    @ValueSource(strings = {"active"})
    void reportsARefusalOfThePort(String operation) {
        Parity.of("ibportstate", operation).refused("will change port", filled("-D ROUTE IDLE " + operation));
    }

    /** The simulator knows no combined route, which leads to the other end. */
    @Test
    void requiresACombinedRouteForThePeer() {
        Parity.of("ibportstate", "<lid> <port of a switch>")
                .notAnswerable("smp query nodeinfo failed", filled("SW UP"));
    }

    private static String filled(String arguments) {
        return arguments
                .replace("ROUTE", SWITCH.route())
                .replace("GUID", ADAPTER.portGuids().get(0))
                .replace("IDLE", IDLE)
                .replace("UP", UP)
                .replace("LID", ADAPTER.lid())
                .replaceAll("\\bSW\\b", SWITCH.lid())
                .replaceAll("\\bCA\\b", ADAPTER.lid());
    }
}
